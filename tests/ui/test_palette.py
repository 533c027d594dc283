"""What the app does everywhere: the palette with the keys that are valid, screenshots, the clipboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.build import tool
from tests.journeys.screen import seen, settled, until
from toolscope.cli.arguments import parse
from toolscope.cli.configuring import configured, sources
from toolscope.ui.app import ToolscopeApp


@pytest.fixture
def recording(tmp_path: Path) -> str:
    path = tmp_path / "wiki.json"
    path.write_text(json.dumps({"server": "wiki", "tools": [tool("read", "Read a page.")]}))
    return str(path)


def app_of(recording: str) -> ToolscopeApp:
    options = parse(["--recording", recording])
    return ToolscopeApp(configured(options), sources(options))


async def test_each_command_has_its_key_and_says_itself_once(recording: str) -> None:
    app = app_of(recording)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+p")
        shown = (await seen(pilot, "Type a value")).splitlines()
        lines = {" ".join(line.split()) for line in shown}
        assert {"Home To the smallest", "F5 Log"} <= lines
        assert any(line.startswith("m Manifest the manifest over the table") for line in lines)
        for theirs in ("Maximize", "Copy selected text", "Keys", "help panel"):
            assert theirs not in "\n".join(shown)
        await pilot.press(*"theme")
        commands = app.screen.query_one(OptionList)
        await until(pilot, lambda: commands.options and str(commands.options[0].prompt).startswith("Ctrl+T      Theme"))


async def test_a_copy_in_tmux_says_once_what_tmux_needs(recording: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMUX", raising=False)
    app = app_of(recording)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        for tmux in ("", "/tmp/tmux-0/default,1,0", "/tmp/tmux-0/default,1,0"):
            monkeypatch.setenv("TMUX", tmux)
            await pilot.press("y")
            await pilot.pause()
        told = "Copied settings as YAML."
        hint = f"{told} In tmux it reaches the clipboard with: set -g set-clipboard on"
        await until(pilot, lambda: len(app._notifications) == 3)
        assert [note.message for note in app._notifications] == [told, hint, told]


async def shot(app: ToolscopeApp, pilot: Pilot[int]) -> str:
    """Ask for a screenshot in the palette; what the app says then."""
    await settled(pilot)
    await pilot.press("ctrl+p", *"screenshot")
    await until(pilot, lambda: app.screen.query_one(OptionList).option_count == 1)
    await pilot.press("enter")
    await until(pilot, lambda: len(app._notifications))
    return " ".join(note.message for note in app._notifications)


async def test_a_screenshot_makes_its_folder_and_says_where_it_is(
    recording: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_downloads_path", lambda: tmp_path / "new" / "Downloads")
    app = app_of(recording)
    async with app.run_test(size=(120, 36)) as pilot:
        said = await shot(app, pilot)
        (file,) = (tmp_path / "new" / "Downloads").iterdir()
        assert file.name.removesuffix(".svg") in said
        picture = file.read_text(encoding="utf-8")
        assert "threshold_pct" in picture
        assert "Search&#160;for&#160;commands" not in picture


async def test_a_screenshot_that_cannot_be_saved_says_where_and_why(
    recording: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr("platformdirs.user_downloads_path", lambda: tmp_path / "file")
    app = app_of(recording)
    async with app.run_test(size=(120, 36)) as pilot:
        said = await shot(app, pilot)
        assert f"The screenshot was not saved in {tmp_path / 'file'}: File exists." in said
