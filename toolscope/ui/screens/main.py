"""The main screen.

TopBar          tabs, servers
Deck            Budget: sliders and what they come to      Strip   on the other tabs: one line of it
BudgetPane      servers with their bars, the manifest
SearchPane      queries and why                            one of these four
CallPane        a form, what would be sent, the result
LogPane         what happened, raw messages
KeyLine         the keys valid here
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.getters import query_one
from textual.reactive import reactive, var
from textual.widget import MountError, Widget
from textual.widgets import ContentSwitcher

from toolscope.config.model import Complaint, Origin
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.messages import SaveAsked, ServersAsked, SettingsAsked
from toolscope.ui.screens import tabs
from toolscope.ui.screens.stops import StopScreen
from toolscope.ui.widgets.deck import Deck
from toolscope.ui.widgets.key_line import KeyLine
from toolscope.ui.widgets.row_list import RowList
from toolscope.ui.widgets.strip import Strip
from toolscope.ui.widgets.top_bar import TopBar

if TYPE_CHECKING:
    from toolscope.disclosure.exact import ExactCosts
    from toolscope.ui.present.sheet import Sheet
    from toolscope.ui.screens.evaluation import Left


_BUDGET = ("manifest", "copy_settings", "save_settings", "add_servers", "compare")
"""Actions on servers and their manifest."""


class MainScreen(StopScreen):
    """Four tabs over one survey."""

    CSS_PATH = ["main.tcss", "deck.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-medium"), (160, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Everywhere"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "tab('budget')", "Budget", id="budget", show=False, priority=True),
        Binding("f3", "tab('search')", "Search", id="search", show=False, priority=True),
        Binding("f4", "tab('call')", "Call", id="call", show=False, priority=True),
        Binding("f5", "tab('log')", "Log", id="log", show=False, priority=True),
        Binding("m", "manifest", "Manifest", id="manifest", tooltip="the manifest over the table, and back"),
        Binding("a", "add_servers", "Add servers", id="add", tooltip="servers of other configurations, or pasted"),
        Binding("equals_sign", "compare", "Compare", key_display="=", tooltip="this release beside another one"),
        Binding("y", "copy_settings", "Copy YAML", id="copy", tooltip="copy the settings as YAML"),
        Binding("ctrl+s", "save_settings", "Save", id="save", key_display="^s", tooltip="settings into their file"),
        Binding(
            "exclamation_mark", "notes", "Notes", id="notes", show=False, tooltip="what the configuration got wrong"
        ),
        Binding("f9", "evaluate", "Evaluate", key_display="F9", tooltip="labelled queries, judged in every release"),
    ]

    survey: var[Survey] = var(Survey)
    exact: var[ExactCosts | None] = var(None)
    tab: reactive[str] = reactive("budget")
    notes: reactive[int] = reactive(0)
    """How many things in the configuration were not taken as written."""

    switcher = query_one(ContentSwitcher)

    def __init__(self, survey: Survey) -> None:
        super().__init__()
        self._left: dict[str, Widget] = {}
        self._sheet: Sheet | None = None
        """The labelled queries that were judged last."""
        self.origins: Mapping[str, Origin] = {}
        """Where each setting was written."""
        self.whole = asyncio.Event()
        """Set once every tab is there."""
        self.set_reactive(MainScreen.survey, survey)

    def compose(self) -> ComposeResult:
        """Everything that can be seen."""
        yield TopBar().data_bind(MainScreen.survey, MainScreen.tab, MainScreen.notes)
        with Vertical(id="deck-place"):
            yield Deck().data_bind(MainScreen.survey, MainScreen.exact)
            yield Strip().data_bind(MainScreen.survey, MainScreen.exact)
        yield ContentSwitcher()
        yield KeyLine()

    def on_mount(self) -> None:
        """Start on the first slider; what stands behind it can come after the first sight."""
        self.query_one(Deck).focus_first()
        self.call_after_refresh(self._add_panes)

    @work
    async def _add_panes(self) -> None:
        """The panes, the one that is seen first, each as soon as it is loaded."""
        self.app.stylesheet.read_all(tabs.SHEETS)
        bound = MainScreen.survey
        # Within this screen, which they are bound to; somebody may leave before all of them are there.
        with self._context(), suppress(MountError):
            self.budget_pane = (await in_thread(tabs.budget))().data_bind(bound, MainScreen.exact)
            await self.switcher.add_content(self.budget_pane, id="budget", set_current=True)
            self.search_pane = (await in_thread(tabs.search))().data_bind(bound)
            await self.switcher.add_content(self.search_pane, id="search")
            self.call_pane = (await in_thread(tabs.call))().data_bind(bound)
            await self.switcher.add_content(self.call_pane, id="call")
            self.log_pane = (await in_thread(tabs.log))().data_bind(bound)
            await self.switcher.add_content(self.log_pane, id="log")
            self.whole.set()
            self.refresh_bindings()
            if self.tab != "budget":
                self.watch_tab("budget", self.tab)

    def watch_tab(self, before: str, tab: str) -> None:
        """Show a tab; the focus goes where it was when the tab was left."""
        if not self.whole.is_set():
            return
        if self.focused is not None:
            self._left[before] = self.focused
        self.switcher.current = tab
        self.set_class(tab != "budget", "-strip")
        self.call_after_refresh(self._focus_into, tab)

    def _focus_into(self, tab: str) -> None:
        pane = self.switcher.get_child_by_id(tab)
        if self.focused is not None and pane in self.focused.ancestors:
            return
        left = self._left.get(tab)
        first = (widget for widget in pane.query(getattr(pane, "FOCUS", "*")) if widget.focusable)
        if left is not None and left.is_attached and left.focusable:
            left.focus()
        elif tab == "budget":
            self.query_one(Deck).focus_first()
        elif (target := next(first, None)) is not None:
            target.focus()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    @on(RowList.Moved)
    def _point(self) -> None:
        """While somebody is on a server, the deck tells about it."""
        if not self.whole.is_set():
            return
        table = self.budget_pane.table
        self.query_one(Deck).point(table.label if table.has_focus else None)

    def watch_survey(self) -> None:
        """The server that somebody is on may have no group any more, or one again."""
        if self.is_mounted:
            self.call_next(self._point)

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        """Focus a widget that is there to stay: keys sent to one that was removed would go nowhere for good."""
        if widget is None or not any(node._pruning for node in widget.ancestors_with_self):
            super().set_focus(widget, scroll_visible, from_app_focus)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is about servers and their manifest belongs to the Budget tab, labelled queries to the Search tab."""
        if action == "evaluate":
            return self.tab == "search" and self.whole.is_set()
        if action == "notes":
            return self.notes > 0
        return self.tab == "budget" and self.whole.is_set() if action in _BUDGET else True

    def action_manifest(self) -> None:
        """The manifest over the table, and back."""
        self.budget_pane.action_manifest()

    def action_copy_settings(self) -> None:
        """The settings as YAML, on the clipboard."""
        self.budget_pane.action_copy_settings()

    def action_save_settings(self) -> None:
        """The settings into the file they came from."""
        self.post_message(SaveAsked())

    def action_add_servers(self) -> None:
        """Servers of other configurations, or pasted ones."""
        self.post_message(ServersAsked())

    def action_compare(self) -> None:
        """This release of Hermes beside another one."""
        from toolscope.ui.screens.comparison import ComparisonScreen

        self.app.push_screen(ComparisonScreen(self.survey, self.origins))

    def action_tab(self, tab: str) -> None:
        """Show a tab."""
        self.tab = tab

    def on_top_bar_tab_chosen(self, message: TopBar.TabChosen) -> None:
        """A click on a tab."""
        self.tab = message.tab

    @on(Deck.ModelsAsked)
    def _models_asked(self) -> None:
        from toolscope.ui.screens.window import ask_window

        ask_window(self.app, self.survey.settings, lambda settings: self.post_message(SettingsAsked(settings)))

    # what the configuration got wrong

    def complain(self, *wrong: Complaint | str) -> None:
        """Write down what was not taken as written, and say at the top how much of it there is."""
        for one in wrong:
            self.log_pane.complain(one)
        self.notes += len(wrong)

    @on(TopBar.NotesChosen)
    def action_notes(self) -> None:
        """Show the complaints in the log."""
        self.log_pane.show_kind("config")
        self.tab = "log"

    # labelled queries

    def action_evaluate(self) -> None:
        """Judge labelled queries."""
        self.call_next(self._evaluate)

    def _evaluate(self) -> None:
        from toolscope.ui.screens.evaluation import EvaluationScreen

        left_out = self.search_pane.config.left_out
        screen = EvaluationScreen(self.survey, self._sheet, self.origins, left_out).data_bind(MainScreen.survey)
        self.app.push_screen(screen, self._evaluated)

    async def _evaluated(self, left: Left | None) -> None:
        if left is None:
            return
        self._sheet = left.sheet
        if left.query is not None:
            self.tab = "search"
            await self.search_pane.queries.ask(left.query, left.wanted)
