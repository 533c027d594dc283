"""The model's console in the demo: searched, described, called after a person agreed."""

from __future__ import annotations

import json

import pytest

from tests.journeys.screen import seen, settled, until
from toolscope.config.gather import Sources
from toolscope.opening import load_demo
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.screens.approval import ApprovalScreen
from toolscope.ui.screens.console import ConsoleScreen

CALL = '{"name": "mcp__tracker__create_issue", "arguments": {"title": "From a model", "project_id": "PX"}}'


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_a_model_searches_and_calls_and_reads_what_came_back(size: tuple[int, int]) -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("f4", "ctrl+l")
        await until(pilot, lambda: isinstance(app.screen, ConsoleScreen))
        console = app.screen
        assert isinstance(console, ConsoleScreen)
        await pilot.press("f9")
        assert "8 exact" in await seen(pilot, '"total_available": 3383')
        await pilot.press("f6", "f6")
        console.area.load_text(CALL)
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
        await pilot.press("o")
        await until(pilot, lambda: app.screen is console)
        await until(pilot, lambda: console.reply.text is not None and "PX-234" in console.reply.text)
        await pilot.press("up")
        assert console.area.text == CALL
        await pilot.press("up")
        assert json.loads(console.area.text) == {"queries": ["create issue"]}
        assert console.tool == "tool_search"
        await pilot.press("escape")
        assert app.main.call_pane.results.records[0].fate == "done"


async def test_a_denied_call_is_told_to_the_model_and_sends_nothing() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("f4", "ctrl+l", "f6", "f6")
        console = app.screen
        assert isinstance(console, ConsoleScreen)
        console.area.load_text('{"name": "mcp__tracker__delete_issue", "arguments": {"issue_id": "PX-198"}}')
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
        await pilot.press("d")
        await until(pilot, lambda: console.reply.text is not None)
        assert "error" in json.loads(console.reply.text or "")
        assert not any(one.sent and one.method == "tools/call" for one in app.main.log_pane.traffic.of("tracker"))
