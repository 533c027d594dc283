"""Signing in from the app by keyboard, and what the command line says of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from textual.pilot import Pilot

from tests.connections.serving import remote
from tests.connections.signing import behind_a_sign_in, kept
from tests.journeys.screen import seen, text_of, until
from tests.servers.oauth_server import Behaviour
from toolscope.cli.run import run
from toolscope.config.launch import OAuth
from toolscope.config.model import Config
from toolscope.connections.state import State
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.messages import ServerOpened
from toolscope.ui.screens.question import SignInQuestion
from toolscope.ui.screens.server import ServerScreen

SIZES = [(80, 24), (120, 36), (200, 50)]


@pytest.fixture
def does() -> Behaviour:
    return Behaviour()


@pytest.fixture
def address(does: Behaviour) -> Iterator[str]:
    with behind_a_sign_in(does) as found:
        yield found


class Desk(ToolscopeApp):
    """Its browser signs in by itself."""

    opened = ""
    copied = ""

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        self.opened = url
        self._browsing = asyncio.create_task(self._browse(url))

    async def _browse(self, url: str) -> None:
        async with httpx2.AsyncClient(follow_redirects=True) as browser:
            await browser.get(url)

    def copy_to_clipboard(self, text: str) -> None:
        self.copied = text


async def asked(app: Desk, pilot: Pilot[int]) -> None:
    """Wait for the server, press the key, wait for the dialog."""
    await until(pilot, lambda: [status.state for status in app.survey.statuses] == [State.SIGNED_OUT])
    app.main.query_one("ServerTable").focus()
    await pilot.pause()
    await pilot.press("i")
    await until(pilot, lambda: isinstance(app.screen, SignInQuestion))


@pytest.mark.parametrize("size", SIZES)
async def test_a_key_shows_the_page_another_opens_it_and_the_server_is_there(
    address: str, size: tuple[int, int]
) -> None:
    app = Desk(Config((remote(f"{address}/mcp", oauth=OAuth()),)))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.survey.statuses and not app.survey.pending)
        screen = await seen(pilot, "i signs in")
        assert "◇" in screen
        await asked(app, pilot)
        screen = await seen(pilot, "remote wants you to sign in at 127.0.0.1.")
        assert app.opened == ""
        assert f"{address}/authorize?response_type=code" in "".join(screen.split()).replace("│", "")
        await pilot.press("y")
        await until(pilot, lambda: app.copied)
        assert app.copied.startswith(f"{address}/authorize?")
        await pilot.press("f9")
        await until(pilot, lambda: app.survey.catalog.tools)
        assert app.opened == app.copied
        assert not isinstance(app.screen, SignInQuestion)
        app.post_message(ServerOpened("remote"))
        await until(pilot, lambda: isinstance(app.screen, ServerScreen))
        await pilot.press("2")
        screen = await seen(pilot, "by a token kept in")
        assert "signed in" in screen
        await pilot.press("escape", "f5")
        assert "the browser came back" in await seen(pilot, "wants a sign-in")


async def test_putting_it_aside_leaves_the_server_signed_out_with_the_reason(address: str) -> None:
    app = Desk(Config((remote(f"{address}/mcp"),)))
    async with app.run_test(size=(120, 36)) as pilot:
        await asked(app, pilot)
        await pilot.press("escape")
        await seen(pilot, "you put the sign-in aside")
        assert app.survey.statuses[0].state is State.SIGNED_OUT
        app.post_message(ServerOpened("remote"))
        await until(pilot, lambda: isinstance(app.screen, ServerScreen))
        assert "i Sign in" in await seen(pilot, "i Sign in")
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, SignInQuestion))
        await pilot.press("f9")
        await until(pilot, lambda: app.survey.catalog.tools)


async def test_a_refusal_on_the_page_is_read_off_the_screen(address: str, does: Behaviour) -> None:
    does.denies = True
    app = Desk(Config((remote(f"{address}/mcp"),)))
    async with app.run_test(size=(120, 36)) as pilot:
        await asked(app, pilot)
        await pilot.press("o")
        assert "the owner said ␛[31mno" in await seen(pilot, "access_denied")


async def test_signing_out_forgets_and_says_so(address: str, empty_home: Path) -> None:
    app = Desk(Config((remote(f"{address}/mcp"),)))
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await asked(app, pilot)
        await pilot.press("f9")
        await until(pilot, lambda: app.survey.catalog.tools)
        assert kept(empty_home)
        await pilot.press("I")
        await seen(pilot, "is forgotten")
        await until(pilot, lambda: app.survey.statuses[0].state is State.SIGNED_OUT)
        assert kept(empty_home) == []
        assert "i signs in" in text_of(app)


async def test_leaving_the_app_while_a_person_is_asked_leaves_nothing(address: str) -> None:
    app = Desk(Config((remote(f"{address}/mcp"),)))
    async with app.run_test(size=(120, 36)) as pilot:
        await asked(app, pilot)
        await pilot.press("ctrl+q")
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("sign in")]


def configuration(folder: Path, address: str) -> str:
    path = folder / "hermes.yaml"
    path.write_text(json.dumps({"mcp_servers": {"remote": {"url": f"{address}/mcp", "auth": "oauth"}}}))
    return str(path)


def test_the_command_line_says_how_to_sign_in_and_uses_what_is_kept(
    address: str, does: Behaviour, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import anyio

    from tests.connections.test_oauth import keep_one

    config = configuration(tmp_path, address)
    assert run(["servers", "--config", config, "--json"]) == 5
    (shown,) = json.loads(capsys.readouterr().out)["servers"]
    assert (shown["state"], shown["wants_sign_in"]) == ("failed", True)
    assert shown["reason"] == "it wants a sign-in (OAuth); press i on it in the app to sign in"
    anyio.run(keep_one, address, does)
    assert run(["servers", "--config", config, "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)["servers"]
    assert shown["state"] == "ready"
    assert shown["signed_in"].startswith("by a token kept in ")
    assert run(["call", "mcp__remote__secret", "--config", config, "--yes"]) == 0
    assert "Bearer •••" in capsys.readouterr().out
    assert run(["config", "--config", config, "--sign-out", "remote"]) == 0
    assert capsys.readouterr().out == "remote: forgotten\n"
    assert run(["config", "--config", config, "--sign-out", "remote", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"forgotten": {"remote": False}}
    assert run(["config", "--config", config, "--sign-out", "other"]) == 2
    assert "--sign-out other: no such server; there are: remote" in capsys.readouterr().err
    assert run(["servers", "--config", config]) == 5
