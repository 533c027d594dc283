"""Replies of real servers, block by block, as a person reads them."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.connections.launching import SERVERS
from tests.journeys.screen import seen, settled, text_of, until
from toolscope.config.gather import Sources
from toolscope.config.model import Guardrail, Rule
from toolscope.opening import load
from toolscope.ui.app import ToolscopeApp


@asynccontextmanager
async def replied(script: str, tool: str, rows: int = 50) -> AsyncIterator[tuple[ToolscopeApp, Pilot[int]]]:
    """The app with the reply of a tool that takes nothing, everything about it counted, the focus in it."""
    config = load(Sources(command=(sys.executable, str(SERVERS / script)), name="own"))
    app = ToolscopeApp(replace(config, guardrail=Guardrail((Rule("own/*", "allow"),))))
    async with app.run_test(size=(140, rows), notifications=True) as pilot:
        await settled(pilot)
        app.main.tab = "call"
        app.main.call_pane.open(f"mcp__own__{tool}", {})
        await until(pilot, lambda: app.main.call_pane.draft.judged is not None)
        await pilot.press("f9")
        await until(pilot, lambda: app.main.call_pane.results.view.measured is not None)
        app.main.call_pane.results.view.focus()
        await pilot.pause()
        yield app, pilot


async def test_every_kind_of_block_is_shown_on_its_own() -> None:
    async with replied("every_block.py", "every", rows=120) as (app, _):
        screen = text_of(app)
    for words in (
        "Found nine.",
        '"state": "open"',
        "… 6 more",
        "2×3   w saves it to a file",
        "1.5 s at 8.0 kHz   w saves it to a file",
        "✕ invalid: not base64",
        "resource file:///notes/today.md",
        "# Today",
        "resource file:///a.bin",
        "o reads it from the server",
        "✕ no such type of block: hologram",
        '"depth": 3',
        "✕ the block is not an object",
        "✕ breaks its output schema: 'nine' is not of type 'integer'",
    ):
        assert words in screen, words


async def test_what_a_failed_tool_says_is_not_held_against_its_schema() -> None:
    async with replied("every_block.py", "failing", rows=120) as (app, _):
        screen = text_of(app)
    assert "tool error" in screen
    assert '"count": "nine"' in screen
    assert "output schema" not in screen


async def test_a_link_is_read_and_a_block_is_saved_by_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with replied("every_block.py", "every") as (app, pilot):
        await pilot.press("w")
        await seen(pilot, "Save ")
        await pilot.press("enter")
        await seen(pilot, "Saved ")
        assert (tmp_path / "every-1.txt").read_text() == "Found nine."
        await pilot.press("o")
        await until(pilot, lambda: app.main.call_pane.view == "draft")
        await until(pilot, lambda: app.main.call_pane.draft.judged is not None)
        await pilot.press("f9")
        assert "what the link leads to" in await seen(pilot, "what the link leads to")


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("lines", "of 9.5 MB   e shows more   w saves it all"),
        ("line", "of 9.5 MB   e shows more   w saves it all"),
        ("structured", " more"),
        ("blocks", "50 text"),
    ],
)
async def test_ten_megabytes_are_shown_in_part(tool: str, words: str) -> None:
    async with replied("large.py", tool, rows=36) as (app, pilot):
        view = app.main.call_pane.results.view
        assert len(view.lines) < 3_000
        await pilot.press("end")
        await pilot.pause()
        await seen(pilot, words)
        assert "reply costs" in text_of(app)
        if tool == "blocks":
            assert "4,950 more blocks   ] goes on" in text_of(app)
            await pilot.press("]")
            await seen(pilot, "50 blocks before   [ goes back")
