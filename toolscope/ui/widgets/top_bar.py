"""Where you are, and the truth about the connections."""

from __future__ import annotations

from collections.abc import Iterator
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
_WITH_KEYS, _APART = 76, 2
"""Cells from which on the tabs have their keys, and cells between them and the servers."""
_WORDS = ("profile notes states tools", "notes states tools", "states tools", "tools", "")
"""What is named beside its number, and whether the release is: the longest spelling first."""
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
        notes, servers = self._right
        return spread(self._left, assemble(notes, servers), self.size.width)

    @property
    def _left(self) -> Content:
        return assemble(("toolscope", "bold $ink"), "   ", *(tab for _, tab in self._tabs()))

    @property
    def _right(self) -> tuple[Content, Content]:
        """The notes and the servers, in as many words as there is room for beside the tabs."""
        room = self.size.width - self._left.cell_length - _APART
        spellings = [(self._told("notes" in named), assemble(*self._servers(named))) for named in _WORDS]
        fits = (one for one in spellings if sum(part.cell_length for part in one) <= room)
        return next(fits, spellings[-1])

    def _told(self, words: bool) -> Content:
        """The key that shows the notes, and how many there are."""
        count = f" {plural(self.notes, 'note')}   " if words else f" {self.notes}  "
        return assemble(("!", "bold $verdict-ask"), (count, "$soft")) if self.notes else Content()

    @property
    def _roomy(self) -> bool:
        return self.size.width >= 96

    def _tabs(self) -> Iterator[tuple[str, Content]]:
        """Each tab's name and its title; how wide they are depends on the window alone, so that they stay in place."""
        for key, title, name in TABS if self.tab else ():
            shown = (f" {title} ", "bold $here on $here-bg" if name == self.tab else "$ink")
            if self._roomy:
                yield name, assemble((f"{key} ", "$soft"), shown, "  ")
            else:
                yield name, assemble((key if self.size.width >= _WITH_KEYS else "", "$soft"), shown)

    def _servers(self, named: str) -> list[Part]:
        """How many servers are in each state, and the tools; ``named`` is one of ``_WORDS``."""
        survey = self.survey
        if not survey.statuses:
            return [(f"{survey.settings.profile.name}   no servers", "$soft")]
        parts: list[Part] = (
            [(survey.settings.profile.name, "$soft"), "   "] if "profile" in named and not survey.pending else []
        )
        for state in _TOLD:
            count = sum(1 for status in survey.statuses if status.state is state)
            if count:
                words = f" {state}  " if "states" in named else "  "
                parts += [(STATE_GLYPH[state], f"$state-{state}"), f" {count}", (words, "$soft")]
        tools = len(survey.catalog.tools)
        words = " tools so far" if survey.pending else " tools" if "tools" in named else ""
        return [*parts, " ", (number(tools), "bold"), (words, "$soft")]

    def on_click(self, event: events.Click) -> None:
        """A click on a tab's title shows it, one on the notes shows them."""
        notes, servers = self._right
        begins = self.gutter.left + self.size.width - assemble(notes, servers).cell_length
        if begins <= event.x < begins + notes.cell_length:
            self.post_message(self.NotesChosen())
        column = len("toolscope") + 3 + self.gutter.left
        for name, tab in self._tabs():
            if column <= event.x < column + tab.cell_length:
                self.post_message(self.TabChosen(name))
            column += tab.cell_length
