"""One of several values, or none: a line that is stepped through, typed into, or opened as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from toolscope.canonical import Json, compact
from toolscope.plain import Plain, one_line
from toolscope.ui.present.text import Part, spread


class Choice(Widget, can_focus=True):
    """Shows the chosen value; the value is its compact JSON, nothing while unset."""

    DEFAULT_CSS = """
    Choice { height: 1; background: $raised; color: $ink; padding: 0 1; }
    Choice:focus { background: $here-bg; }
    """
    HELP_TITLE = "Choice"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "step(1)", "Next value", show=False),
        Binding("left", "step(-1)", "Value before", show=False),
        Binding("backspace,delete", "clear", "Leave it unset", key_display="⌫", tooltip="leave the argument out"),
        Binding("enter", "open", "List", key_display="⏎", tooltip="choose from a list"),
    ]

    value: reactive[str] = reactive("")

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        choice: Choice

        @property
        def control(self) -> Choice:
            """The control that posted it."""
            return self.choice

    @dataclass
    class ListAsked(Message):
        """Somebody wants all values as a list."""

        choice: Choice

    def __init__(
        self, values: Sequence[Json], value: str = "", unset: str = "unset", named: Sequence[Plain] = ()
    ) -> None:
        """``named`` is what the values are called; by default they are spelled."""
        super().__init__()
        self.values = tuple(compact(one) for one in values)
        self.shown = tuple(named) or tuple(shown(one) for one in values)
        self._unset = unset
        self.set_reactive(Choice.value, value)

    def render(self) -> Content:
        """The value and the mark of a list."""
        at = self._at
        text: Part = (self._unset, "$soft") if at is None else (self.shown[at], "$ink")
        return spread(text, ("▼", "$soft"), self.content_size.width)

    @property
    def _at(self) -> int | None:
        return self.values.index(self.value) if self.value in self.values else None

    def take(self, value: str) -> None:
        """Choose a value."""
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self))

    def action_step(self, step: int) -> None:
        """The next value or the one before; unset lies between the last and the first."""
        ring = ["", *self.values]
        self.take(ring[(ring.index(self.value) + step) % len(ring)] if self.value in ring else ring[step])

    def action_clear(self) -> None:
        """Unset."""
        self.take("")

    def action_open(self) -> None:
        """Ask for the list."""
        self.post_message(self.ListAsked(self))

    def on_key(self, event: events.Key) -> None:
        """A letter goes to the next value that begins with it."""
        if event.character is None or not event.is_printable or event.key == "space":
            return
        start = 0 if self._at is None else self._at + 1
        ring = [*range(start, len(self.values)), *range(start)]
        found = next((at for at in ring if self.shown[at].lower().startswith(event.character.lower())), None)
        if found is not None:
            self.take(self.values[found])
            event.stop()
            event.prevent_default()

    def on_click(self) -> None:
        """A click opens the list."""
        self.action_open()


def shown(value: Json) -> Plain:
    """A value of a choice in one line; an empty text is seen as one."""
    return one_line(value if isinstance(value, str) and value.strip() else compact(value), 200)
