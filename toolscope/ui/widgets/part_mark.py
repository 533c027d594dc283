"""How many rows a list has, or whether a group is open; and the keys that change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from toolscope.ui.present.draft import Entry
from toolscope.ui.present.form import Field
from toolscope.ui.present.text import assemble, plural


class PartMark(Widget, can_focus=True):
    """One line; Enter opens a group or adds a row, Backspace closes it or takes the last row away."""

    DEFAULT_CSS = """
    PartMark { height: 1; background: $raised; color: $ink; padding: 0 1; }
    PartMark:focus { background: $here-bg; }
    """
    HELP_TITLE = "Parts"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,plus", "more(1)", "Add or open", key_display="⏎"),
        Binding("backspace,delete,minus", "more(-1)", "Take away or close", key_display="⌫"),
    ]

    @dataclass
    class Pressed(Message):
        """Somebody wants one more (1) or one less (-1)."""

        field: Field
        step: int

    def __init__(self, field: Field, entry: Entry) -> None:
        super().__init__()
        self.field, self.entry = field, entry

    def render(self) -> Content:
        """The state, then the keys."""
        if self.field.kind == "group":
            state, keys = ("open", "⌫ closes it") if self.entry.text else ("unset", "⏎ opens it")
        else:
            count = self.entry.text
            state = plural(int(count), "row") if count else "unset"
            keys = "⏎ adds a row   ⌫ takes the last away" if count else "⏎ adds a row"
            keys = "⏎ adds a row   ⌫ leaves it unset" if count == "0" else keys
        line = assemble((state, "$ink" if self.entry.text else "$soft"), (f"   {keys}", "$soft"))
        return line.truncate(max(1, self.content_size.width), ellipsis=True)

    def action_more(self, step: int) -> None:
        """One more or one less."""
        self.post_message(self.Pressed(self.field, step))

    def on_click(self) -> None:
        """A click is Enter."""
        self.action_more(1)
