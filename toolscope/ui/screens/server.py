"""One server in full: its tools, its way into the manifest, its problems, its standard error."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import ContentSwitcher, Footer, Input, Static

from toolscope.connections.state import ServerStatus
from toolscope.disclosure.costs import tools_costs
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.messages import ServerOpened
from toolscope.ui.present.changes import Changed, changes, comparison
from toolscope.ui.present.changes import line as change_line
from toolscope.ui.present.life import life_lines, life_table
from toolscope.ui.present.problems import Problem, problems, raw_json
from toolscope.ui.present.problems import line as problem_line
from toolscope.ui.present.shares import shares
from toolscope.ui.present.text import assemble, number, spread, stack, state
from toolscope.ui.screens.connecting import ConnectingScreen
from toolscope.ui.widgets.item_list import ItemList
from toolscope.ui.widgets.life_view import LifeView
from toolscope.ui.widgets.row_list import RowList
from toolscope.ui.widgets.sections import Sections
from toolscope.ui.widgets.tool_detail import ToolDetail
from toolscope.ui.widgets.tool_list import ToolList

_SECTIONS = {"Tools": "tools", "Life line": "life", "Problems": "problems", "Changes": "changes", "Stderr": "stderr"}

_FOCUS = {
    "Tools": "ToolList",
    "Life line": "#life",
    "Problems": "#problems ItemList",
    "Changes": "#changes ItemList",
    "Stderr": "#stderr",
}
_WIDEST = 200
"""Columns of the screen, as in its style sheet."""


class ServerScreen(ConnectingScreen):
    """The drill-down of one configured server."""

    CSS_PATH = "server.tcss"
    HELP_TITLE = "Server"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "section('Tools')", "Tools", show=False),
        Binding("2", "section('Life line')", "Life line", show=False),
        Binding("3", "section('Problems')", "Problems", show=False),
        Binding("4", "section('Changes')", "Changes", show=False),
        Binding("5", "section('Stderr')", "Stderr", show=False),
        Binding("v", "next_view", "View", tooltip="Text, schema as published, for the model, what changed"),
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("w", "wire", "Wire", tooltip="What was asked of it, what it answered, its standard error"),
        Binding("down", "into_list", "To the list", show=False),
        Binding("escape", "back", "Close", key_display="Esc"),
    ]

    def __init__(self, server: str, survey: Survey | None = None) -> None:
        """``survey`` is the moment to start from, where none is bound."""
        super().__init__(server)
        self.problems: ItemList[Problem] = ItemList("Problems", problem_line)
        self.changes: ItemList[Changed] = ItemList("Changes", change_line)
        if survey is not None:
            self.set_reactive(ServerScreen.survey, survey)

    def compose(self) -> ComposeResult:
        """Header, titles, the open section."""
        with Vertical(id="server"):
            yield Static(id="server-head", markup=False)
            yield Static(id="server-life", markup=False)
            yield Sections()
            with ContentSwitcher(initial="tools"):
                with Container(id="tools"):
                    with Vertical(id="tool-side"):
                        yield Input(placeholder="filter by name or description", id="tool-filter")
                        yield ToolList(self.server).data_bind(ServerScreen.survey)
                    yield ToolDetail(id="tool-text")
                yield LifeView(id="life")
                with Container(id="problems"):
                    yield self.problems
                    yield VerticalScroll(Static(markup=False), classes="beside", id="problem-text")
                with Container(id="changes"):
                    yield self.changes
                    yield VerticalScroll(Static(markup=False), classes="beside", id="change-text")
                yield VerticalScroll(Static(markup=False), id="stderr")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Start in the list; on the problems when there are no tools."""
        self._fill()
        has_tools = self.query_one(ToolList).count[1] > 0
        self.action_section("Tools" if has_tools or not self.problems.keys else "Problems")

    def watch_survey(self) -> None:
        """Show another moment, once the list has it too."""
        if self.is_mounted:
            self.call_next(self._fill)

    def on_resize(self) -> None:
        """Beside one another where there is room, else under one another."""
        self.set_class(self.size.width < 140, "-stacked")
        self._fill()

    # what is shown

    def _fill(self) -> None:
        status = self.survey.status(self.server)
        if status is None:
            self._text("#server-head").update(
                assemble((one_line(self.server), "bold $ink"), "  is not configured any more")
            )
            return
        share = shares(self.survey.catalog, (self.server,))[self.server]
        found = problems(self.survey, status)
        self._head(status)
        width = max(40, min(_WIDEST, self.size.width) - 4)
        self._text("#server-life").update(stack(life_lines(self.survey, status, share, width)))
        steps = life_table(self.survey, status, share, width)
        self.query_one(LifeView).show(steps, status.config.held)
        tail = [assemble((line, "$ink")) for line in status.stderr_tail]
        self._text("#stderr Static").update(stack(tail or [assemble(("It wrote nothing to standard error.", "$soft"))]))
        self.problems.fill(found)
        self.changes.fill(changes(self.survey, self.server))
        self.query_one(Sections).sections = (
            ("1", "Tools", number(self.query_one(ToolList).count[1])),
            ("2", "Life line", ""),
            ("3", "Problems", number(sum(problem.serious for problem in found))),
            ("4", "Changes", number(len(self.changes.keys))),
            ("5", "Stderr", number(len(tail))),
        )
        self._show_tool()
        self._show_problem()
        self._show_change()
        self._count()
        self.refresh_bindings()

    @work(exclusive=True)
    async def _count(self) -> None:
        """Count the tools exactly: there may be thousands."""
        tools, plan = self.query_one(ToolList), self.survey.disclosure
        if tools.counted is None:
            counted = await in_thread(partial(tools_costs, plan, tools.tools))
            if plan is self.survey.disclosure:
                tools.counted = counted
                self._show_tool()

    def _text(self, selector: str) -> Static:
        return self.query_one(selector, Static)

    def _head(self, status: ServerStatus) -> None:
        head, width = self._text("#server-head"), max(40, min(_WIDEST, self.size.width) - 4)
        endpoint = (f"   {one_line(status.config.endpoint)}", "$soft")
        name = assemble((one_line(status.name), "bold $ink"), "   ", state(status.state), endpoint)
        head.update(spread(name, ("Esc closes", "$soft"), width))

    def _show_tool(self) -> None:
        tools = self.query_one(ToolList)
        tool = tools.tool
        self.query_one(ToolDetail).show(self.survey, tool, tools.cost(tool) if tool else None)

    def _show_problem(self) -> None:
        problem = self.problems.item
        nothing = assemble(("Nothing is wrong with this server.", "$soft"))
        self._text("#problem-text Static").update(raw_json(problem) if problem else nothing)

    def _show_change(self) -> None:
        change = self.changes.item
        nothing = assemble(("Its tools are the same as when it was first listed.", "$soft"))
        self._text("#change-text Static").update(stack(comparison(change)) if change else nothing)

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        event.stop()
        if isinstance(event.list, ToolList):
            self._show_tool()
        elif event.list is self.problems:
            self._show_problem()
            self.query_one("#problem-text").scroll_home(animate=False)
        else:
            self._show_change()
            self.query_one("#change-text").scroll_home(animate=False)

    @on(Input.Changed, "#tool-filter")
    def _filtered(self, event: Input.Changed) -> None:
        tools = self.query_one(ToolList)
        tools.words = event.value
        self._show_tool()

    @on(Input.Submitted, "#tool-filter")
    def _into_list(self) -> None:
        self.action_into_list()

    @on(Sections.Chosen)
    def _section(self, event: Sections.Chosen) -> None:
        self.action_section(event.title)

    def action_section(self, title: str) -> None:
        """Open a section and put the focus into it."""
        self.query_one(Sections).chosen = title
        self.query_one(ContentSwitcher).current = _SECTIONS[title]
        self.query_one(_FOCUS[title]).focus()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Views are those of a tool."""
        if action == "next_view":
            return self.is_mounted and self.query_one(Sections).chosen == "Tools"
        return super().check_action(action, parameters)

    def action_next_view(self) -> None:
        """The next view of the chosen tool."""
        self.query_one(ToolDetail).next_view()

    def action_filter(self) -> None:
        """Type what a tool must hold."""
        self.action_section("Tools")
        self.query_one("#tool-filter").focus()

    def action_into_list(self) -> None:
        """From the filter to what it found."""
        if isinstance(self.focused, Input):
            self.query_one(ToolList).focus()

    def action_wire(self) -> None:
        """What went over its wire."""
        self.post_message(ServerOpened(self.server, wire=True))

    def action_back(self) -> None:
        """Out of the filter, then out of the screen."""
        if isinstance(self.focused, Input):
            self.focused.value = ""
            self.query_one(ToolList).focus()
        else:
            self.dismiss()
