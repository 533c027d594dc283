"""Calls that are asked about, allowed for longer, guarded by hooks, or overtaken by a change of their tool."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.connections.launching import SERVERS
from tests.invocation.hooking import script, told
from tests.journeys.screen import seen, settled, text_of, until
from toolscope.config.gather import Sources
from toolscope.config.model import Config
from toolscope.opening import load
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.screens.approval import ApprovalScreen
from toolscope.ui.screens.consent import ConsentScreen
from toolscope.ui.screens.rule import RuleScreen

CREATE = "mcp__tracker__create_issue"
ISSUE = {"title": "From a form", "project_id": "PX"}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """toolscope's own file, with a comment to keep and a rule that decides nothing."""
    path = tmp_path / "own.yaml"
    path.write_text("guardrail:\n  rules:\n    # mine\n    - {match: 'nowhere/*', decision: deny}\n")
    monkeypatch.setenv("TOOLSCOPE_CONFIG", str(path))
    return path


def demo(tmp_path: Path, hooks: Any = None) -> Config:
    """The tracker of the demo, with these hooks."""
    path = tmp_path / "hermes.yaml"
    path.write_text(json.dumps({"hooks": hooks or {}}))
    return load(Sources(demo=True, configs=(path,), servers=("tracker",)))


@asynccontextmanager
async def opened(config: Config) -> AsyncIterator[tuple[ToolscopeApp, Pilot[int]]]:
    """The app with every server listed."""
    app = ToolscopeApp(config)
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await settled(pilot)
        yield app, pilot


async def begin(app: ToolscopeApp, pilot: Pilot[int], name: str = CREATE, arguments: Any = None) -> None:
    """Open a tool and press F9."""
    app.main.tab = "call"
    arguments = dict(ISSUE) if name == CREATE and arguments is None else arguments or {}
    app.main.call_pane.open(name, arguments)
    await until(pilot, lambda: app.main.call_pane.draft.judged is not None)
    await pilot.press("f9")


async def asked(app: ToolscopeApp, pilot: Pilot[int], screen: type[Any] = ApprovalScreen) -> str:
    """Wait for a dialog."""
    await until(pilot, lambda: isinstance(app.screen, screen))
    await pilot.pause()
    await pilot.pause()
    return text_of(app)


def calls_sent(app: ToolscopeApp, server: str = "tracker") -> list[Any]:
    items = app.main.log_pane.traffic.of(server)
    return [one.message["params"] for one in items if one.sent and one.method == "tools/call"]


async def test_always_shows_the_rule_writes_it_and_asks_no_more(tmp_path: Path, own: Path) -> None:
    """E03."""
    async with opened(demo(tmp_path)) as (app, pilot):
        await begin(app, pilot)
        await asked(app, pilot)
        await pilot.press("a")
        screen = await asked(app, pilot, RuleScreen)
        assert '+    - {match: "tracker/create_issue", decision: allow}' in screen
        assert "create_issue" not in own.read_text()
        await pilot.press("w")
        await seen(pilot, "reply costs")
        assert own.read_text() == (
            "guardrail:\n  rules:\n    # mine\n    - {match: 'nowhere/*', decision: deny}\n"
            '    - {match: "tracker/create_issue", decision: allow}\n'
        )
        await begin(app, pilot)
        await until(pilot, lambda: len(calls_sent(app)) == 2)
        assert not isinstance(app.screen, ApprovalScreen)
        await pilot.press("f5")
        await seen(pilot, "allowed by you from now on")


async def test_a_rule_that_cannot_be_written_is_said_and_nothing_runs(tmp_path: Path, own: Path) -> None:
    async with opened(demo(tmp_path)) as (app, pilot):
        await begin(app, pilot)
        await asked(app, pilot)
        await pilot.press("a")
        await asked(app, pilot, RuleScreen)
        own.write_text("theme: other\n")
        await pilot.press("w")
        problem = app.screen.query_one(".problem", Static)
        await until(pilot, lambda: "was changed meanwhile" in str(problem.content))
        await pilot.press("escape")
        await asked(app, pilot)
        own.write_text("guardrail: {rules: 3}\n")
        await pilot.press("a")
        await seen(pilot, "by hand")
        own.write_text('guardrail:\n  rules:\n    - {match: "tracker/create_issue", decision: ask}\n')
        await pilot.press("a")
        await seen(pilot, "a new rule would change nothing")
        assert isinstance(app.screen, ApprovalScreen)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, ApprovalScreen))
        assert calls_sent(app) == []


async def test_for_this_session_asks_no_more_about_this_tool_and_goes_on_asking_about_others(
    tmp_path: Path, own: Path
) -> None:
    async with opened(demo(tmp_path)) as (app, pilot):
        await begin(app, pilot)
        await asked(app, pilot)
        await pilot.press("s")
        await seen(pilot, "reply costs")
        await begin(app, pilot, arguments={**ISSUE, "title": "Another one"})
        await until(pilot, lambda: len(calls_sent(app)) == 2)
        await begin(app, pilot, "mcp__tracker__delete_issue", {"issue_id": "PX-198"})
        await asked(app, pilot)
        await pilot.press("w", *"keep", "enter")
        await until(pilot, lambda: app.screen is app.main)
        assert "was denied by the user: keep" in await seen(pilot, "refused")
        await pilot.press("f5")
        await seen(pilot, "delete_issue denied by you: keep")
        assert len(calls_sent(app)) == 2
        assert "create_issue" not in own.read_text()


async def test_hooks_are_consented_to_once_and_their_answers_are_shown(tmp_path: Path, own: Path) -> None:
    body = """echo looked >&2; echo '{"action": "modify", "args": {"title": "Changed by a hook"}}'"""
    before, after = script(tmp_path, "guard", body), script(tmp_path, "watch", "")
    hooks = {"pre_tool_call": [{"command": before}], "post_tool_call": [{"command": after}]}
    async with opened(demo(tmp_path, hooks)) as (app, pilot):
        await begin(app, pilot)
        screen = await asked(app, pilot, ConsentScreen)
        assert "hermes.yaml:1" in screen.replace("\n", "").replace(" ", "")
        await pilot.press("n")
        await until(pilot, lambda: app.screen is app.main)
        assert "nobody has let the pre_tool_call hook" in " ".join((await seen(pilot, "refused")).split())
        assert (told(tmp_path, "guard"), calls_sent(app)) == (None, [])
        await begin(app, pilot)
        await asked(app, pilot, ConsentScreen)
        await pilot.press("l")
        screen = await asked(app, pilot)
        assert "changes title" in screen
        assert '"title": "Changed by a hook"' in screen
        await pilot.press("o")
        await until(pilot, lambda: told(tmp_path, "watch") is not None)
        assert told(tmp_path, "watch")["extra"]["status"] == "ok"
        assert calls_sent(app)[0]["arguments"]["title"] == "Changed by a hook"
        screen = await seen(pilot, "2 hooks")
        assert "stderr looked" in " ".join(screen.split())
        await begin(app, pilot)
        assert "changes title" in await asked(app, pilot), "consent is asked for once"
        await pilot.press("d")
        await until(pilot, lambda: app.screen is app.main)
    async with opened(demo(tmp_path, hooks)) as (again, pilot):
        await begin(again, pilot)
        assert "changes title" in await asked(again, pilot), "and remembered"


async def test_a_hook_that_blocks_says_so_in_the_result_and_in_the_log(tmp_path: Path, own: Path) -> None:
    blocks = script(tmp_path, "guard", """echo '{"action": "block", "message": "not on Fridays"}'""")
    async with opened(demo(tmp_path, {"pre_tool_call": [{"command": blocks}]})) as (app, pilot):
        await begin(app, pilot)
        await asked(app, pilot, ConsentScreen)
        await pilot.press("l")
        text = " ".join((await seen(pilot, "not on Fridays")).split())
        assert "would refuse it" in text
        await pilot.press("f5")
        await seen(pilot, "pre_tool_call blocks the call: not on Fridays")
        assert calls_sent(app) == []


async def test_escape_ends_a_hook_that_takes_too_long(tmp_path: Path, own: Path) -> None:
    slow = script(tmp_path, "guard", "sleep 600")
    async with opened(demo(tmp_path, {"pre_tool_call": [{"command": slow}]})) as (app, pilot):
        await begin(app, pilot)
        await asked(app, pilot, ConsentScreen)
        await pilot.press("l")
        await until(pilot, lambda: told(tmp_path, "guard") is not None)
        assert "What is to be sent" in await seen(pilot, "its hooks are run")
        app.main.call_pane.results.view.focus()
        await pilot.press("escape")
        await seen(pilot, "cancelled before it was sent")
        assert calls_sent(app) == []


async def test_rules_that_decide_nothing_are_told_at_the_start(tmp_path: Path, own: Path) -> None:
    """E04. Those for servers of other sessions are not."""
    own.write_text(own.read_text() + "    - {match: 'tracker/nosuch', decision: deny}\n")
    async with opened(demo(tmp_path)) as (app, pilot):
        entries = app.main.log_pane.rows.entries
        said = "tracker/nosuch: tracker has no tool that it means; correct it, or remove it ("
        await until(pilot, lambda: any(one.what.startswith(said) for one in entries.values()))
        assert not any("nowhere" in one.what for one in entries.values())
        assert app.main.notes == 1


async def test_the_table_of_rules_opens_a_tool(tmp_path: Path, own: Path) -> None:
    async with opened(demo(tmp_path)) as (app, pilot):
        await pilot.press("f4")
        await pilot.press("ctrl+r")
        await seen(pilot, "by the rule")
        await pilot.press("slash", *"create_i", "enter", "enter")
        await until(pilot, lambda: app.screen is app.main)
        assert app.main.call_pane.draft.tool is not None
        assert app.main.call_pane.draft.tool.name == CREATE


# what changes meanwhile


def shifty(tmp_path: Path) -> Config:
    path = tmp_path / "hermes.yaml"
    server = {"command": sys.executable, "args": [str(SERVERS / "shifty.py")]}
    path.write_text(json.dumps({"mcp_servers": {"shifty": server}}))
    return load(Sources(configs=(path,)))


async def test_a_tool_that_changes_behind_the_dialog_is_asked_about_again(tmp_path: Path, own: Path) -> None:
    async with opened(shifty(tmp_path)) as (app, pilot):
        await begin(app, pilot, "mcp__shifty__wipe")
        first = await asked(app, pilot)
        assert "The tool changed" not in first
        before = app.screen
        listing = app.feed.fleet.statuses[0].listing
        await app.feed.fleet.call("shifty", "shift", {})
        await until(pilot, lambda: app.feed.fleet.statuses[0].listing is not listing)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ApprovalScreen) and app.screen is not before)
        assert "The tool changed after your last answer" in await asked(app, pilot)
        await pilot.press("d")
        await until(pilot, lambda: app.screen is app.main)
        assert [sent["name"] for sent in calls_sent(app, "shifty")] == ["shift"]


@pytest.mark.parametrize("part", ["server", "tool"])
async def test_what_is_taken_out_of_the_session_behind_the_dialog_is_not_called(
    tmp_path: Path, own: Path, part: str
) -> None:
    """E01."""
    async with opened(demo(tmp_path)) as (app, pilot):
        await begin(app, pilot)
        await asked(app, pilot)
        app.feed.toggle("tracker" if part == "server" else None, CREATE if part == "tool" else None)
        await pilot.press("o")
        await seen(pilot, "no longer in this session")
        assert calls_sent(app) == []


async def test_what_is_out_of_scope_is_in_no_search_no_manifest_and_no_form(tmp_path: Path, own: Path) -> None:
    """E01."""
    async with opened(demo(tmp_path)) as (app, pilot):
        before = app.survey
        app.feed.toggle(None, CREATE)
        await until(pilot, lambda: app.survey.catalog is not before.catalog)
        after = app.survey
        assert CREATE in before.disclosure.manifest
        assert CREATE not in after.disclosure.manifest
        assert len(after.index.tools) == len(before.index.tools) - 1
        assert after.catalog.find(CREATE) is None
        app.main.tab = "call"
        app.main.call_pane.open(CREATE, ISSUE)
        await pilot.pause()
        assert app.main.call_pane.draft.tool is None
