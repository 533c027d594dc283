"""A tool is picked by keys, and what is typed next lands in its form."""

from __future__ import annotations

import pytest
from mcp.server.mcpserver import MCPServer

from tests.journeys.screen import seen, until
from toolscope.config.launch import InProcess
from toolscope.config.model import Config, Origin, ServerConfig
from toolscope.ui.app import ToolscopeApp

server = MCPServer("desk")


@server.tool()
def join(title: str, note: str = "") -> str:
    """Join words."""
    return f"{title}: {note}"


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_the_focus_is_in_the_form_once_a_tool_was_picked(size: tuple[int, int]) -> None:
    app = ToolscopeApp(Config((ServerConfig("desk", InProcess(lambda: server), Origin("test")),)))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.survey.catalog.find("mcp__desk__join"))
        await pilot.press("f4", "f7")
        await seen(pilot, "Which tool?")
        await pilot.press(*"join", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused in app.main.call_pane.draft.query("*"))
        await until(pilot, lambda: app.main.call_pane.draft.judged is not None)
        await pilot.press(*"first", "tab", *"second")
        await until(
            pilot, lambda: app.main.call_pane.draft.editor.draft.arguments == {"title": "first", "note": "second"}
        )
