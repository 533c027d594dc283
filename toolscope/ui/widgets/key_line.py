"""The line of keys at the bottom: those valid where the focus is, and always the one for help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from toolscope.ui.present.keys import KeyHint, key_line, key_words, placed


class KeyLine(Widget):
    """What does not fit is left out from the end. A click on a key presses it."""

    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: 1; background: $deck; color: $ink; padding: 0 2; }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.hints: tuple[KeyHint, ...] = ()

    def on_mount(self) -> None:
        """Follow the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self._updated)
        self.app.screen_change_signal.subscribe(self, self._updated)
        self._updated(self.screen)

    def _updated(self, _: Screen[Any]) -> None:
        """Under a dialog the line is empty: its keys would do nothing there."""
        if self.is_attached and self.app.app_focus:
            hints = tuple(self._hints()) if self.screen is self.app.screen else ()
            if hints != self.hints:
                self.hints = hints
                self.refresh()

    def _hints(self) -> Iterator[KeyHint]:
        """One hint an action, nearest to the focus first."""
        seen: set[tuple[int, str]] = set()
        for active in self.screen.active_bindings.values():
            binding, which = active.binding, (id(active.node), active.binding.action)
            if binding.show and binding.description and which not in seen:
                seen.add(which)
                stays = binding.action == "keys"
                # Where one types, a question mark is text: then the other key for help is named.
                shown = key_words(binding.key) if stays else self.app.get_key_display(binding)
                yield KeyHint(binding.key, shown, binding.description, active.enabled, stays)

    def render(self) -> Content:
        """The keys that fit."""
        return key_line(self.hints, self.size.width)

    def on_click(self, event: events.Click) -> None:
        """A click on a key presses it."""
        x = event.x - self.gutter.left
        for column, hint in placed(self.hints, self.size.width):
            if hint.enabled and column <= x < column + hint.content.cell_length:
                self.app.simulate_key(hint.key)
