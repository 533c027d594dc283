"""Numbers, glyphs and lines: the words that every pane is made of."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from toolscope.connections.state import State
from toolscope.disclosure.ladder import Form
from toolscope.disclosure.listing import Mode

Part: TypeAlias = Content | str | tuple[str, str]
"""A piece of a line; a pair is text and a style such as ``bold $ink``. Text is never parsed as markup."""

MODE_GLYPH: dict[Mode, str] = {"full": "▇", "names": "▄", "summary": "▂", "hidden": "·"}
STATE_GLYPH: dict[State, str] = {
    State.READY: "●",
    State.CONNECTING: "◐",
    State.WAITING: "○",
    State.STALE: "◒",
    State.LOST: "◌",
    State.FAILED: "✕",
    State.DISABLED: "–",
    State.UNTRUSTED: "!",
    State.SIGNED_OUT: "◇",
}
FORM_COLOUR: dict[Form, str] = {
    "full": "$mode-full",
    "names": "$mode-names",
    "mixed": "$mode-names",
    "groups": "$mode-summary",
    "none": "$mode-hidden",
}
MINUS = "−"
UNKNOWN = "–"
COMING = "…"


def assemble(*parts: Part) -> Content:
    """Parts one after the other."""
    return Content.assemble(*parts)


def stack(lines: Iterable[Content]) -> Content:
    """Lines under one another."""
    return Content("\n").join(lines)


def runs(cells: Iterable[tuple[str, str]]) -> Content:
    """Cells and their styles as one line, neighbours of one style together."""
    found = ((style, "".join(glyph for glyph, _ in run)) for style, run in groupby(cells, key=itemgetter(1)))
    return assemble(*((text, style) if style else text for style, text in found))


def pad(*parts: Part, width: int, right: bool = False) -> Content:
    """Parts filled to a width in cells, cut with an ellipsis when too long; ``right`` aligns to the right."""
    line = assemble(*parts)
    if line.cell_length > width:
        line = line.truncate(width, ellipsis=True)
    gap = " " * (width - line.cell_length)
    return assemble(gap, line) if right else assemble(line, gap)


def middle(text: str, width: int) -> str:
    """A text in at most ``width`` cells; of a long command or path the end tells most, so its middle goes."""
    if cell_len(text) <= width:
        return text
    tail = max(0, (width - 1) * 2 // 3)
    return f"{set_cell_size(text, max(0, width - 1 - tail))}…{set_cell_size(text[::-1], tail)[::-1]}"


def spread(left: Part, right: Part, width: int) -> Content:
    """Left and right on one line of a width in cells; the left one gives way."""
    left, right = assemble(left), assemble(right)
    room = width - right.cell_length - 2
    if left.cell_length > room:
        left = left.truncate(max(0, room), ellipsis=True)
    return assemble(left, " " * max(1, width - left.cell_length - right.cell_length), right)


def number(n: float, signed: bool = False) -> str:
    """Thousands by commas, a real minus, no decimals."""
    text = f"{abs(n):,.0f}"
    sign = MINUS if n < 0 and text != "0" else "+" if signed else ""
    return sign + text


def percent(value: float, decimals: int = 1, signed: bool = False) -> str:
    """A percentage, with the space before its sign."""
    text = f"{abs(value):,.{decimals}f}"
    sign = MINUS if value < 0 and float(text.replace(",", "")) else "+" if signed else ""
    return f"{sign}{text} %"


def share(value: float | None) -> str:
    """A percentage in at most 7 cells."""
    if value is None:
        return UNKNOWN
    if 0 < value < 0.05:
        return "<0.1 %"
    return percent(value, 1 if value < 1000 else 0)


def duration(milliseconds: float) -> str:
    """Milliseconds below a second, then seconds."""
    return f"{milliseconds:,.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:,.1f} s"


def clock(at: float) -> str:
    """A time of day to the millisecond."""
    return datetime.fromtimestamp(at).strftime("%H:%M:%S.%f")[:-3]


def size(count: int) -> str:
    """Bytes in the unit that reads best."""
    if count < 1024:
        return f"{count} B"
    return f"{count / 1024:,.1f} KB" if count < 1024**2 else f"{count / 1024**2:,.1f} MB"


def plural(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def tool_name(name: str, style: str = "$ink") -> Content:
    """A model-visible name: the prefix steps back, the word that tells tools apart stays."""
    head, separator, leaf = name.rpartition("__")
    return assemble((head + separator, "$soft"), (leaf, style))


def badge(words: str, colour: str) -> Content:
    """Words on a coloured ground, for example a tier or a verdict."""
    return assemble((f" {words} ", f"bold $badge-ink on {colour}"))


def state(value: State, words: bool = True) -> Content:
    """A connection state as glyph and word."""
    glyph = (STATE_GLYPH[value], f"$state-{value}")
    return assemble(glyph, (f" {value}", "$bad" if value is State.FAILED else "$soft")) if words else assemble(glyph)
