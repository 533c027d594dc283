"""Keys in words: in the line at the bottom, and in the help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from textual.binding import ActiveBinding
from textual.content import Content
from textual.keys import format_key

from toolscope.ui.present.text import MODE_GLYPH, assemble, pad
from toolscope.ui.present.wrapping import fold

Groups: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""By the title of the widget that owns the keys: what they do, and the keys that do it."""

_KEYS = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "enter": "⏎",
    "escape": "Esc",
    "space": "Space",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "delete": "Del",
    "backspace": "⌫",
}
_MODIFIERS = {"ctrl": "Ctrl+", "shift": "⇧", "alt": "Alt+"}
_READING = (
    (f"{MODE_GLYPH['full']} full", "name and description"),
    (f"{MODE_GLYPH['names']} names", "name only"),
    (f"{MODE_GLYPH['summary']} summary", "one line a server"),
    (f"{MODE_GLYPH['hidden']} hidden", "not mentioned"),
)
_GAP, _BETWEEN, _LABEL = 2, 4, 12
_TWO_COLUMNS = 84
"""Cells from which on two columns are readable."""


# the line at the bottom


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key and what it does, in a word or two."""

    key: str
    """As Textual names it."""
    shown: str
    words: str
    enabled: bool = True
    stays: bool = False
    """Shown at the right end, however little room there is."""

    @property
    def content(self) -> Content:
        """Key and words."""
        return assemble((self.shown, "$here" if self.enabled else "$faint"), (f" {self.words}", "$soft"))


def placed(hints: Sequence[KeyHint], width: int) -> list[tuple[int, KeyHint]]:
    """The hints that fit in ``width`` cells with the column of each: the first ones, and at the right what stays."""
    staying = [hint for hint in hints if hint.stays]
    end = width
    found: list[tuple[int, KeyHint]] = []
    for hint in reversed(staying):
        end = max(0, end - hint.content.cell_length)
        found.insert(0, (end, hint))
        end -= _GAP
    places: list[tuple[int, KeyHint]] = []
    column = 0
    for hint in hints:
        if hint.stays:
            continue
        if column + hint.content.cell_length > end:
            break
        places.append((column, hint))
        column += hint.content.cell_length + _GAP
    return [*places, *found]


def key_line(hints: Sequence[KeyHint], width: int) -> Content:
    """The hints that fit, in one line."""
    line = Content("")
    for column, hint in placed(hints, width):
        line = assemble(line, " " * (column - line.cell_length), hint.content)
    return line


# the help


def key_words(key: str) -> str:
    """A key as people write it: ``Ctrl+Z``, ``⇧→``, ``F9``, ``?``."""
    *modifiers, name = key.split("+")
    capital = modifiers or (name[:1] == "f" and name[1:].isdigit())
    shown = _KEYS.get(name) or (name.upper() if capital else format_key(name))
    return "".join(_MODIFIERS.get(modifier, f"{modifier}+") for modifier in modifiers) + shown


def grouped(bindings: Iterable[ActiveBinding]) -> dict[str, dict[str, list[str]]]:
    """The keys by the widget that owns them and by what they do; only those that the project itself declares."""
    groups: dict[str, dict[str, list[str]]] = {}
    for active in bindings:
        binding = active.binding
        title, words = getattr(active.node, "HELP_TITLE", None), binding.tooltip or binding.description
        if title and words and active.enabled and ours(active):
            keys = groups.setdefault(title, {}).setdefault(words, [])
            if key_words(binding.key) not in keys:
                keys.append(key_words(binding.key))
    return groups


def ours(active: ActiveBinding) -> bool:
    """Whether a class outside of Textual declares the action: inherited scrolling and copying would be noise."""
    own = (kind for kind in type(active.node).__mro__ if not kind.__module__.startswith("textual."))
    declared = (entry for kind in own for entry in vars(kind).get("BINDINGS", ()))
    return any((entry[1] if isinstance(entry, tuple) else entry.action) == active.binding.action for entry in declared)


def help_lines(groups: Groups, width: int, reading: bool) -> list[Content]:
    """All keys in one column, or in two where there is room; ``reading`` adds what the bars mean."""
    wide = width >= _TWO_COLUMNS
    room = (width - _BETWEEN) // 2 if wide else width
    named = [(title, [(" ".join(keys[:3]), words) for words, keys in rows.items()]) for title, rows in groups.items()]
    if reading:
        named.append(("How to read it", list(_READING)))
    blocks = [list(_block(title, rows, room)) for title, rows in named]
    if not wide:
        return [line for block in blocks for line in block]
    left: list[Content] = []
    right: list[Content] = []
    for block in blocks:
        (left if len(left) <= len(right) else right).extend(block)
    pairs = zip_longest(left, right, fillvalue=Content(""))
    return [assemble(pad(one, width=room + _BETWEEN), other) for one, other in pairs]


def _block(title: str, rows: Iterable[tuple[str, str]], width: int) -> Iterator[Content]:
    """A title and its keys; what does not fit beside a key goes on below its own words."""
    yield assemble((title, "bold $ink"))
    for keys, words in rows:
        label = max(_LABEL, Content(keys).cell_length + 2)
        first, *rest = fold(words, max(8, width - label))
        yield assemble(pad((keys, "$here"), width=label), (first, "$soft"))
        yield from (assemble(" " * label, (part, "$soft")) for part in rest)
    yield Content("")
