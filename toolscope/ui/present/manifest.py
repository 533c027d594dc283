"""The manifest as screen rows: wrapped at spaces, with what the last change did to it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Literal, TypeAlias

from textual.content import Content

from toolscope.disclosure.ladder import Ladder, Rung
from toolscope.disclosure.listing import HEADER, Group, Mode
from toolscope.plain import clean
from toolscope.ui.present.text import assemble, plural
from toolscope.ui.present.wrapping import fold

Mark: TypeAlias = Literal["", "+", "−"]

GUTTER = 4
"""Cells before the text: the mark of a changed line."""
_GONE: Literal["−"] = "−"
_REMOVED_ROWS = 3
"""Rows that are shown of what a server lost; more would push aside what is there now."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row on the screen."""

    text: str
    """Safe to show."""
    first: bool
    """Whether a line of the manifest begins here."""
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Rows that share a mark."""

    rows: Sequence[Row]
    mark: Mark = ""


@dataclass(frozen=True)
class Page:
    """A manifest on the screen."""

    runs: tuple[Run, ...] = ()
    changed: int = 0
    """How many servers the last change touched."""
    every_line: bool = False
    """Whether it touched all of them: nothing is marked then."""

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(accumulate(len(run.rows) for run in self.runs))

    @property
    def height(self) -> int:
        """Rows in all."""
        return self._ends[-1] if self._ends else 0

    @property
    def first_marked(self) -> int | None:
        """The first row that a change touched."""
        for run, end in zip(self.runs, self._ends, strict=True):
            if run.mark:
                return end - len(run.rows)
        return None

    def row(self, position: int) -> tuple[Row, Mark]:
        """The row at a position from the top."""
        at = bisect_right(self._ends, position)
        run = self.runs[at]
        return run.rows[position - self._ends[at] + len(run.rows)], run.mark


@dataclass
class Wrapping:
    """Remembers the rows of every block that was shown, for one width."""

    width: int
    _known: dict[tuple[str, Mode], tuple[Group, tuple[Row, ...]]] = field(default_factory=dict)

    def block(self, group: Group, mode: Mode) -> tuple[Row, ...]:
        """The rows of a group's block."""
        known = self._known.get((group.label, mode))
        if known is None or known[0] is not group:
            same = known is not None and known[0].tools == group.tools
            known = group, known[1] if known and same else self._wrapped(group, mode)
            self._known[group.label, mode] = known
        return known[1]

    def _wrapped(self, group: Group, mode: Mode) -> tuple[Row, ...]:
        return tuple(self.rows(clean(group.text(mode)).split("\n") if mode != "hidden" else []))

    def rows(self, lines: Iterable[str], headed: bool = True) -> Iterator[Row]:
        """Lines in rows; the first line is a heading."""
        for position, line in enumerate(lines):
            heading = headed and position == 0
            # The rows of a list item hang under its text.
            hang = "  " if line.startswith("- ") else ""
            for number, text in enumerate(fold(line, self.width, hang)):
                yield Row(text, number == 0, heading)


@dataclass(frozen=True, slots=True)
class Shown:
    """A manifest that was on the screen: what the next one is compared with."""

    ladder: Ladder
    rung: Rung

    def mode(self, label: str) -> Mode:
        """How a label was shown; ``hidden`` when it was not there."""
        return self.ladder.mode(self.rung, label) if self.ladder.group(label) else "hidden"


def page(shown: Shown, before: Shown | None, wrapping: Wrapping) -> Page:
    """The rows of a manifest, with marks where it differs from the one before."""
    if shown.rung.form == "none":
        return Page()
    touched = _touched(shown, before) if before else frozenset()
    labels = sorted({group.label for group in shown.ladder.groups} | touched)
    header = Run(tuple(wrapping.rows([HEADER])))
    # When nothing stays as it was, marks would be noise.
    every = len(touched) == len(labels)
    if every or before is None or not touched:
        blocks = (wrapping.block(group, shown.mode(group.label)) for group in shown.ladder.groups)
        return Page((header, *map(Run, blocks)), len(touched), every_line=every)
    runs: list[Run] = [header]
    for label in labels:
        runs.extend(_runs(shown, before, label, label in touched, wrapping))
    return Page(tuple(runs), len(touched))


def _touched(shown: Shown, before: Shown) -> frozenset[str]:
    """The labels whose block is another one."""
    groups = {group.label for group in (*shown.ladder.groups, *before.ladder.groups)}
    return frozenset(label for label in groups if not _same(shown, before, label))


def _same(shown: Shown, before: Shown, label: str) -> bool:
    mode = shown.mode(label)
    if mode != before.mode(label):
        return False
    new, old = shown.ladder.group(label), before.ladder.group(label)
    if new is None or old is None:
        return new is old
    return new is old or new.tools == old.tools or new.text(mode) == old.text(mode)


def _runs(shown: Shown, before: Shown, label: str, touched: bool, wrapping: Wrapping) -> Iterator[Run]:
    new, old = shown.ladder.group(label), before.ladder.group(label)
    now = wrapping.block(new, shown.mode(label)) if new else ()
    if not touched:
        yield Run(now)
        return
    then = wrapping.block(old, before.mode(label)) if old else ()
    yield from _compared(_lines(then), _lines(now))


def _lines(rows: Sequence[Row]) -> list[tuple[Row, ...]]:
    """Rows as the lines they were wrapped from."""
    lines: list[list[Row]] = []
    for row in rows:
        if row.first:
            lines.append([])
        lines[-1].append(row)
    return [tuple(line) for line in lines]


def _compared(old: Sequence[tuple[Row, ...]], new: Sequence[tuple[Row, ...]]) -> Iterator[Run]:
    """Lines that went, came or stayed; those that stayed are in the same order in both."""
    kept, here = set(new), set(old)
    gone = [line for line in old if line not in kept]
    if gone:
        yield Run(_cut(gone), _GONE)
    for line in new:
        yield Run(line, "" if line in here else "+")


def _cut(lines: Sequence[tuple[Row, ...]]) -> tuple[Row, ...]:
    """The first rows of removed lines, and how many more there were."""
    rows = [row for line in lines for row in line]
    if len(rows) <= _REMOVED_ROWS:
        return tuple(rows)
    more = Row(f"… {plural(len(rows) - _REMOVED_ROWS + 1, 'more row')} went", False)
    return (*rows[: _REMOVED_ROWS - 1], more)


def draw(row: Row, mark: Mark, edge: bool = False) -> Content:
    """A row with its gutter: the mark where a line begins, the edge beside all of it.

    ``edge`` is the edge of what has the focus; that of a change is drawn over it.
    """
    if mark == _GONE:
        return assemble(_gutter(row, mark, "$gone"), (row.text, "$gone strike"))
    if mark:
        return assemble(_gutter(row, mark, "$here"), (row.text, "$ink"))
    beside = ("▌", "$here") if edge else " "
    return assemble(beside, " " * (GUTTER - 1), (row.text, "$ink" if row.heading else "$soft"))


def _gutter(row: Row, mark: Mark, style: str) -> Content:
    return assemble((f"▎{mark if row.first else ' '}  ", style))
