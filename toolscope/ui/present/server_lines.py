"""The lines of the server table: which columns a width has room for, and a row in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from toolscope.connections.state import State
from toolscope.disclosure.listing import Mode
from toolscope.ui.present.bars import Stretches, around, bar
from toolscope.ui.present.servers import Row, Total, Words
from toolscope.ui.present.text import (
    COMING,
    MODE_GLYPH,
    STATE_GLYPH,
    UNKNOWN,
    assemble,
    number,
    pad,
    state,
)

NARROW, WIDE = 98, 158
"""Widths of a line, without its edge, below which columns fold and from which exact counts show."""

_TIER: dict[Mode, str] = {"full": "T1 ", "names": "T1 ", "summary": "T2 ", "hidden": ""}
_EMPTY = Content()
_TOOLS, _MODE, _LISTED, _LISTED_EXACT, _SCHEMAS = 6, 12, 7, 7, 8


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one width. They depend on the servers and the width alone, so nothing moves with a slider."""

    name: int
    state: int
    marks: int
    """For the count of problems after the tools; 0 when no server has any."""
    narrow: bool
    wide: bool
    bar: int
    mode_at: int
    """The cell in which the mode begins."""
    bar_at: int
    """The cell in which the bar begins."""

    @classmethod
    def of(cls, width: int, rows: Sequence[Row]) -> Columns:
        """The columns of lines of ``width`` cells, with one cell of margin at both ends."""
        narrow, wide = width < NARROW, width >= WIDE
        most = 11 if narrow else 24 if wide else 16
        name = min(most, max((11, *(assemble(row.shown).cell_length for row in rows))))
        marks = max((1 + len(_mark(row)) for row in rows if row.problems), default=0)
        state_width = 2 if narrow else 12
        fields = [name, state_width, _TOOLS + marks, _MODE, _LISTED]
        fields += [] if narrow else [_SCHEMAS]
        fields += [_LISTED_EXACT, _SCHEMAS] if wide else []
        bar_at = 1 + sum(fields) + 2 * len(fields)
        mode_at = 1 + sum(fields[:3]) + 6
        return cls(name, state_width, marks, narrow, wide, max(1, width - 1 - bar_at), mode_at, bar_at)

    def line(self, fields: Fields, last: Content) -> Content:
        """A line with what stands in the bar's place."""
        cells = [
            pad(fields.name, width=self.name),
            pad(fields.state, width=self.state),
            assemble(_right(fields.tools, _TOOLS), pad(fields.marks, width=self.marks)),
        ]
        if not fields.wordy:
            cells += [pad(fields.mode, width=_MODE), _right(fields.listed, _LISTED)]
            cells += [_right(fields.listed_exact, _LISTED_EXACT)] if self.wide else []
            cells += [] if self.narrow else [_right(fields.schemas, _SCHEMAS)]
            cells += [_right(fields.schemas_exact, _SCHEMAS)] if self.wide else []
        return assemble(" ", assemble("  ").join([*cells, last]))


@dataclass(frozen=True, slots=True)
class Fields:
    """The cells of a line, before they are padded."""

    name: Content
    state: Content = _EMPTY
    tools: Content = _EMPTY
    marks: Content = _EMPTY
    mode: Content = _EMPTY
    listed: Content = _EMPTY
    listed_exact: Content = _EMPTY
    schemas: Content = _EMPTY
    schemas_exact: Content = _EMPTY
    wordy: bool = False
    """Whether words take the room of the numbers as well: there are none."""


def head(columns: Columns, scale: Content) -> Content:
    """The heads, and the axis over the bars."""
    fields = Fields(
        name=_head("server"),
        state=_head("" if columns.narrow else "state"),
        tools=_head("tools"),
        mode=_head("mode"),
        listed=_head("listed"),
        listed_exact=_head("exact"),
        schemas=_head("schemas"),
        schemas_exact=_head("exact"),
    )
    return columns.line(fields, scale)


def _head(word: str) -> Content:
    return assemble((word, "$soft"))


def server(columns: Columns, row: Row, parts: Stretches, lit: bool, at: int | None) -> Content:
    """A server's line; ``lit`` is false when its mode is not a matter of the budget, ``at`` is the line's cell."""
    quiet = "$soft" if row.out_of_scope else "$ink"
    fields = Fields(
        name=assemble((row.shown, "$soft" if row.out_of_scope else "bold $ink")),
        state=_state(row, words=not columns.narrow),
        tools=_count(row.tools, quiet, coming=row.state.pending),
        marks=assemble((_mark(row) and f" {_mark(row)}", "$state-stale")),
        mode=_mode(row),
        listed=_count(row.listed, "$ink" if row.listed else "$soft"),
        listed_exact=_count(row.listed_exact, "$soft", coming=row.listed is not None),
        schemas=_count(row.schemas, quiet),
        schemas_exact=_count(row.schemas_exact, "$soft", coming=row.schemas is not None),
    )
    if not row.words:
        return columns.line(fields, bar(parts, row.mode if lit else None, columns.bar, at))
    room = columns.bar_at - columns.mode_at
    if row.schemas is None and (columns.narrow or not _fits(row.words, columns.bar)):
        said = (("out of scope ·", "$soft"), *row.words) if row.out_of_scope else row.words
        if columns.narrow and not _fits(said, columns.bar + room):
            said = said[-1:]  # the particulars: what kind of fault it is stands in the drill-down
        line = around(said, columns.bar + room, None if at is None else at + room)
        return columns.line(replace(fields, wordy=True), line)
    return columns.line(fields, around(row.words, columns.bar, at))


def _fits(words: Words, width: int) -> bool:
    """Whether words fit wherever the budget line is: the line must not move them about."""
    text = " ".join(text for text, _ in words)
    longest = max((len(word) for word in text.split()), default=0)
    return assemble(text).cell_length + longest + 3 <= width


def total(columns: Columns, sums: Total, said: Words) -> Content:
    """The last line."""
    fields = Fields(
        name=assemble(("total", "$soft")),
        tools=_count(sums.tools, "bold $ink"),
        listed=_count(sums.listed, "bold $ink"),
        listed_exact=_count(sums.listed_exact, "$soft", coming=True),
        schemas=_count(sums.schemas, "bold $ink"),
        schemas_exact=_count(sums.schemas_exact, "$soft", coming=True),
    )
    return columns.line(fields, around(said, columns.bar, None))


def _right(cell: Content, width: int) -> Content:
    return pad(cell, width=width, right=True)


def _mark(row: Row) -> str:
    return f"!{number(row.problems)}" if row.problems else ""


def _count(value: int | None, style: str, coming: bool = False) -> Content:
    if value is None:
        return assemble((COMING if coming else UNKNOWN, "$soft"))
    return assemble((number(value), style))


def _state(row: Row, words: bool) -> Content:
    if row.out_of_scope:
        return assemble((STATE_GLYPH[State.DISABLED], "$state-disabled"), (" what-if" if words else "", "$soft"))
    return state(row.state, words)


def _mode(row: Row) -> Content:
    if row.mode is None:
        return assemble((row.mode_words, "$soft"))
    colour = f"$mode-{row.mode}"
    return assemble((f"{MODE_GLYPH[row.mode]} ", colour), (_TIER[row.mode], "$soft"), (row.mode, f"bold {colour}"))
