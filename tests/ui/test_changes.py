"""A server that changes its tools while somebody looks."""

from __future__ import annotations

import pytest

from tests.connections.launching import script
from tests.journeys.screen import seen, settled, text_of, until
from toolscope.config.model import Config
from toolscope.ui.app import ToolscopeApp


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_a_storm_of_changes_is_an_entry_or_two_with_the_tool_before_and_after(size: tuple[int, int]) -> None:
    app = ToolscopeApp(Config(servers=(script("moody"),)))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert [tool.raw_name for tool in app.survey.catalog.tools] == ["tool_1"]
        await app.feed.fleet.call("moody", "storm", {})
        await until(pilot, lambda: app.survey.history.events)
        await settled(pilot)
        await pilot.press("f5")
        screen = await seen(pilot, "catalog")
        assert screen.count(" catalog ") in (1, 2)
        assert "2 tools: 1 new, 1 gone" in screen
        await pilot.press("f2")
        app.main.budget_pane.table.focus()
        await pilot.press("enter", "4")
        screen = await seen(pilot, "Changes")
        assert "tool_2" in screen
        assert "gone" in screen
        await pilot.press("end")
        await seen(pilot, '"name": "tool_1"')
        assert "strike" not in text_of(app)


async def test_an_unchanged_server_says_that_it_is() -> None:
    app = ToolscopeApp(Config(servers=(script("moody"),)))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        app.main.budget_pane.table.focus()
        await pilot.press("enter", "4")
        await seen(pilot, "the same as when it was first listed")
