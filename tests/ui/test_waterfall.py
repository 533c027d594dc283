"""The start-up of every server on one axis."""

from __future__ import annotations

import pytest

from tests.connections.launching import script
from tests.journeys.screen import seen, settled, text_of, until
from toolscope.config.model import Config
from toolscope.ui.app import ToolscopeApp


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_start_of_each_server_is_drawn_and_leads_to_it(size: tuple[int, int]) -> None:
    servers = (script("paged", name="paged[/b]"), script("silent", connect_timeout=600.0), script("dying", "early"))
    app = ToolscopeApp(Config(servers=servers))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: len(app.survey.statuses) - len(app.survey.pending) == 2)
        app.main.budget_pane.table.focus()
        await pilot.press("w")
        screen = await seen(pilot, "Start-up")
        assert "paged[/b]" in screen
        assert "● ready" in screen
        assert "◐ connecting" in screen
        assert "▇ listed its tools" in screen
        await pilot.press("enter")
        await seen(pilot, "Life line")
        await pilot.press("escape", "escape")
        await until(pilot, lambda: "Start-up   each" not in text_of(app))


async def test_all_servers_are_started_again_at_once() -> None:
    app = ToolscopeApp(Config(servers=(script("paged"), script("moody"))))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        before = {status.name: status.pid for status in app.survey.statuses}
        app.main.budget_pane.table.focus()
        await pilot.press("ctrl+r")
        await until(pilot, lambda: all(before[s.name] != s.pid for s in app.survey.statuses))
        await settled(pilot)
        assert all(before[status.name] != status.pid for status in app.survey.statuses)
