"""The guardrail in full: what would happen with every tool, by which rule, and what Hermes would do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from toolscope.config.hooks import Hook
from toolscope.config.model import Guardrail
from toolscope.invocation.guardrail import audit, rulings
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.present.missing import still_connecting
from toolscope.ui.present.rulings import Rulings, counted, detail, idle_lines
from toolscope.ui.present.text import assemble, spread, stack
from toolscope.ui.widgets.row_list import RowList
from toolscope.ui.widgets.ruling_list import RulingList

_WIDEST = 200
"""Columns of the screen, as in its style sheet."""
_SIDE_BY_SIDE = 140


class RuleFilter(Input):
    """What a line must hold."""

    HELP_TITLE = "Filter"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "To the list", key_display="⏎"),
        Binding("escape", "clear", "All tools", key_display="Esc"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a text Esc belongs to the screen."""
        return bool(self.value) if action == "clear" else super().check_action(action, parameters)

    async def action_clear(self) -> None:
        """Every tool again, and on to the list."""
        self.value = ""
        await self.action_submit()


class RulesScreen(ModalScreen[None]):
    """A table of all deferred tools; the chosen one in full; the rules that decide nothing."""

    CSS_PATH = "rules.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("down", "into_list", "To the list", show=False),
        Binding("escape,ctrl+r", "back", "Close", key_display="Esc"),
    ]

    rows = query_one(RulingList)
    filter = query_one(RuleFilter)
    head = query_one("#rule-head", Static)
    text = query_one("#rule-text Static", Static)
    idle = query_one("#rule-idle", VerticalScroll)

    def __init__(self, pane: Widget, survey: Survey, guardrail: Guardrail, hooks: Sequence[Hook] = ()) -> None:
        """``survey`` is the one of ``pane`` now; each later one of it is judged as well."""
        super().__init__()
        self._pane = pane
        self._survey, self._guardrail, self._hooks = survey, guardrail, hooks

    def compose(self) -> ComposeResult:
        """Head, filter, table, the chosen tool, idle rules."""
        with Vertical(id="rules"):
            yield Static(id="rule-head")
            # What was typed before it had the focus must stay.
            hint = "type to filter: tool, server, allow, ask, deny, a rule, hermes asks"
            yield RuleFilter(placeholder=hint, id="rule-filter", select_on_focus=False)
            with Container(id="rule-body"):
                yield RulingList()
                yield VerticalScroll(Static(), id="rule-text")
            yield VerticalScroll(Static(), id="rule-idle")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Judging thousands of tools takes a moment."""
        self.idle.display = False
        self.rows.focus()
        self._paint()
        self._judge()
        self.watch(self._pane, "survey", self._follow)

    def _follow(self, survey: Survey) -> None:
        before, self._survey = self._survey, survey
        if survey.catalog is not before.catalog:
            self._judge()
        self._paint()

    @work(exclusive=True)
    async def _judge(self) -> None:
        self.rows.rulings = await in_thread(partial(_judged, self._survey, self._guardrail))
        self.idle.display = bool(self.rows.rulings.idle)
        self._paint()

    def on_resize(self) -> None:
        """Beside one another where there is room, else under one another."""
        self.set_class(self.size.width < _SIDE_BY_SIDE, "-stacked")
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        width = max(40, min(_WIDEST, self.size.width) - 4)
        title = assemble(("Guardrail", "bold $ink"), "   ", counted(self.rows.rulings.tools))
        to_come = still_connecting(self._survey, short=width < 100)
        aside = (to_come, "$state-connecting") if to_come else ("Esc closes", "$soft")
        self.head.update(spread(title, aside, width))
        notes = self.rows.rulings.idle
        if notes:
            self.idle.query_one(Static).update(stack(idle_lines(notes, width)))
        self._show_tool()

    def _show_tool(self) -> None:
        chosen = self.rows.ruling
        width = max(20, self.query_one("#rule-text").size.width - 4)
        nothing = [assemble(("No tool is shown.", "$soft"))]
        self.text.update(stack(detail(chosen, self._hooks, width) if chosen else nothing))

    @on(RowList.Moved)
    def _moved(self) -> None:
        self._show_tool()
        self.query_one("#rule-text").scroll_home(animate=False)

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        self.refresh_bindings()
        self.rows.words = event.value
        self._show_tool()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.rows.focus()

    def on_key(self, event: events.Key) -> None:
        """What is typed anywhere here goes into the filter, but for the few characters that are keys."""
        if event.is_printable and event.character and event.key not in self.active_bindings:
            event.stop()
            self.set_focus(self.filter)
            self.filter.insert_text_at_cursor(event.character)

    def action_filter(self) -> None:
        """Type what a line must hold."""
        self.filter.focus()

    def action_into_list(self) -> None:
        """From the filter to what it found."""
        self.rows.focus()

    def action_back(self) -> None:
        """Out of the screen."""
        self.dismiss()


def _judged(survey: Survey, guardrail: Guardrail) -> Rulings:
    trust = {status.name: status.config.trust for status in survey.statuses}
    judged = rulings(survey.settings.profile, guardrail, trust, survey.catalog.deferred)
    return Rulings(judged, audit(guardrail, survey.catalog.tools, survey.listed))
