"""The drill-down of one server."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest
from textual.app import App
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input

from tests.build import status, survey, tool
from toolscope.catalog.snapshot import EVERYTHING, Scope
from toolscope.connections.state import State
from toolscope.plain import Plain
from toolscope.survey import Survey, take
from toolscope.ui.messages import ReconnectAsked, ScopeToggled, ToolOpened
from toolscope.ui.screens.server import ServerScreen
from toolscope.ui.themes import NIGHT, THEMES
from toolscope.ui.widgets.tool_detail import ToolDetail
from toolscope.ui.widgets.tool_list import ToolList

TOOLS = [
    tool("read", "Read it.", "path", annotations={"readOnlyHint": True}),
    tool("erase", "Erase it. For good.", "path", annotations={"destructiveHint": True}),
    tool("zip", "Pack many files.", "paths", "level"),
]
FILES = replace(status("files", [*TOOLS, {"name": 5}]), stderr_tail=(Plain("listening"), Plain("[/red] ready")))
MANY = status("many", [tool(f"t{n}", "x") for n in range(3_000)])
FAILED = replace(status("billing", state=State.FAILED), reason=Plain("exited with code 1"))


class Stage(App[None]):
    """The screen over nothing, answered as the app answers it."""

    CSS: ClassVar[str] = "Screen { background: $ground; color: $ink; }"
    survey: reactive[Survey] = reactive(Survey, init=False)

    def __init__(self, server: str, now: Survey) -> None:
        super().__init__()
        self.set_reactive(Stage.survey, now)
        self.server = server
        self.asked: list[Message] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return NIGHT.variables

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "toolscope-night"
        self.push_screen(ServerScreen(self.server).data_bind(Stage.survey))

    def on_scope_toggled(self, message: ScopeToggled) -> None:
        self.asked.append(message)
        now = self.survey
        scope = now.scope.toggled(server=message.server, tool=message.tool, eager=message.eager)
        self.survey = take(now.statuses, now.settings, EVERYTHING if message == ScopeToggled() else scope, now)

    def on_tool_opened(self, message: ToolOpened) -> None:
        self.asked.append(message)

    def on_reconnect_asked(self, message: ReconnectAsked) -> None:
        self.asked.append(message)


def text(app: App[None]) -> str:
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 36), (200, 50), (40, 12)])
async def test_it_shows_life_line_tools_and_the_chosen_one_at_every_size(width: int, height: int) -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        shown = text(app)
        assert shown.startswith("  files   ● ready   recording")
        assert max(map(len, shown.split("\n"))) <= width
        if width >= 80:
            for step in ("listed 4 tools ─ −1 malformed", "3 in the catalog", "full"):
                assert step in shown
            assert "▌ mcp__files__erase" in shown
            assert "Erase it. For good." in shown


async def test_the_list_is_sorted_filtered_and_opened_by_keys() -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        tools = app.screen.query_one(ToolList)
        assert app.focused is tools
        await pilot.press("s")
        assert (tools.sort.field, tools.sort.down) == ("eager", True)
        await pilot.press("S")
        assert tools.keys[0] != "mcp__files__erase" or not tools.sort.down
        await pilot.press("slash", *"good")
        await pilot.pause()
        assert tools.keys == ["mcp__files__erase"]
        await pilot.press("enter", "enter")
        assert app.asked == [ToolOpened("mcp__files__erase")]
        await pilot.press("slash", "escape")
        await pilot.pause()
        assert len(tools.keys) == 3
        assert isinstance(app.screen, ServerScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, ServerScreen)


async def test_a_click_on_a_head_orders_by_it() -> None:
    app = Stage("many", survey(MANY))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        tools = app.screen.query_one(ToolList)
        for descending in (True, False):
            heads = next(line for line in text(app).split("\n") if "described" in line)
            await pilot.click(ToolList, offset=(heads.index("eager") + 1, 0))
            assert (tools.sort.field, tools.sort.down) == ("eager", descending)
        assert "3,000" in text(app)


async def test_a_tool_goes_out_of_scope_and_comes_back() -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("down", "space")
        await pilot.pause()
        assert app.asked == [ScopeToggled(tool="mcp__files__read")]
        shown = text(app)
        assert "– mcp__files__read" in shown
        assert "out of scope" in shown
        assert "not listed" in shown
        await pilot.press("space")
        await pilot.pause()
        assert "– mcp__files__read" not in text(app)


async def test_a_tool_is_kept_eager_and_put_back_with_every_other_what_if() -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("down", "k")
        await pilot.pause()
        assert app.asked == [ScopeToggled(tool="mcp__files__read", eager=True)]
        assert "● mcp__files__read" in text(app)
        assert "what-if: kept eager, its schema is sent on every turn" in text(app)
        await pilot.press("z")
        await pilot.pause()
        assert app.asked[-1] == ScopeToggled()
        assert "what-if" not in text(app)


async def test_a_tool_of_a_server_that_is_out_as_a_whole_says_how_to_bring_that_back() -> None:
    now = survey(FILES)
    app = Stage("files", take(now.statuses, now.settings, Scope(servers=frozenset({"files"})), now))
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await pilot.press("space")
        await pilot.pause()
        assert app.asked == []
        assert "The whole server is out of scope" in text(app)


async def test_the_views_of_a_tool_show_its_schema_before_and_after_and_what_changed() -> None:
    schema = {"type": "object", "properties": {"a b": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}
    app = Stage("odd", survey(status("odd", [{"name": "t", "description": "Do.", "inputSchema": schema}])))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("v")
        await pilot.pause()
        assert '"anyOf": [' in text(app)
        await pilot.press("v")
        await pilot.pause()
        assert '"nullable": true' in text(app)
        await pilot.press("v")
        await pilot.pause()
        assert "What changed 2" in text(app)
        assert 'properties["a b"].anyOf' in text(app)
        assert "null branch folded into nullable" in text(app)
        assert "renamed to a_b" in text(app)
        await pilot.press("v")
        await pilot.pause()
        assert "raw name t" in text(app)
        titles = next(line for line in text(app).split("\n") if "As published" in line)
        await pilot.click("#views", offset=(titles.index("For the model") - titles.index("v "), 0))
        await pilot.pause()
        assert '"nullable": true' in text(app)


async def test_the_views_are_those_of_the_tools_alone() -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("3", "v", "1")
        await pilot.pause()
        assert app.screen.query_one(ToolDetail).view == "text"


async def test_exact_counts_of_thousands_of_tools_come_after_the_list() -> None:
    app = Stage("many", survey(MANY))
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause()
        tools = app.screen.query_one(ToolList)
        assert len(tools.keys) == 3_000
        for _ in range(600):
            if tools.counted is not None:
                break
            await pilot.pause(0.01)
        assert tools.counted is not None
        await pilot.pause()
        exact = tools.counted["mcp__many__t0"].eager.exact
        line = next(line for line in text(app).split("\n") if "mcp__many__t0 " in line)
        assert f" {exact} " in line


async def test_sections_hold_life_line_problems_and_stderr() -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("3")
        await pilot.pause()
        assert "name is a number, not a string" in text(app)
        assert '"name": 5' in text(app)
        await pilot.press("2")
        await pilot.pause()
        assert "configured" in text(app)
        await pilot.press("5")
        await pilot.pause()
        assert "[/red] ready" in text(app)
        await pilot.click("Sections", offset=(4, 0))
        await pilot.pause()
        assert isinstance(app.focused, ToolList)


async def test_a_server_that_failed_opens_on_its_problems() -> None:
    app = Stage("billing", survey(FILES, FAILED))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "✕ failed" in text(app)
        assert "exited with code 1" in text(app)
        await pilot.press("R")
        assert app.asked == [ReconnectAsked("billing")]
        app.survey = survey(FILES)
        await pilot.pause()
        assert "is not configured any more" in text(app)


async def test_it_can_be_given_its_first_survey_and_then_another() -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(120, 36)) as pilot:
        shown = ServerScreen("many", survey(MANY))
        await app.push_screen(shown)
        await pilot.pause()
        assert "mcp__many__t0" in text(app)
        shown.survey = survey(FAILED)
        await pilot.pause()
        assert "is not configured any more" in text(app)


async def test_letters_belong_to_the_filter_while_it_has_the_focus() -> None:
    app = Stage("files", survey(FILES))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("slash", *"R3s")
        await pilot.pause()
        assert app.screen.query_one(Input).value == "R3s"
        assert app.asked == []
        await pilot.press("down")
        assert isinstance(app.focused, ToolList)


async def test_a_hostile_server_is_shown_literally() -> None:
    hostile = status("[/red]\x1b[31m", [tool("a\x1b[2J", "[/nope]\u202e"), {"name": "[x\x07", "inputSchema": 3}])
    app = Stage("[/red]\x1b[31m", survey(hostile))
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause()
        for section in "1234":
            await pilot.press(section)
            await pilot.pause()
            assert not set(text(app)) & set("\x1b\x07\u202e")
        assert "[/red]␛[31m" in text(app)
