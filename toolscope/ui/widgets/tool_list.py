"""The tools of one server: any number of them, in any order, filtered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from toolscope.catalog.tool import Tool
from toolscope.disclosure.costs import Costs, mode_of, tool_costs
from toolscope.disclosure.listing import Mode
from toolscope.survey import Survey
from toolscope.ui.messages import ScopeToggled, ToolOpened
from toolscope.ui.present import tool_lines
from toolscope.ui.present.grid import Grid
from toolscope.ui.present.tools import tools_of
from toolscope.ui.widgets.costed_list import CostedList


class ToolList(CostedList):
    """The tools by model-visible name; those taken out of scope stay, so that they can be put back."""

    HELP_TITLE = "Tools"
    FIRST_ORDER = tool_lines.BY_NAME
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Call it", key_display="⏎", tooltip="Open the Call tab on this tool"),
    ]

    words: reactive[str] = reactive("")
    """What the filter holds."""
    counted: reactive[Mapping[str, Costs] | None] = reactive(None)
    """The costs of these tools with exact counts, by name; ``None`` while they are being counted."""

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

    @property
    def tools(self) -> tuple[Tool, ...]:
        """All of them."""
        return tuple(self._tools.values())

    def cost(self, tool: Tool) -> Costs:
        """The costs of a tool as it is shown now."""
        if self.counted is not None and tool.name in self.counted:
            return self.counted[tool.name]
        mode = mode_of(self.survey.disclosure, tool)
        known = self._costs.get(tool.name)
        if known is None or known[0] is not tool or known[1] != mode:
            known = (tool, mode, tool_costs(self.survey.disclosure, tool))
            self._costs[tool.name] = known
        return known[2]

    def watch_survey(self, old: Survey, new: Survey) -> None:
        """Show another moment."""
        super().watch_survey(old, new)
        if old.catalog is not new.catalog or not self._tools:
            self._tools = {tool.name: tool for tool in tools_of(new, self._server)}
            self._costs.clear()
        if old.disclosure is not new.disclosure:
            self.counted = None
        self.reorder()

    def watch_words(self) -> None:
        """Filter."""
        self.reorder()

    def watch_counted(self) -> None:
        """Show the exact counts."""
        self.reorder()

    def reorder(self) -> None:
        """Show what the filter leaves, in order."""
        self.show(tool_lines.arranged(self._tools.values(), self.sort, self.words, self.cost))

    def grid(self, width: int) -> Grid:
        """The columns."""
        return tool_lines.grid(width)

    def draw_head(self, width: int) -> Content:
        """The heads."""
        return self.grid(width).head(self.sort)

    def draw_row(self, key: str, width: int) -> Content:
        """A tool."""
        tool, survey = self._tools[key], self.survey
        out, eager = survey.scope.excludes(tool), survey.scope.keeps(tool)
        context = survey.settings.context_length
        return tool_lines.line(self.grid(width), tool, self.cost(tool), context, out, eager)

    def toggle(self, key: str, eager: bool) -> ScopeToggled | None:
        """Of a tool, unless the same is tried with its whole server."""
        scope = self.survey.scope
        if self._server in (scope.eager_servers if eager else scope.servers):
            tried = "kept eager" if eager else "out of scope"
            undo = "k" if eager else "Space"
            self.notify(f"The whole server is {tried}: {undo} on it takes that back, z every what-if.", markup=False)
            return None
        return ScopeToggled(tool=key, eager=eager)

    def action_choose(self) -> None:
        """Open the chosen tool where it can be called."""
        if self.key is not None:
            self.post_message(ToolOpened(self.key))
