"""The app draws, copies and exports no secret but the one that is revealed."""

from __future__ import annotations

import asyncio
import html
import json
import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.build import survey
from tests.canaries import CANARIES, configuration, told, written
from tests.connections.launching import SERVERS
from tests.connections.serving import remote
from tests.connections.signing import Person, behind_a_sign_in
from tests.journeys.screen import seen, text_of, until
from tests.servers.oauth_server import Behaviour
from toolscope.config.gather import Sources
from toolscope.config.inputs import answered
from toolscope.config.launch import Stdio
from toolscope.config.model import Config, Origin, Question, ServerConfig
from toolscope.connections.requests import ServerRequest
from toolscope.opening import load
from toolscope.plain import Plain
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.messages import ServerOpened, ToolOpened
from toolscope.ui.screens.approval import ApprovalScreen
from toolscope.ui.screens.question import SignInQuestion
from toolscope.ui.screens.server import ServerScreen
from toolscope.ui.widgets.life_view import LifeView

TOOL = "mcp__leaky__tell_all"


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    monkeypatch.setenv("CANARY_VARIABLE", CANARIES["variable"])
    return load(Sources(configs=(configuration(tmp_path),)))


class Watched(ToolscopeApp):
    """Keeps what is put on the clipboard."""

    copied = ""

    def copy_to_clipboard(self, text: str) -> None:
        self.copied += text + "\n"


async def clean(pilot: Pilot[int]) -> str:
    """What is drawn and exported right now, searched."""
    await pilot.pause()
    app = pilot.app
    assert isinstance(app, ToolscopeApp)
    text = text_of(app)
    assert told(text) == []
    assert told(html.unescape(app.export_screenshot()).replace("\xa0", " ")) == []
    return text


async def _ready(pilot: Pilot[int], app: ToolscopeApp) -> None:
    await until(pilot, lambda: app.survey.statuses and not app.survey.pending and app.survey.catalog.tools)
    await pilot.pause()


@pytest.mark.parametrize("size", [(120, 36), (80, 24), (200, 50)])
async def test_no_tab_draws_a_secret(planted: Config, size: tuple[int, int], empty_home: Path) -> None:
    app = Watched(planted)
    async with app.run_test(size=size) as pilot:
        await _ready(pilot, app)
        assert "leaky" in await clean(pilot)
        await pilot.press("f3")
        await pilot.press(*"tells all")
        await seen(pilot, "tell_all")
        await clean(pilot)
        await pilot.press("f5")
        await seen(pilot, "exits")
        for _ in range(8):
            await clean(pilot)
            await pilot.press("y", "x", "y")
            await clean(pilot)
            await pilot.press("enter")
            await clean(pilot)
            if len(app.screen_stack) > 2:
                await pilot.press("y", "escape")
            await pilot.press("x", "down")
        assert "LEAK_TOKEN" in app.copied
        assert told(app.copied) == []
    assert not written(empty_home)


@pytest.mark.parametrize("server", ["leaky", "exits", "remote", "odd", "signed"])
async def test_no_section_of_a_server_draws_a_secret(planted: Config, server: str) -> None:
    app = Watched(planted)
    async with app.run_test(size=(120, 36)) as pilot:
        await _ready(pilot, app)
        app.post_message(ServerOpened(server))
        await until(pilot, lambda: isinstance(app.screen, ServerScreen))
        for section in "12345":
            await pilot.press(section)
            await clean(pilot)
            for _ in range(4):
                await pilot.press("v", "down")
                await clean(pilot)


async def test_a_key_reveals_one_secret_at_a_time_until_the_focus_leaves(planted: Config) -> None:
    app = Watched(planted)
    async with app.run_test(size=(160, 50)) as pilot:
        await _ready(pilot, app)
        app.post_message(ServerOpened("leaky"))
        await until(pilot, lambda: isinstance(app.screen, ServerScreen))
        await pilot.press("2")
        assert "env LEAK_TOKEN" in await clean(pilot)
        shown: list[str] = []
        for _ in app.screen.query_one(LifeView)._secrets:
            await pilot.press("x")
            await pilot.pause()
            found = set(told(text_of(app)))
            assert len(found) == 1
            shown += found
        assert {"arg", "assigned", "env", "env_quoted", "bearer"} <= set(shown)
        await pilot.press("x")
        await clean(pilot)
        await pilot.press("x", "1")
        await clean(pilot)
        await pilot.press("2")
        await clean(pilot)


@pytest.mark.parametrize("tool", [TOOL, "mcp__leaky__fail"])
async def test_no_step_of_a_call_draws_a_secret(planted: Config, tool: str) -> None:
    app = Watched(planted)
    async with app.run_test(size=(120, 36)) as pilot:
        await _ready(pilot, app)
        arguments: dict[str, Any] = {"query": "all"} if tool == TOOL else {}
        app.post_message(ToolOpened(tool, arguments))
        await until(pilot, lambda: app.main.tab == "call")
        await clean(pilot)
        await seen(pilot, "would run")
        await pilot.press("ctrl+o", "ctrl+g", "f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
        await clean(pilot)
        await pilot.press("o")
        await seen(pilot, "✓ tell_all" if tool == TOOL else "✕ fail")
        for key in ("e", "down", "right", "y"):
            await pilot.press(key)
            await clean(pilot)
        assert told(app.copied) == []
        await pilot.press("f5")
        await clean(pilot)


async def test_what_a_person_typed_in_secret_is_drawn_nowhere(empty_home: Path) -> None:
    import sys

    asked = Question("input:pin", "the pin", True, Origin("test"))
    launch = Stdio(sys.executable, (str(SERVERS / "leaky.py"), "${input:pin}"))
    config = answered(ServerConfig("leaky", launch, Origin("test"), questions=(asked,)), {"input:pin": CANARIES["env"]})
    app = Watched(Config((config,)))
    async with app.run_test(size=(120, 36)) as pilot:
        await _ready(pilot, app)
        app.post_message(ServerOpened("leaky"))
        await until(pilot, lambda: isinstance(app.screen, ServerScreen))
        for section in "12345":
            await pilot.press(section)
            await clean(pilot)


def test_what_a_model_sees_is_counted_and_hashed_as_the_server_said_it() -> None:
    from tests.build import status, tool

    plain = survey(status("a", [tool("x", f"it is {CANARIES['env']}")]))
    ServerConfig("b", Stdio("x", (), {"LEAK_TOKEN": CANARIES["env"]}), Origin("test"))
    covered = survey(status("a", [tool("x", f"it is {CANARIES['env']}")]))
    (before,), (after,) = plain.catalog.tools, covered.catalog.tools
    assert (after.definition_text, after.fingerprint) == (before.definition_text, before.fingerprint)
    assert json.loads(after.definition_text)["function"]["description"] == f"it is {CANARIES['env']}"
    assert after.shown_description == "it is •••"
    assert os.environ.get("LEAK_TOKEN") is None


async def test_no_token_of_a_sign_in_is_drawn(empty_home: Path) -> None:
    does = Behaviour()

    async def clean(pilot: Pilot[int]) -> None:
        await pilot.pause()
        drawn = text_of(app) + html.unescape(app.export_screenshot()).replace("\xa0", " ") + app.copied
        assert [secret for secret in does.secrets if secret in drawn] == []

    class Desk(Watched):
        def open_url(self, url: str, *, new_tab: bool = True) -> None:
            self._browsing = asyncio.create_task(Person()(ServerRequest("x", "sign_in", Plain(""), {"url": url})))

    with behind_a_sign_in(does) as address:
        app = Desk(Config((remote(f"{address}/mcp"),)))
        async with app.run_test(size=(120, 36)) as pilot:
            await until(pilot, lambda: app.survey.statuses and not app.survey.pending)
            app.main.query_one("ServerTable").focus()
            await pilot.press("i")
            await until(pilot, lambda: isinstance(app.screen, SignInQuestion))
            await pilot.press("f9")
            await until(pilot, lambda: app.survey.catalog.tools)
            assert len(does.secrets) >= 3
            app.post_message(ToolOpened("mcp__remote__secret", {}))
            await seen(pilot, "would run")
            await pilot.press("f9")
            await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
            await pilot.press("o")
            await seen(pilot, "Bearer •••")
            await clean(pilot)
            await pilot.press("f5")
            for _ in range(4):
                await pilot.press("enter", "y", "x", "y")
                await clean(pilot)
                await pilot.press("x", "down")
            app.post_message(ServerOpened("remote"))
            await until(pilot, lambda: isinstance(app.screen, ServerScreen))
            for section in "12345":
                await pilot.press(section)
                await clean(pilot)
            app._browsing.cancel()
    written_by_us = [path for path in empty_home.rglob("*") if path.is_file() and path.parent.name != "sign-ins"]
    assert not [path for path in written_by_us for secret in does.secrets if secret.encode() in path.read_bytes()]
