"""Where you are, and the truth about the connections."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from toolscope.connections.state import State
from toolscope.survey import Survey
from toolscope.ui.present.text import STATE_GLYPH, Part, assemble, number, plural, spread

TABS = (("F2", "Budget", "budget"), ("F3", "Search", "search"), ("F4", "Call", "call"), ("F5", "Log", "log"))
"""Key, title and name of each tab."""
_TOLD = (
    State.CONNECTING,
    State.WAITING,
    State.READY,
    State.STALE,
    State.LOST,
    State.FAILED,
    State.UNTRUSTED,
    State.SIGNED_OUT,
)


class TopBar(Static):
    """One line: the tabs on the left, the servers on the right."""

    DEFAULT_CSS = "TopBar { height: 1; background: $raised; padding: 0 2; }"
    ALLOW_SELECT = False

    survey: reactive[Survey] = reactive(Survey)
    tab: reactive[str] = reactive("")
    """The name of the shown tab; empty shows none."""
    notes: reactive[int] = reactive(0)
    """What the configuration got wrong; nothing is shown for none."""

    @dataclass
    class TabChosen(Message):
        """A tab was clicked."""

        tab: str

    class NotesChosen(Message):
        """The number of notes was clicked."""

    def render(self) -> Content:
        """The line."""
        return spread(assemble(*self._tabs()), self._right, self.size.width)

    @property
    def _right(self) -> Content:
        return assemble(*self._told, *self._servers())

    @property
    def _told(self) -> list[Part]:
        """The key that shows the notes, and how many there are."""
        words = f" {plural(self.notes, 'note')}   " if self._roomy else f" {self.notes}  "
        return [("!", "bold $verdict-ask"), (words, "$soft")] if self.notes else []

    @property
    def _roomy(self) -> bool:
        return self.size.width >= 96

    def _tabs(self) -> list[Part]:
        parts: list[Part] = [("toolscope", "bold $ink"), "   "]
        if not self.tab:
            return parts
        for key, title, name in TABS:
            parts.append((f"{key} ", "$soft") if self._roomy else "")
            parts.append((f" {title} ", "bold $here on $here-bg" if name == self.tab else "$ink"))
            parts.append("  " if self._roomy else "")
        return parts

    def _servers(self) -> list[Part]:
        survey = self.survey
        if not survey.statuses:
            return [(f"{survey.settings.profile.name}   no servers", "$soft")]
        parts: list[Part] = (
            [(survey.settings.profile.name, "$soft"), "   "] if self._roomy and not survey.pending else []
        )
        for state in _TOLD:
            count = sum(1 for status in survey.statuses if status.state is state)
            if count:
                words = f" {state}  " if self._roomy else "  "
                parts += [(STATE_GLYPH[state], f"$state-{state}"), f" {count}", (words, "$soft")]
        tools = len(survey.catalog.tools)
        words = " tools so far" if survey.pending else " tools"
        return [*parts, " ", (number(tools), "bold"), (words, "$soft") if self._roomy or survey.pending else ""]

    def on_click(self, event: events.Click) -> None:
        """A click on a tab's title shows it, one on the notes shows them."""
        notes = event.x - self.gutter.left - (self.size.width - self._right.cell_length)
        if 0 <= notes < assemble(*self._told).cell_length:
            self.post_message(self.NotesChosen())
        column = len("toolscope") + 3 + 2
        for _, title, name in TABS:
            width = len(title) + 2 + (5 if self._roomy else 0)
            if column <= event.x < column + width:
                self.post_message(self.TabChosen(name))
            column += width
