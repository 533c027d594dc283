"""Ten servers of which four misbehave: the others are usable, the app answers, and nothing is left."""

from __future__ import annotations

import pytest

from tests.connections.launching import alive, script
from tests.journeys.screen import seen, text_of, until
from toolscope.config.model import Config, Settings
from toolscope.connections.state import State
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.messages import ServerOpened, ToolOpened
from toolscope.ui.screens.approval import ApprovalScreen
from toolscope.ui.screens.server import ServerScreen

pytestmark = pytest.mark.journey
BAD = ("silent", "flood", "early", "broken")


def ten() -> Config:
    good = [script("paged", name=f"good{number}") for number in range(6)]
    bad = [
        script("silent", name="silent", connect_timeout=600),
        script("moody", "flood", name="flood"),
        script("dying", "early", name="early"),
        script("malformed", name="broken"),
    ]
    return Config(
        tuple(server for pair in zip(good, [*bad, *bad[:0]], strict=False) for server in pair) + tuple(good[4:]),
        Settings(context_length=200_000),
    )


async def test_four_of_ten_servers_misbehave_and_the_six_others_are_of_use() -> None:
    app = ToolscopeApp(ten())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: sum(s.state.pending for s in app.survey.statuses) == 1)
        states = {status.name: status.state for status in app.survey.statuses}
        assert [states[name] for name in BAD] == [State.CONNECTING, State.READY, State.FAILED, State.READY]
        assert all(states[f"good{number}"] is State.READY for number in range(6))
        assert "early" in text_of(app)
        await pilot.press("f3", *"tool_7")
        await seen(pilot, "mcp__good0__tool_7")
        app.post_message(ToolOpened("mcp__good5__tool_7", {}))
        await seen(pilot, "would run")
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
        await pilot.press("o")
        await seen(pilot, "✓ tool_7")
        for name, words in (("early", "TOKEN is not set"), ("broken", "malformed"), ("silent", "connecting")):
            app.post_message(ServerOpened(name))
            await until(pilot, lambda: isinstance(app.screen, ServerScreen))
            await seen(pilot, words)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, ServerScreen))
        children = [status.pid for status in app.survey.statuses if status.pid]
        assert len(children) >= 8
    assert not any(map(alive, children))


async def test_a_storm_of_sizes_down_to_forty_by_twelve_breaks_no_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = ToolscopeApp(Config((script("malformed", name="broken"), script("paged")), Settings(context_length=200_000)))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.survey.statuses and not app.survey.pending)
        for tab in ("f2", "f3", "f4", "f5"):
            await pilot.press(tab)
            for size in ((40, 12), (200, 60), (80, 24), (40, 12), (20, 5), (120, 36)):
                await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.fault is None
            assert "toolscope" in text_of(app)


async def test_servers_that_never_stop_talking_stop_no_key_and_no_leaving() -> None:
    endless = tuple(
        script("rough_wire", f"endless_{what}", connect_timeout=600) for what in ("errors", "notes", "line")
    )
    app = ToolscopeApp(Config((script("paged"), *endless), Settings(context_length=200_000)))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: any(status.state is State.READY for status in app.survey.statuses))
        for pressed in ("f3", "a", "f5", "x", "down"):
            await pilot.press(pressed)
        await seen(pilot, "Wires")
        assert app.main.log_pane.wires
    assert app.fault is None
    assert not any(alive(status.pid) for status in app.feed.fleet.statuses if status.pid)
