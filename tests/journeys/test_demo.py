"""A whole visit to the demo: search, find out why a miss missed, call, read the answer, see it in the log."""

from __future__ import annotations

import json

import pytest
from textual import events

from tests.journeys.screen import seen, settled, text_of, until
from toolscope.cli.run import run
from toolscope.config.gather import Sources
from toolscope.config.model import Config
from toolscope.opening import load_demo
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.screens.approval import ApprovalScreen
from toolscope.ui.screens.welcome import WelcomeScreen


def typed(text: str) -> list[str]:
    """A text as keys."""
    return ["space" if c == " " else c for c in text]


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_a_miss_names_the_word_and_what_it_would_find_without_it(size: tuple[int, int]) -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("f3")
        await seen(pilot, "one query a line")
        await pilot.press(*typed("send slack message"))
        screen = await seen(pilot, "in no tool")
        assert "slack" in screen
        assert "without slack: 1 tool" in screen
        await pilot.press("ctrl+g")
        screen = await seen(pilot, "send message")
        await until(pilot, lambda: "in no tool" not in text_of(app))
        assert "send_message" in text_of(app)


async def test_a_call_is_filled_approved_run_read_and_logged() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        app.main.tab = "call"
        app.main.call_pane.open("mcp__tracker__create_issue", {"project_id": "PX", "estimate": "3"})
        await seen(pilot, "create_issue")
        await pilot.press("f9")
        await pilot.pause()
        assert not isinstance(app.screen, ApprovalScreen), "a call that is not valid is not asked about"
        app.main.call_pane.open(
            "mcp__tracker__create_issue", {"title": "From a form", "project_id": "PX", "estimate": "3"}
        )
        await seen(pilot, "From a form")
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
        assert "From a form" in await seen(pilot, "no answer in")
        await pilot.press("o")
        screen = await seen(pilot, "reply costs")
        assert "PX-234" in screen
        await pilot.press("f5")
        screen = await seen(pilot, "allowed once by you")
        assert 'create_issue title="From a form"' in screen
        assert "PX-234" in screen, "the raw reply is shown below"


async def test_a_denied_call_sends_nothing() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        app.main.tab = "call"
        app.main.call_pane.open("mcp__tracker__delete_issue", {"issue_id": "PX-198"})
        await seen(pilot, "delete_issue")
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, ApprovalScreen))
        await pilot.press("f5")
        assert "denied by you" in await seen(pilot, "delete_issue")
        assert not any(one.sent and one.method == "tools/call" for one in app.main.log_pane.traffic.of("tracker"))


async def test_the_first_screen_offers_the_demo_when_there_is_nothing_else() -> None:
    app = ToolscopeApp(Config())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, WelcomeScreen))
        assert "Try the demo" in text_of(app)
        await pilot.press("u")
        await seen(pilot, "Command or URL")
        await pilot.press("escape", "d")
        await settled(pilot)
        assert "3,383" in text_of(app)


async def test_a_file_that_cannot_be_opened_says_so_and_nothing_is_lost() -> None:
    app = ToolscopeApp(Config())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, WelcomeScreen))
        await pilot.press("f", *"nowhere.yaml", "enter")
        await seen(pilot, "nowhere.yaml: ")
        await pilot.press("escape")
        await seen(pilot, "Try the demo")


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50), (40, 12)])
async def test_every_tab_and_help_can_be_seen_at_every_size(size: tuple[int, int]) -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for key in ("f3", "f4", "f5", "f2"):
            await pilot.press(key)
            await pilot.pause()
            await pilot.press("f1")
            await seen(pilot, "Keys here")
            await pilot.press("escape")
            await pilot.pause()
        await pilot.press("ctrl+t")
        assert app.theme == "toolscope-paper"


async def test_taking_a_server_out_of_scope_takes_it_out_of_every_number() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        app.main.budget_pane.table.focus()
        app.main.budget_pane.table.go_to("cloud-api")
        await pilot.press("space")
        await until(pilot, lambda: len(app.survey.catalog.tools) == 83)
        await settled(pilot)
        assert "out of scope" in text_of(app)
        await pilot.press("space")
        await until(pilot, lambda: len(app.survey.catalog.tools) == 3_383)


async def test_a_server_kept_eager_is_sent_whole_until_the_what_if_is_dropped() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        before = app.survey.disclosure.sent_tokens
        app.main.budget_pane.table.focus()
        await pilot.press("k")
        await until(pilot, lambda: len(app.survey.catalog.direct) == 26)
        assert app.survey.disclosure.sent_tokens > before
        await until(pilot, lambda: "what-if +" in text_of(app))
        await pilot.press("z")
        await until(pilot, lambda: not app.survey.catalog.direct)
        assert app.survey.disclosure.sent_tokens == before


def test_a_created_issue_is_found_by_its_tool_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "--demo", "--json", "create issue"]) == 0
    assert json.loads(capsys.readouterr().out)["queries"][0]["matches"][0] == "mcp__tracker__create_issue"


async def test_keys_pressed_at_once_leave_no_key_dead() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        app.main.tab = "call"
        app.main.call_pane.open("mcp__tracker__list_projects", {})
        await seen(pilot, "list_projects")
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen))
        await pilot.press("o")
        await seen(pilot, "reply costs")
        for key in "er":
            app.post_message(events.Key(key, key))
        await until(pilot, lambda: app.main.call_pane.view == "draft")
        await pilot.press("f2")
        await until(pilot, lambda: app.main.tab == "budget")


@pytest.mark.parametrize("pauses", [0, 1, 3, 8, 20])
async def test_leaving_at_any_moment_of_the_start_is_quiet(pauses: int) -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        for _ in range(pauses):
            await pilot.pause()
        await app.action_quit()
    assert app.fault is None


async def test_the_messages_of_a_server_can_be_read_in_full() -> None:
    app = ToolscopeApp(load_demo(Sources()))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("f5")
        await seen(pilot, "Wires")
        app.main.log_pane.rows.go_to(next(k for k, e in app.main.log_pane.rows.entries.items() if e.server == "chat"))
        await pilot.press("enter")
        await seen(pilot, "server chat")
        await pilot.press("slash", *"reply tools/list", "escape", "enter")
        screen = await seen(pilot, "Reply tools/list of chat")
        assert "→" in screen
        assert "←" in screen
        await pilot.press("escape")
        await seen(pilot, "server chat")
