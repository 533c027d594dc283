"""What went over the wires, as lines: which items are wanted, a row of the list, one item in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from textual.content import Content

from toolscope.canonical import Json, compact
from toolscope.plain import clean, one_line
from toolscope.ui.present.json_text import json_content
from toolscope.ui.present.text import Part, assemble, clock, duration, number, pad, plural, spread
from toolscope.ui.present.traffic import Item, Kind
from toolscope.veil import hidden

Direction: TypeAlias = Literal["sent", "received"]

_WIDE = 98
_SHOWN, _PARTS = 400, 12
"""Characters of a text, and members of an object or array, that a line is made of."""
_LONGEST = 2_000
_SECRET = 8_000
"""Characters beyond a cut that are looked at, so that no secret is cut and then not known any more."""
_GLYPHS: dict[Kind, tuple[str, str]] = {
    "noise": ("?", "$verdict-ask"),
    "stderr": ("┊", "$soft"),
    "connection": ("●", "$soft"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items are shown."""

    words: tuple[str, ...] = ()
    """In lower case; each must stand somewhere in an item."""
    server: str | None = None
    direction: Direction | None = None
    kind: Kind | None = None

    def takes(self, item: Item) -> bool:
        """Whether an item is one of them."""
        if self.server is not None and item.server != self.server:
            return False
        if self.kind is not None and item.kind != self.kind:
            return False
        if self.direction is not None and (item.kind in _GLYPHS or item.sent != (self.direction == "sent")):
            return False
        if not self.words:
            return True
        text = f"{item.server} {item.kind} {item.method} {item.identifier} {preview(item.message)}".lower()
        return all(word in text for word in self.words)


def said(message: Json) -> Json:
    """What a message says beside who answers whom: its parameters, its result, its error, or all of it."""
    if isinstance(message, dict):
        return next((message[key] for key in ("params", "result", "error") if key in message), message)
    return message


def preview(message: Json) -> str:
    """The beginning of what a message says, in its compact spelling; nothing beyond it is spelled."""
    value = said(message)
    return value[:_LONGEST] if isinstance(value, str) else compact(_clipped(value, 6))[:_LONGEST]


def _clipped(value: Json, levels: int) -> Json:
    if isinstance(value, str):
        return hidden(value[: _SHOWN + _SECRET])[:_SHOWN]
    if isinstance(value, dict):
        members = list(zip(range(_PARTS), value.items(), strict=False)) if levels else []
        return {str(key)[:_SHOWN]: _clipped(item, levels - 1) for _, (key, item) in members}
    if isinstance(value, list):
        return [_clipped(item, levels - 1) for item in value[:_PARTS]] if levels else []
    return value


def heading(width: int) -> Content:
    """The column heads."""
    cells = (pad((name, "$soft"), width=room, right=right) for name, room, right in _columns(width))
    return pad(*cells, width=width)


def brief(item: Item, width: int) -> Content:
    """One item on one line, where its server is known."""
    cells, names = _cells(item, _WIDE), ("time", "", "method", "took")
    rooms = {"time": 14, "": 2, "method": 18, "took": 9}
    head = assemble(*(pad(cells[name], width=rooms[name], right=name == "took") for name in names))
    return pad(head, "  ", cells["message"], width=width)


def row(item: Item, width: int) -> Content:
    """One item on one line."""
    cells = _cells(item, width)
    padded = (pad(cells.get(name, ""), width=room, right=right) for name, room, right in _columns(width))
    return pad(*padded, width=width)


def _cells(item: Item, width: int) -> dict[str, Part]:
    glyph = _GLYPHS.get(item.kind) or (("→", "bold $here") if item.sent else ("←", "bold $info"))
    moment = clock(item.at)
    bad = item.kind in ("error", "noise")
    return {
        "time": (moment if width >= _WIDE else moment[:8], "$soft"),
        "": glyph,
        "server": (one_line(item.server), "bold $ink"),
        "id": (one_line(item.identifier, 8), "$soft"),
        "kind": (item.kind, "$bad" if bad else "$soft"),
        "method": _method(item, narrow=width < _WIDE),
        "took": _took(item),
        "message": (one_line(preview(item.message)), "$soft" if item.kind == "stderr" else "$ink"),
    }


def _columns(width: int) -> list[tuple[str, int, bool]]:
    """Name, cells and alignment of each column; the message takes the rest."""
    if width >= _WIDE:
        left = [
            (" ", 1, False),
            ("time", 14, False),
            ("", 2, False),
            ("server", 13, False),
            ("id", 5, False),
            ("kind", 13, False),
        ]
        left += [("method", 22, False), ("took", 10, True), (" ", 2, False)]
    else:
        left = [(" ", 1, False), ("time", 9, False), ("", 2, False), ("server", 11, False)]
        left += [("method", 17, False), ("took", 9, True), (" ", 1, False)]
    return [*left, ("message", max(1, width - sum(room for _, room, _ in left)), False)]


def _method(item: Item, narrow: bool) -> Part:
    if narrow and not item.method and item.kind in _GLYPHS:
        return (item.kind, "$soft")
    if item.kind in ("reply", "error") and not item.method:
        return ("nobody asked", "$verdict-ask")
    return (one_line(item.method, 40), "$ink")


def _took(item: Item) -> Part:
    if item.took is not None:
        return (duration(item.took), "$soft")
    if item.kind != "request":
        return ""
    return (item.ended and "no reply", "$bad") if item.ended else ("waiting", "$verdict-ask")


def detail(item: Item, other: Item | None, width: int, lines: int) -> Iterator[Content]:
    """An item in full, as far as ``lines`` go: what it belongs to, then the message."""
    head = assemble((item.kind, "bold $ink"), (f" {one_line(item.method, 60)}" if item.method else "", "$ink"))
    yield spread(assemble(head, (f"   {_belongs(item, other)}", "$soft")), (_where(item), "$soft"), width)
    if isinstance(item.message, str):
        yield assemble((clean(item.message[: width * lines]), "$ink"))
    else:
        yield json_content(_shortened(said(item.message)), max(1, lines - 1), max(20, min(_LONGEST, width * 2)))


def _shortened(message: Json) -> Json:
    """A message without the parts that are too many to look at."""
    return _clipped_wide(message, 30)


def _clipped_wide(value: Json, levels: int) -> Json:
    if isinstance(value, dict):
        if not levels:
            return f"{{… {plural(len(value), 'member')}}}"
        return {key: _clipped_wide(item, levels - 1) for _, (key, item) in zip(range(200), value.items(), strict=False)}
    if isinstance(value, list):
        return [_clipped_wide(item, levels - 1) for item in value[:200]] if levels else f"[… {len(value):,}]"
    return value


def _where(item: Item) -> str:
    arrow = "" if item.kind in _GLYPHS else " sent" if item.sent else " received"
    return f"{one_line(item.server, 40)}{arrow} {clock(item.at)}"


def _belongs(item: Item, other: Item | None) -> str:
    """What a request or a reply has to do with its other half."""
    if item.kind == "request":
        if item.took is not None:
            return f"answered after {duration(item.took)}" + ("" if other else "; the answer is not kept any more")
        return f"never answered: {item.ended}" if item.ended else "no answer yet"
    if item.kind not in ("reply", "error"):
        return ""
    if item.took is None:
        return "answers nothing that was asked"
    if other is not None and other.pair != item.key:
        return f"a second answer, after {duration(item.took)}"
    late = f", late: {other.ended}" if other is not None and other.ended else ""
    return f"took {duration(item.took)}{late}"


def summary(wanted: Wanted, shown: int, every: int) -> Content:
    """Which items are shown, and how many of how many."""
    parts = [f"{number(shown)} of {number(every)}" if shown != every else number(every)]
    parts += [f"server {one_line(wanted.server, 30)}"] if wanted.server is not None else []
    parts += [wanted.direction] if wanted.direction else []
    parts += [f"kind {wanted.kind}"] if wanted.kind else []
    return assemble((" · ".join(parts), "$soft"))
