"""The keys that are valid where the focus is, gathered from the widgets themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from toolscope.ui.present.text import MODE_GLYPH, assemble, pad, spread, stack

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
    "question_mark": "?",
    "slash": "/",
    "tab": "Tab",
    "delete": "Del",
    "backspace": "⌫",
}
_READING = (
    ("full", "name and description"),
    ("names", "name only"),
    ("summary", "one line a server"),
    ("hidden", "not mentioned"),
)
_COLUMN = 40


def key_words(binding: Binding) -> str:
    """A key as people write it: ``Ctrl+Z``, ``⇧→``."""
    if binding.key_display:
        return binding.key_display
    *modifiers, key = binding.key.split("+")
    shown = "".join({"ctrl": "Ctrl+", "shift": "⇧", "alt": "Alt+"}.get(m, f"{m}+") for m in modifiers)
    return shown + _KEYS.get(
        key, key.upper() if len(key) == 1 and modifiers else key.upper() if key[1:].isdigit() else key
    )


class HelpScreen(ModalScreen[None]):
    """Keys here, and how to read the bars."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,f1", "dismiss", "Close", key_display="Esc"),
    ]

    def __init__(self, bindings: Iterable[ActiveBinding]) -> None:
        super().__init__()
        self._groups = _grouped(bindings)

    def compose(self) -> ComposeResult:
        """Two columns of keys."""
        with Vertical(classes="dialog -help"):
            yield Static(spread(("Keys here", "bold $ink"), ("Esc closes", "$soft"), 2 * _COLUMN))
            with VerticalScroll():
                yield Static(_two_columns(self._groups))


def _grouped(bindings: Iterable[ActiveBinding]) -> dict[str, dict[tuple[str, str], list[str]]]:
    """Title of the widget that owns the keys, then words, then its keys."""
    groups: dict[str, dict[tuple[str, str], list[str]]] = {}
    for active in bindings:
        binding = active.binding
        title = getattr(active.node, "HELP_TITLE", None)
        if not title or not (binding.tooltip or binding.description) or not active.enabled:
            continue
        words = binding.tooltip or binding.description
        keys = groups.setdefault(title, {}).setdefault((words, binding.action), [])
        if key_words(binding) not in keys:
            keys.append(key_words(binding))
    return groups


def _block(title: str, rows: Iterable[tuple[str, str]]) -> list[Content]:
    lines = [assemble((title, "bold $ink"))]
    for key, words in rows:
        lines.append(assemble(pad((key, "$here"), width=12), pad((words, "$soft"), width=_COLUMN - 14)))
    return [*lines, Content("")]


def _two_columns(groups: dict[str, dict[tuple[str, str], list[str]]]) -> Content:
    blocks = [
        _block(title, ((" ".join(keys[:2]), words) for (words, _), keys in entries.items()))
        for title, entries in groups.items()
    ]
    blocks.append(_block("How to read it", ((f"{MODE_GLYPH[mode]} {mode}", words) for mode, words in _READING)))  # type: ignore[index]
    left: list[Content] = []
    right: list[Content] = []
    for block in blocks:
        (left if len(left) <= len(right) else right).extend(block)
    rows = max(len(left), len(right))
    blank = Content("")
    padded = ((left[i] if i < len(left) else blank, right[i] if i < len(right) else blank) for i in range(rows))
    return stack(assemble(pad(one, width=_COLUMN), other) for one, other in padded)
