"""Long text cut into lines of a width, without ever looking at more than is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from rich.cells import chop_cells
from textual.content import Content

from toolscope.ui.present.text import assemble, pad

_MIN = 8


def wrap(lines: Iterable[Content], width: int, indent: int = 0) -> Iterator[Content]:
    """Styled lines, each cut at spaces to a width in cells, moved in by ``indent``."""
    margin, room = " " * indent, max(_MIN, width - indent)
    for line in lines:
        parts = [line] if line.cell_length <= room else [part.rstrip() for part in line.wrap(room)]
        yield from (assemble(margin, part) for part in parts)


def labelled(label: str, lines: Iterable[Content], width: int) -> Iterator[Content]:
    """Lines beside a label of ``width`` cells, which stands before the first one."""
    for position, line in enumerate(lines):
        yield assemble(pad("" if position else (label, "$soft"), width=width), line)


def wrapped(line: Content, width: int, most: int, hang: int = 2) -> list[Content]:
    """One styled line in at most so many rows, the second and later ones moved in; what is cut off is seen to be."""
    if line.cell_length <= width or most < 2:
        return [line.truncate(width, ellipsis=True)]
    rows = [part.rstrip() for part in line.wrap(max(_MIN, width - hang))]
    if len(rows) > most:
        rows = [*rows[: most - 1], assemble(rows[most - 1].truncate(max(1, width - hang - 1)), "…")]
    return [rows[0], *(assemble(" " * hang, row) for row in rows[1:])]


def fold(text: str, width: int, hang: str = "") -> Iterator[str]:
    """Plain text in rows of at most ``width`` cells, cut at spaces; a longer word is cut where it must be.

    The second and later rows of a line begin with ``hang``. Lazy, and quick for long lines.
    """
    for line in text.split("\n"):
        yield from _folded(line, width, hang)


def first_lines(text: str, width: int, limit: int) -> tuple[list[str], bool]:
    """At most ``limit`` folded lines, and whether there are more."""
    lines = list(islice(fold(text, width), limit + 1))
    return lines[:limit], len(lines) > limit


def _folded(line: str, width: int, hang: str) -> Iterator[str]:
    fits = _chars_that_fit if line.isascii() else _cells_that_fit
    indentation = max(len(line) - len(line.lstrip(" ")), len(hang))
    start, margin = 0, ""
    while (end := start + fits(line, start, max(1, width - len(margin)))) < len(line):
        space = line.rfind(" ", max(start, indentation) + 1, end + 1)
        cut = space if space > 0 else end
        yield margin + line[start:cut]
        start, margin = (cut + 1 if space > 0 else cut), hang
    yield margin + line[start:]


def _chars_that_fit(line: str, start: int, room: int) -> int:
    return min(room, len(line) - start)


def _cells_that_fit(line: str, start: int, room: int) -> int:
    """At least one character, so that there is an end."""
    rest = line[start : start + room + 1]
    return max(1, len(chop_cells(rest, room)[0])) if rest else 0
