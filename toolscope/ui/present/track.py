"""A slider as cells: the columns of the deck, the track with its thumb, and the row of breakpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from toolscope.ui.present.reading import Reading, Tick
from toolscope.ui.present.scale import Scale, neighbour
from toolscope.ui.present.text import runs

MARGIN, NAME, VALUE, GAP = 2, 19, 9, 2
START = MARGIN + NAME + VALUE + GAP
"""The column in which every track begins."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The widths, in cells, that depend on the terminal: the rest of the deck's columns are fixed."""

    track: int
    note: int

    @property
    def note_start(self) -> int:
        """The column in which the notes begin."""
        return START + self.track + GAP


def columns(width: int) -> Columns:
    """The columns of a deck of this width."""
    note = 24 if width < 100 else 48 if width >= 160 else 32
    room = width - START - GAP - MARGIN
    note = max(0, min(note, room - 12))
    return Columns(max(1, room - note), note)


def fitting(spellings: Sequence[str], width: int) -> str:
    """The first spelling that fits; the last one is cut when none does."""
    fits = (words for words in spellings if Content(words).cell_length <= width)
    return next(fits, spellings[-1])


def track(shown: Reading, scale: Scale, width: int, lit: bool) -> Content:
    """The line: filled up to the thumb, dashed where moving changes nothing. ``lit`` when it has the focus."""
    at = -1 if shown.value is None else scale.column(shown.value, width)
    edge = _edge(shown, scale, width)

    def cell(x: int) -> tuple[str, str]:
        if x == at:
            return ("●", "bold $here") if shown.decides else ("○", "bold $soft")
        if x > edge or shown.locked:
            return ("╌", "$faint")
        return ("━", "$here" if lit else "$soft") if x < at else ("─", "$soft")

    return runs([cell(x) for x in range(width)])


def breakpoints(shown: Reading, scale: Scale, width: int, pointed: Tick | None = None) -> Content:
    """The ticks under a track; the two that Shift and an arrow reach are bold, the one pointed at is marked."""
    values = [tick.value for tick in shown.ticks]
    here = scale.low if shown.value is None else shown.value
    near = (neighbour(values, here, -1), neighbour(values, here, 1))
    edge = _edge(shown, scale, width)
    styles: dict[int, str] = {}
    for tick in shown.ticks:
        if not scale.low <= tick.value <= scale.high:
            continue
        x = scale.column(tick.value, width)
        style = "$soft" if x <= edge else "$faint"
        if tick.value == here or tick == pointed:
            style = "bold $here"
        elif tick.value in near and x <= edge:
            style = "bold $ink"
        styles[x] = max(style, styles.get(x, ""), key=_ORDER.index)
    return runs([("▴", styles[x]) if x in styles else (" ", "") for x in range(width)])


_ORDER = ("", "$faint", "$soft", "bold $ink", "bold $here")


def ticks_at(shown: Reading, scale: Scale, width: int, column: int, reach: int = 0) -> tuple[Tick, ...]:
    """The breakpoints drawn in a cell, or in the nearest one at most ``reach`` cells away."""
    inside = [tick for tick in shown.ticks if scale.low <= tick.value <= scale.high]
    places = {tick: abs(scale.column(tick.value, width) - column) for tick in inside}
    nearest = min(places.values(), default=reach + 1)
    return tuple(tick for tick, away in places.items() if away == nearest) if nearest <= reach else ()


def _edge(shown: Reading, scale: Scale, width: int) -> int:
    """The last cell that has an effect; one beside the thumb is left where there is still something to gain."""
    if shown.limit < scale.low:
        return -1
    edge = scale.column(shown.limit, width)
    if shown.value is not None and shown.value < shown.limit:
        edge = max(edge, scale.column(shown.value, width) + 1)
    return edge
