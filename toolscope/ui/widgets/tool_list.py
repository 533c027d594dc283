"""The tools of one server: any number of them, in any order, filtered."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from toolscope.catalog.tool import Tool
from toolscope.disclosure.listing import Mode
from toolscope.survey import Survey
from toolscope.ui.messages import ScopeToggled, ToolOpened
from toolscope.ui.present.tool_lines import Sort, ToolColumns, arranged
from toolscope.ui.present.tools import Costs, costs, mode_of, tools_of
from toolscope.ui.widgets.headed_list import HeadedList


class ToolList(HeadedList):
    """The tools by model-visible name; those taken out of scope stay, so that they can be put back."""

    HELP_TITLE = "Tools"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Call it", key_display="⏎", tooltip="Open the Call tab on this tool"),
        Binding("space", "toggle_scope", "Scope", key_display="Space", tooltip="Take this tool out, or back in"),
        Binding("s", "sort_next", "Sort", tooltip="Order by the next column"),
        Binding("S", "sort_turned", "Turn the order", show=False),
    ]

    survey: reactive[Survey] = reactive(Survey)
    words: reactive[str] = reactive("")
    """What the filter holds."""
    sort: reactive[Sort] = reactive(Sort())

    def __init__(self, server: str) -> None:
        super().__init__()
        self._server = server
        self._tools: dict[str, Tool] = {}
        self._costs: dict[str, tuple[Tool, Mode | None, Costs]] = {}

    @property
    def tool(self) -> Tool | None:
        """The tool under the cursor."""
        return self._tools.get(self.key) if self.key is not None else None

    @property
    def count(self) -> tuple[int, int]:
        """How many are shown, of how many."""
        return len(self.keys), len(self._tools)

    def cost(self, tool: Tool) -> Costs:
        """The costs of a tool as it is shown now."""
        mode = mode_of(self.survey, tool)
        known = self._costs.get(tool.name)
        if known is None or known[0] is not tool or known[1] != mode:
            known = (tool, mode, costs(tool, mode))
            self._costs[tool.name] = known
        return known[2]

    def watch_survey(self, old: Survey, new: Survey) -> None:
        """Show another moment."""
        if old.catalog is not new.catalog or not self._tools:
            self._tools = {tool.name: tool for tool in tools_of(new, self._server)}
        self._arrange()

    def watch_words(self) -> None:
        """Filter."""
        self._arrange()

    def watch_sort(self) -> None:
        """Order."""
        self._arrange()

    def _arrange(self) -> None:
        self.show(arranged(self._tools.values(), self.sort, self.words, self.cost))

    def draw_head(self, width: int) -> Content:
        """The heads."""
        return ToolColumns.of(width).head(self.sort)

    def draw_row(self, key: str, width: int) -> Content:
        """A tool."""
        tool = self._tools[key]
        return ToolColumns.of(width).line(tool, self.cost(tool), self.survey.scope.excludes(tool))

    def click_head(self, x: int) -> None:
        """Order by the column that was clicked; again turns the order."""
        field = ToolColumns.of(self.line_width).at(x)
        if field is not None:
            self.sort = self.sort.by(field)

    def action_sort_next(self) -> None:
        """Order by the next column."""
        self.sort = self.sort.next(ToolColumns.of(self.line_width).fields)

    def action_sort_turned(self) -> None:
        """Turn the order round."""
        self.sort = self.sort.by(self.sort.field)

    def action_choose(self) -> None:
        """Open the chosen tool where it can be called."""
        if self.key is not None:
            self.post_message(ToolOpened(self.key))

    def action_toggle_scope(self) -> None:
        """Take the chosen tool out of the session, or back in."""
        if self.key is not None:
            self.post_message(ScopeToggled(tool=self.key))
