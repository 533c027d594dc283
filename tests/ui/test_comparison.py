"""Two releases side by side on the screen, and the places of the chosen server."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.build import tool
from tests.journeys.screen import seen, settled, text_of, until
from toolscope.config.gather import Sources
from toolscope.config.options import Options
from toolscope.opening import load
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.screens.comparison import ComparisonScreen


@pytest.fixture
def app(tmp_path: Path) -> ToolscopeApp:
    servers = [
        {"name": "wiki[/red]", "tools": [tool(f"page_{n}", "Do something to a page.") for n in range(30)]},
        {"name": "chat", "tools": [tool("send", "Send a message.")]},
    ]
    path = tmp_path / "two.json"
    path.write_text(json.dumps({"format": "toolscope.recording", "version": 1, "servers": servers}))
    return ToolscopeApp(load(Sources(), [path]))


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_another_release_is_compared_and_follows_the_session(app: ToolscopeApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("home", "equals_sign")
        screen = await seen(pilot, "settings, servers and tools differ")
        assert "hermes-0.21" in screen
        assert "hermes-0.22" in screen
        assert "Both have the same settings." in screen
        await pilot.press("right")
        await seen(pilot, "hermes-0.19")
        await seen(pilot, "Nobody wrote max_search_limit")
        await until(pilot, lambda: "≠ 10" in text_of(app) or "≠ –" in text_of(app))
        await pilot.press("d")
        await until(pilot, lambda: "context " not in text_of(app))
        await pilot.press("end")
        await pilot.press("ctrl+z")
        await until(pilot, lambda: app.survey.settings.threshold_pct == 5.0)
        await pilot.press("escape")
        await seen(pilot, "threshold_pct")


async def test_any_two_releases_are_compared_and_never_one_with_itself(app: ToolscopeApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("equals_sign")
        screen = app.screen
        assert isinstance(screen, ComparisonScreen)
        for key, wanted in (("left", ["hermes-0.19", "hermes-0.22"]), ("right", ["hermes-0.19", "hermes-0.21"])):
            await pilot.press(key)
            assert screen.releases == wanted
            await until(pilot, partial(shows, app, wanted))
        assert "being compared" not in text_of(app)
        await seen(pilot, "Nobody wrote max_search_limit and threshold_pct: each release has its own default.")


def shows(app: ToolscopeApp, releases: list[str]) -> bool:
    line = next((line for line in text_of(app).splitlines() if "hermes-" in line), "")
    return [word for word in line.split() if word.startswith("hermes-")] == releases


async def test_the_deck_tells_where_the_chosen_server_changes(app: ToolscopeApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        assert "next step" in text_of(app)
        app.main.budget_pane.table.focus()
        screen = await seen(pilot, "▂ summary")
        assert "wiki[/red] " in screen
        assert "next step" not in screen
        await pilot.press("down")
        await until(pilot, lambda: any("  chat " in line and "▄ names" in line for line in text_of(app).splitlines()))
        await pilot.press("space")
        await seen(pilot, "out of scope")
        assert "next step" in text_of(app), "a server that is taken out has no places"
        await pilot.press("space")
        await until(pilot, lambda: any("  chat " in line and "▄ names" in line for line in text_of(app).splitlines()))
        app.main.query("Slider")[1].focus()
        await seen(pilot, "next step")


async def test_two_settings_that_move_at_once_are_both_said_and_taken_back_by_one_key(tmp_path: Path) -> None:
    tools = [tool(f"a_resource_of_the_cloud_{n}", "List it.") for n in range(800)]
    path = tmp_path / "cloud.json"
    path.write_text(json.dumps({"server": "cloud", "tools": tools}))
    app = ToolscopeApp(load(Sources(options=Options(context="100000")), [path]))
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await settled(pilot)
        before = app.survey.settings
        app.main.budget_pane.table.focus()
        await pilot.press("f")
        screen = await seen(pilot, "takes both back")
        assert "threshold_pct 5 → " in screen
        assert "listing_max_tokens 4,000" in screen
        await pilot.press("ctrl+z")
        await until(pilot, lambda: app.survey.settings == before)
