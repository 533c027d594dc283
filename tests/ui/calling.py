"""An app with nothing but the Call tab, for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.pilot import Pilot
from textual.screen import Screen

from tests.build import status, survey, tool
from toolscope.catalog.tool import Tool
from toolscope.config.model import Guardrail
from toolscope.connections.state import Reply
from toolscope.invocation.call import Outcome, PreparedCall, prepare
from toolscope.invocation.guardrail import HermesDecision, decide
from toolscope.plain import Plain
from toolscope.survey import Survey
from toolscope.ui import messages
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.screens.call import CallPane
from toolscope.ui.screens.help import HelpScreen
from toolscope.ui.themes import NIGHT
from toolscope.ui.widgets.key_line import KeyLine

ISSUE = {
    "type": "object",
    "required": ["title", "project_id"],
    "properties": {
        "priority": {"type": "string", "enum": ["low", "high"], "default": "low"},
        "title": {"type": "string", "description": "One line."},
        "project_id": {"type": "string", "examples": ["PX"]},
        "estimate": {"type": "integer", "minimum": 0, "maximum": 21},
        "due_date": {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "labels": {"type": "array", "items": {"type": "string"}},
        "urgent": {"type": "boolean"},
        "steps": {"type": "array", "items": {"type": "object", "properties": {"do": {"type": "string"}}}},
        "assignee": {
            "type": "object",
            "required": ["user_id"],
            "properties": {"user_id": {"type": "string"}, "notify": {"type": "boolean"}},
        },
    },
}
CREATE = "mcp__tracker__create_issue"
TITLED = {"title": "Export fails", "project_id": "PX"}
FREE = {"type": "object", "oneOf": [{"required": ["a"], "properties": {"a": {"type": "string"}}}, {"type": "object"}]}


def desk(*more: dict[str, Any]) -> Survey:
    """One moment of a tracker with a few tools."""
    tools = [
        tool("create_issue", "Create an issue. It is open.", inputSchema=ISSUE),
        tool("ping", "Say something", inputSchema={"type": "object", "properties": {}}),
        tool("free", "Anything", inputSchema=FREE),
        *more,
    ]
    return survey(status("tracker", tools))


class MainScreen(Screen[None]):
    """Only the Call tab."""

    CSS_PATH = ["../../toolscope/ui/screens/main.tcss", "../../toolscope/ui/screens/call.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-medium"), (160, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]

    def compose(self) -> ComposeResult:
        yield CallPane()
        yield KeyLine()


class Desk(App[None]):
    """Keeps what the tab asks for."""

    HELP_TITLE = "Everywhere"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "keys", "Help", key_display="?"),
    ]

    def __init__(self, moment: Survey, guardrail: Guardrail | None = None) -> None:
        super().__init__()
        self._moment, self._guardrail = moment, guardrail or Guardrail()
        self.asked: list[PreparedCall] = []
        self.copied: list[str] = []
        self.cancels = 0

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(NIGHT.variables)

    async def on_mount(self) -> None:
        await self.push_screen(MainScreen())
        self.pane.survey, self.pane.guardrail = self._moment, self._guardrail

    @property
    def pane(self) -> CallPane:
        return self.screen_stack[1].query_one(CallPane)

    @on(messages.CallAsked)
    def _asked(self, message: messages.CallAsked) -> None:
        self.asked.append(message.prepared)

    @on(messages.CallCancelAsked)
    def _cancelled(self) -> None:
        self.cancels += 1

    @on(messages.CopyAsked)
    def _copied(self, message: messages.CopyAsked) -> None:
        self.copied.append(message.text)

    def action_keys(self) -> None:
        self.push_screen(HelpScreen(self.screen.active_bindings.values()))

    # what a test does

    async def open(self, pilot: Pilot[None], name: str = CREATE, arguments: Any = None) -> None:
        """Open a tool and wait until its form is there."""
        await pilot.pause()
        self.pane.open(name, arguments)
        await self.settled(pilot)
        self.pane.draft.focus_first()
        await pilot.pause()

    async def settled(self, pilot: Pilot[None]) -> None:
        """Wait for every worker, and for what they set off."""
        for _ in range(3):
            await pilot.pause()
            await self.workers.wait_for_complete()
        await pilot.pause()

    async def run_key(self, pilot: Pilot[None]) -> None:
        """Press F9 and wait for its effect."""
        await pilot.press("f9")
        await self.settled(pilot)

    @property
    def text(self) -> str:
        """What is on the screen."""
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Wait for a condition."""
    for _ in range(200):
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never became true")


def the_tool(moment: Survey, name: str = CREATE) -> Tool:
    found = moment.catalog.find(name)
    assert found is not None
    return found


def prepared(moment: Survey, name: str = CREATE, **arguments: Any) -> PreparedCall:
    return prepare(moment.settings.profile, the_tool(moment, name), arguments)


def record(
    call: PreparedCall, key: str = "c1", *, running: bool = False, refused: str | None = None, **reply: Any
) -> CallRecord:
    """A call with this reply; without a reply it runs or was refused."""
    verdict = decide(Guardrail(), call.tool)
    would = HermesDecision("allow", Plain("the server's trust is full"))
    begun = CallRecord(key, 1_700_000_000.0 + len(key), call, verdict, would)
    if running:
        return begun
    if not reply:
        return begun.stopped("refused", Plain(refused or "denied"))
    return begun.answered(Outcome.of(call, Reply(**reply)))
