"""The lines of the server table: which columns a width has room for, and a row in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from toolscope.connections.state import State
from toolscope.disclosure.costs import Amount, Bill
from toolscope.disclosure.listing import Mode
from toolscope.ui.present.bars import Stretches, around, bar
from toolscope.ui.present.grid import UNSORTED, Column, Grid, Sort
from toolscope.ui.present.no_bar import Words
from toolscope.ui.present.servers import Row
from toolscope.ui.present.text import (
    COMING,
    MODE_GLYPH,
    STATE_GLYPH,
    UNKNOWN,
    assemble,
    number,
    pad,
    share,
    state,
)

NARROW, MIDDLE, WIDE, WIDEST = 98, 118, 158, 178
"""Widths of a line, without its edge: below the first one columns fold, from the others on more of them show."""

_TIER: dict[Mode, str] = {"full": "T1 ", "names": "T1 ", "summary": "T2 ", "hidden": ""}
_TOOLS = 6


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one width. They depend on the servers and the width alone, so nothing moves with a slider."""

    grid: Grid
    narrow: bool
    bar: int
    """Cells of the bar after the columns."""

    @classmethod
    def of(cls, width: int, rows: Sequence[Row]) -> Columns:
        """The columns of lines of ``width`` cells, with one cell of margin at both ends."""
        narrow, wide = width < NARROW, width >= WIDE
        most = 11 if narrow else 24 if wide else 16
        name = min(most, max((11, *(assemble(row.shown).cell_length for row in rows))))
        marks = max((_marks(row).cell_length for row in rows), default=0)
        grid = Grid(
            (
                Column("server", "server", name),
                Column("state", "" if narrow else "state", 2 if narrow else 12),
                Column("tools", "tools", _TOOLS + marks, right=True, trail=marks),
                Column("mode", "mode", 12),
                *_numbers(width),
            )
        )
        return cls(grid, narrow, max(1, width - 1 - grid.width))

    @property
    def mode_at(self) -> int:
        """The cell in which the mode begins."""
        return self.grid.start("mode")

    @property
    def bar_at(self) -> int:
        """The cell in which the bar begins."""
        return self.grid.width

    def line(self, cells: Mapping[str, Content], last: Content) -> Content:
        """A line with what stands in the bar's place."""
        return assemble(self.grid.line(cells), "  ", last)


def _numbers(width: int) -> Sequence[Column]:
    """The columns of costs that a width has room for."""
    columns = (
        (0, Column("listed", "listed", 7, right=True)),
        (WIDE, Column("listed exact", "exact", 7, right=True)),
        (MIDDLE, Column("sent", "sent", 7, right=True)),
        (WIDEST, Column("sent exact", "exact", 7, right=True)),
        (WIDEST, Column("sent share", "of ctx", 7, right=True)),
        (NARROW, Column("eager", "schemas", 8, right=True)),
        (WIDE, Column("eager exact", "exact", 8, right=True)),
        (WIDEST, Column("eager share", "of ctx", 7, right=True)),
    )
    return [column for least, column in columns if width >= least]


def head(columns: Columns, scale: Content, sort: Sort = UNSORTED) -> Content:
    """The heads, and the axis over the bars."""
    return assemble(columns.grid.head(sort), "  ", scale)


def server(columns: Columns, row: Row, context: int | None, parts: Stretches, lit: bool, at: int | None) -> Content:
    """A server's line; ``lit`` is false when its mode is not a matter of the budget, ``at`` is the line's cell.

    ``context`` is the window that shares are taken of.
    """
    quiet = "$soft" if row.what_if == "out" else "$ink"
    tools = _count(None if row.tools is None else row.tools - row.utilities, quiet, coming=row.state.pending)
    cells = {
        "server": assemble((row.shown, "$soft" if row.what_if == "out" else "bold $ink")),
        "state": _state(row, words=not columns.narrow),
        "tools": assemble(tools, pad(_marks(row), width=_trail(columns))),
        "mode": _mode(row),
        **_costs(row, context),
    }
    if not row.words:
        return columns.line(cells, bar(parts, row.mode if lit else None, columns.bar, at))
    room = columns.bar_at - columns.mode_at
    if row.costs is None and (columns.narrow or not _fits(row.words, columns.bar)):
        said = (("out of scope ·", "$soft"), *row.words) if row.what_if == "out" else row.words
        if columns.narrow and not _fits(said, columns.bar + room):
            said = said[-1:]  # the particulars: what kind of fault it is stands in the drill-down
        line = around(said, columns.bar + room, None if at is None else at + room)
        return assemble(columns.grid.line(cells, before="mode"), "  ", line)
    return columns.line(cells, around(row.words, columns.bar, at))


def _trail(columns: Columns) -> int:
    return next(column.trail for column in columns.grid.columns if column.field == "tools")


def _costs(row: Row, context: int | None) -> dict[str, Content]:
    if row.costs is None:
        names = ("listed", "sent", "eager", "listed exact", "sent exact", "eager exact", "sent share", "eager share")
        return dict.fromkeys(names, assemble((UNKNOWN, "$soft")))
    listed = row.costs.listed
    cells = {**_amount("sent", row.costs.sent, context, "$ink"), **_amount("eager", row.costs.eager, context, "$ink")}
    if not row.in_list:
        return cells | dict.fromkeys(("listed", "listed exact"), assemble((UNKNOWN, "$soft")))
    return cells | _amount("listed", listed, context, "$ink" if listed.tokens else "$soft")


def _amount(name: str, amount: Amount, context: int | None, style: str) -> dict[str, Content]:
    """An amount in its columns: estimate, exact count, share of the context."""
    return {
        name: _count(amount.tokens, style),
        f"{name} exact": _count(amount.exact, "$soft", coming=True),
        f"{name} share": assemble((share(amount.share(context)), "$soft")),
    }


def _fits(words: Words, width: int) -> bool:
    return assemble(" ".join(text for text, _ in words)).cell_length <= width


def total(columns: Columns, bill: Bill, said: Words) -> Content:
    """The last line."""
    context = bill.seen.settings.context_length
    sums = bill.total
    cells = {
        "server": assemble(("total", "$soft")),
        "tools": assemble(_count(len(bill.seen.catalog.tools), "bold $ink"), " " * _trail(columns)),
        **_amount("listed", sums.listed, context, "bold $ink"),
        **_amount("sent", sums.sent, context, "bold $ink"),
        **_amount("eager", sums.eager, context, "bold $ink"),
    }
    return columns.line(cells, around(said, columns.bar, None))


def _marks(row: Row) -> Content:
    """What stands behind the number of tools: the utilities that Hermes adds, and the problems."""
    added = (f" +{row.utilities}" if row.utilities else "", "$soft")
    return assemble(added, (f" !{number(row.problems)}" if row.problems else "", "$state-stale"))


def _count(value: int | None, style: str, coming: bool = False) -> Content:
    if value is None:
        return assemble((COMING if coming else UNKNOWN, "$soft"))
    return assemble((number(value), style))


def _state(row: Row, words: bool) -> Content:
    if row.what_if == "none":
        return state(row.state, words)
    out = row.what_if == "out"
    glyph = assemble((STATE_GLYPH[State.DISABLED], "$state-disabled")) if out else state(row.state, False)
    return assemble(glyph, (" what-if" if words else "", "$soft"))


def _mode(row: Row) -> Content:
    if row.mode is None:
        return assemble((row.mode_words, "$soft"))
    colour = f"$mode-{row.mode}"
    return assemble((f"{MODE_GLYPH[row.mode]} ", colour), (_TIER[row.mode], "$soft"), (row.mode, f"bold {colour}"))
