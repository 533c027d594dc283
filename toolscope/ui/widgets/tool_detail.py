"""One tool in full: its text, its schema as it was published and as a model gets it, what changed on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.reactive import reactive
from textual.widgets import Static

from toolscope.catalog.stages import Stages, stages
from toolscope.catalog.tool import Tool
from toolscope.disclosure.costs import Costs
from toolscope.disclosure.parts import Parts, parts
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.present.stage_text import VIEWS, View, schema_lines, view_at, view_line
from toolscope.ui.present.text import assemble
from toolscope.ui.present.tool_facts import Facts
from toolscope.ui.present.tool_text import tool_text
from toolscope.ui.present.wrapping import wrap
from toolscope.ui.widgets.line_view import LineView


class ToolLines(LineView):
    """What one view shows of the tool."""

    HELP_TITLE = "Tool"

    survey = Survey()
    tool: Tool | None = None
    costs: Costs | None = None
    parts: Parts | None = None
    stages: Stages | None = None
    view: View = "text"

    def build(self, width: int) -> Sequence[Content]:
        """The lines of the open view."""
        if self.tool is None or self.costs is None or self.parts is None or self.stages is None:
            return [assemble(("No tool is shown.", "$soft"))]
        if self.view != "text":
            return schema_lines(self.stages, self.view, width)
        facts = Facts.of(self.survey, self.tool, self.costs, self.parts)
        return list(wrap(tool_text(self.tool, facts, width), width))


class ToolDetail(Vertical):
    """The chosen tool under a line of views."""

    DEFAULT_CSS = """
    ToolDetail > #views { height: 1; width: 100%; margin-bottom: 1; }
    """

    view: reactive[View] = reactive("text", init=False)

    lines = query_one(ToolLines)
    views = query_one("#views", Static)

    def compose(self) -> ComposeResult:
        """The line of views, and what they show."""
        yield Static(id="views", markup=False)
        yield ToolLines()

    def show(self, survey: Survey, tool: Tool | None, costs: Costs | None) -> None:
        """Show a tool; another one from its beginning."""
        lines = self.lines
        another = tool is not lines.tool
        lines.survey, lines.tool, lines.costs = survey, tool, costs
        if another and tool is not None:
            lines.parts, lines.stages = parts(tool), stages(survey.settings.profile, tool)
            self._count(tool)
        self._rebuild()
        if another:
            lines.scroll_home(animate=False)

    @work(exclusive=True, description="counts a tool")
    async def _count(self, tool: Tool) -> None:
        """Count the parts exactly."""
        counted = await in_thread(partial(parts, tool, exactly=True))
        if self.lines.tool is tool:
            self.lines.parts = counted
            self._rebuild()

    def watch_view(self, view: View) -> None:
        """Open another view at its beginning."""
        self.lines.view = view
        self._rebuild()
        self.lines.scroll_home(animate=False)

    def next_view(self) -> None:
        """Open the view to the right."""
        self.view = VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)]

    def on_resize(self) -> None:
        """The line of views depends on the width."""
        self._show_views()

    def on_click(self, event: events.Click) -> None:
        """A click on the title of a view opens it."""
        if event.widget is self.views:
            self.view = view_at(event.x, self.view, self._changes, self.views.size.width)

    def _rebuild(self) -> None:
        self.lines.rebuild()
        self._show_views()

    def _show_views(self) -> None:
        self.views.update(view_line(self.view, self._changes, self.views.size.width))

    @property
    def _changes(self) -> int:
        return len(self.lines.stages.changes) if self.lines.stages else 0
