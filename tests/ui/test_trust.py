"""A project file that was found starts nothing before somebody has seen its commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.journeys.screen import seen, settled, text_of, until
from toolscope.config.gather import Sources
from toolscope.connections.state import State
from toolscope.opening import load
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.screens.trust import TrustScreen


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project file with one server, in the working folder."""
    path = Path.cwd() / ".mcp.json"
    server = {"command": sys.executable, "args": ["-m", "mcp_server_time"]}
    path.write_text(json.dumps({"mcpServers": {"clock[/red]": server}}))
    return path


async def test_the_commands_are_shown_and_a_yes_starts_them(project: Path) -> None:
    app = ToolscopeApp(load(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await seen(pilot, "Start 1 server of")
        assert "-m mcp_server_time" in screen
        assert "clock[/red]" in screen
        assert app.feed.fleet.statuses == (), "nothing runs while the question stands"
        await pilot.press("t")
        await settled(pilot)
        assert app.survey.statuses[0].state is State.READY


async def test_enter_is_not_a_yes(project: Path) -> None:
    app = ToolscopeApp(load(Sources()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TrustScreen))
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.survey.statuses))
        assert app.survey.statuses[0].state is State.UNTRUSTED
        assert "clock" in text_of(app)


async def test_a_server_that_was_left_out_can_be_started_later(project: Path) -> None:
    app = ToolscopeApp(load(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await seen(pilot, "Start 1 server of")
        await pilot.press("n")
        await until(pilot, lambda: bool(app.survey.statuses))
        app.main.budget_pane.table.focus()
        await pilot.press("R")
        await seen(pilot, "Start 1 server of")
        await pilot.press("t")
        await settled(pilot)
        assert app.survey.statuses[0].state is State.READY
        app.main.budget_pane.table.focus()
        await pilot.press("X")
        await until(pilot, lambda: app.survey.statuses[0].state is State.LOST)
