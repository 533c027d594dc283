"""A line of titles, one of which is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from toolscope.ui.present.text import assemble

Section = tuple[str, str, str]
"""Key, title, and what is counted in it."""


class Sections(Widget):
    """Titles with the key that opens each; a click opens one too."""

    DEFAULT_CSS = "Sections { height: 1; width: 100%; }"

    sections: reactive[tuple[Section, ...]] = reactive(())
    chosen: reactive[str] = reactive("")
    """The title that is open."""

    @dataclass
    class Chosen(Message):
        """A title was clicked."""

        title: str

    def render(self) -> Content:
        """The line."""
        return assemble(*(self._title(section) for section in self.sections))

    def _title(self, section: Section) -> Content:
        key, title, counted = section
        style = "bold $here on $here-bg" if title == self.chosen else "$ink"
        number = (f" {counted}", "$soft") if counted else ""
        return assemble((key, "$soft"), (f" {title} ", style), number, "   ")

    def on_click(self, event: events.Click) -> None:
        """Open the title under the mouse."""
        start = 0
        for section in self.sections:
            end = start + self._title(section).cell_length
            if start <= event.x < end:
                self.post_message(self.Chosen(section[1]))
            start = end
