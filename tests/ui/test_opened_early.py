"""Lists that are opened while servers connect."""

from __future__ import annotations

import pytest

from tests.build import status, survey, tool
from tests.ui.calling import Desk, until
from toolscope.connections.state import State
from toolscope.ui.screens.rules import RulesScreen
from toolscope.ui.screens.tool_pick import ToolPickScreen

EARLY = survey(status("a", [tool("one")]), status("b", state=State.CONNECTING), status("c", state=State.WAITING))
LATER = survey(
    status("a", [tool("one")]), status("b", [tool(f"b_{n}") for n in range(20)]), status("c", state=State.CONNECTING)
)
WHOLE = survey(
    status("a", [tool("one")]), status("b", [tool(f"b_{n}") for n in range(20)]), status("c", [tool("send")])
)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_tools_that_come_can_be_picked(size: tuple[int, int]) -> None:
    app = Desk(EARLY)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.pane.empty.focus()
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, ToolPickScreen))
        await until(pilot, lambda: "2 servers still connecting · 1 choice" in app.text)
        app.pane.survey = LATER
        await until(pilot, lambda: "1 server still connecting · 21 choices" in app.text)
        await pilot.press("down", "down")
        screen = app.screen
        assert isinstance(screen, ToolPickScreen)
        chosen = screen.offered.key
        app.pane.survey = WHOLE
        await until(pilot, lambda: "22 choices" in app.text)
        assert "connecting" not in app.text
        assert screen.offered.key == chosen == "mcp__b__b_1", "the cursor stays on its tool"
        await pilot.press(*"send", "enter")
        await until(pilot, lambda: app.pane.draft.tool is not None)
        assert app.pane.draft.tool is not None
        assert app.pane.draft.tool.name == "mcp__c__send"


async def test_what_is_typed_is_held_against_what_comes() -> None:
    app = Desk(EARLY)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        app.pane.empty.focus()
        await pilot.press("f7", *"send")
        await until(pilot, lambda: "0 choices" in app.text)
        app.pane.survey = WHOLE
        await until(pilot, lambda: "1 choice" in app.text)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_tools_that_come_are_judged(size: tuple[int, int]) -> None:
    app = Desk(EARLY)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.pane.empty.focus()
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await until(pilot, lambda: ("2 connecting" if size[0] < 100 else "2 servers still connecting") in app.text)
        app.pane.survey = WHOLE
        await until(pilot, lambda: "22 tools" in app.text)
        assert "connecting" not in app.text
