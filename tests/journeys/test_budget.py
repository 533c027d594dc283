"""The main job on the demo: move the sliders, watch every server change, read the same numbers everywhere."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.screen import numbers, settled, text_of, until
from toolscope.cli.run import run
from toolscope.config.gather import Sources
from toolscope.config.model import Settings
from toolscope.opening import load_demo
from toolscope.ui.app import ToolscopeApp

SMALL = ["tracker", "chat", "files", "calendar", "wiki"]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The demo's listing, so that the command line need not list 3,383 tools each time."""
    path = tmp_path_factory.mktemp("recorded") / "demo.json"
    assert run(["record", str(path), "--demo"]) == 0
    return str(path)


def told(capsys: pytest.CaptureFixture[str], recording: str, settings: Settings) -> dict[str, Any]:
    """What the command line says under the same settings."""
    context = "unknown" if settings.context_length is None else str(settings.context_length)
    capsys.readouterr()
    words = ["manifest", "--recording", recording, "--json", "--context", context]
    words += ["--threshold-pct", repr(settings.threshold_pct), "--listing-max-tokens", str(settings.listing_max_tokens)]
    assert run(words) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def same(screen: dict[str, Any], answer: dict[str, Any]) -> None:
    """Every number on the screen is the command line's."""
    assert (screen["tier"], screen["form"]) == (answer["tier"], answer["form"])
    assert screen["manifest"] == answer["manifest"]["tokens"]
    assert screen["budget"] in (None, answer["budget"])
    assert screen["eager"] == answer["costs"]["eager"]["tokens"]
    assert screen["sent"] == answer["costs"]["sent"]["tokens"]
    assert screen["exact"] == (answer["costs"]["eager"]["tokens_exact"], answer["costs"]["sent"]["tokens_exact"])
    for server in answer["servers"]:
        tools, mode, listed, sent, schemas = screen["servers"][server["name"]]
        assert sent == server["costs"]["sent"]["tokens"]
        assert (tools, mode) == (server["in_catalog"], server["mode"])
        assert listed == -(-server["manifest_chars"] // 4)
        assert schemas == server["schema_tokens"]


async def positions(keys: list[str]) -> list[tuple[Settings, dict[str, Any]]]:
    """The settings and the numbers on the screen after each key."""
    app = ToolscopeApp(load_demo(Sources()))
    found = []
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)
            found.append((app.settings, numbers(text_of(app))))
    return found


def test_the_screen_and_the_command_line_agree_at_twenty_slider_positions(
    capsys: pytest.CaptureFixture[str], recording: str
) -> None:
    keys = ["home", *["shift+right"] * 7, "end", "c", "shift+left", "shift+left", "pagedown", "left"]
    keys += ["down", "home", "pageup", "right", "down", "shift+left", "shift+right"]
    seen = asyncio.run(positions(keys))
    assert len(seen) >= 20
    for settings, screen in seen:
        same(screen, told(capsys, recording, settings))
    assert {"none", "groups", "mixed"} <= {screen["form"] for _, screen in seen}


async def test_small_servers_collapse_one_by_one_and_then_all_are_hidden() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("end")
        seen: list[int] = []
        for _ in range(40):
            await pilot.press("shift+left")
            await settled(pilot)
            modes = [numbers(text_of(app))["servers"][name][1] for name in SMALL]
            seen.append(modes.count("summary"))
            if modes == ["hidden"] * 5:
                break
        else:
            pytest.fail("the small servers never disappeared")
        assert set(range(6)) - {0} <= set(seen) | {5}
        assert sorted(seen[:-1]) == seen[:-1]


async def test_a_higher_cap_and_context_list_every_name_of_the_large_server() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        assert numbers(text_of(app))["servers"]["cloud-api"][1] == "summary"
        await pilot.press("down", "end", "down", *"2M", "enter")
        await settled(pilot)
        assert app.settings.context_length == 2_000_000
        assert numbers(text_of(app))["servers"]["cloud-api"][1] == "names"


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_tab_goes_from_pane_to_pane_and_arrows_within_one(size: tuple[int, int]) -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)

        async def panes(key: str) -> list[str]:
            seen = []
            for _ in range(6):
                assert app.focused is not None
                seen.append(getattr(app.focused, "STOP", type(app.focused).__name__))
                await pilot.press(key)
                await pilot.pause()
                if getattr(app.focused, "STOP", None) == "sliders":
                    break
            return seen

        await pilot.press("down", "down")
        context = app.focused
        expected = ["sliders", "switches", "ServerTable", "ManifestText"]
        expected = [one for one in expected if one != "switches" or size[0] > 80]
        assert await panes("tab") == expected
        assert app.focused is context, "the slider that was used last"
        assert await panes("shift+tab") == ["sliders", *reversed(expected[1:])]
        await pilot.press("up")
        assert app.focused is not context


async def test_what_was_changed_can_be_taken_back() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        before = app.settings
        await pilot.press("home", "right", "ctrl+z", "ctrl+z")
        await until(pilot, lambda: app.settings == before)
        await pilot.press("ctrl+z")
        assert app.settings == before


def test_the_recording_of_the_demo_is_whole(recording: str) -> None:
    servers = json.loads(Path(recording).read_text())["servers"]
    assert sum(len(server["tools"]) for server in servers) == 3_383
