"""What the servers needed to start, on one axis of time."""

from __future__ import annotations

import time
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widgets import Static

from toolscope.survey import Survey
from toolscope.ui.messages import ServerOpened
from toolscope.ui.present.text import assemble
from toolscope.ui.present.waterfall import Start, head, legend, line, start
from toolscope.ui.widgets.headed_list import HeadedList

_TICK = 0.25
"""Seconds between two looks at the clock while something is starting."""


class StartList(HeadedList):
    """The servers in the order of the configuration."""

    HELP_TITLE = "Start-up"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Open its tools", key_display="⏎")]

    survey: reactive[Survey] = reactive(Survey)

    def __init__(self) -> None:
        super().__init__()
        self._starts: dict[str, Start] = {}

    def on_mount(self) -> None:
        """Go on measuring while servers are starting."""
        self.set_interval(_TICK, self._tick)

    def _tick(self) -> None:
        if self.survey.pending:
            self.watch_survey()

    def watch_survey(self) -> None:
        """Show another moment."""
        now = time.monotonic()
        self._starts = {status.name: start(status, now) for status in self.survey.statuses}
        self.show(list(self._starts))

    def draw_head(self, width: int) -> Content:
        """The heads."""
        return head(list(self._starts.values()), width)

    def draw_row(self, key: str, width: int) -> Content:
        """A server."""
        longest = max(each.total for each in self._starts.values())
        return line(self._starts[key], longest, width)

    def action_choose(self) -> None:
        """Open the chosen server."""
        if self.key is not None:
            self.post_message(ServerOpened(self.key))


class WaterfallScreen(ModalScreen[None]):
    """Which server makes the others wait."""

    CSS_PATH = ["dialogs.tcss", "waterfall.tcss"]
    HELP_TITLE = "Start-up"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,w", "dismiss", "Close", key_display="Esc")]

    def compose(self) -> ComposeResult:
        """Title, servers, what the glyphs mean."""
        with Vertical(classes="dialog -waterfall"):
            yield Static(
                assemble(("Start-up", "bold $ink"), ("   each server from being asked for to its tools", "$soft"))
            )
            yield StartList()
            yield Static(legend(), classes="note")
            yield Static(assemble(("⏎ opens a server, Esc closes", "$soft")), classes="note")

    def on_mount(self) -> None:
        """Keys move in the list, which follows the app."""
        starts = self.query_one(StartList)
        starts.focus()
        self.watch(self.app, "survey", partial(setattr, starts, "survey"))
