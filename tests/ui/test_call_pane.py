"""The Call tab, driven by keys."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.widgets import Input

from tests.build import status, survey, tool
from tests.ui.calling import CREATE, TITLED, Desk, desk, prepared, record, until
from toolscope.config.model import Guardrail, Rule
from toolscope.ui.widgets.choice import Choice
from toolscope.ui.widgets.form_field import FormField, JsonArea, LineInput

SIZE = (120, 36)


def row(app: Desk, key: str) -> FormField:
    return next(one for one in app.pane.draft.editor.form_view.rows if one.field.path[-1] == key)


def mode(app: Desk) -> str:
    return app.pane.draft.editor.mode


def view(app: Desk) -> str:
    return app.pane.view


def arguments(app: Desk) -> dict[str, Any]:
    return app.pane.draft.editor.draft.arguments


async def test_without_a_tool_the_tab_says_how_to_get_one() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "F7  picks a tool   3 deferred tools" in app.text
        assert "F3  finds one" in app.text
        assert "History" not in app.text
        app.pane.empty.focus()
        await pilot.press("f7", *"crei", "enter")
        await app.settled(pilot)
        assert app.pane.draft.tool is not None
        assert app.pane.draft.tool.name == CREATE
        assert isinstance(app.focused, LineInput)


async def test_typing_shows_at_once_what_would_be_sent() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot)
        assert "waits for title" in app.text
        await pilot.press(*"012", "tab", *"PX")
        row(app, "labels").focus_control()
        await pilot.press(*"bug")
        await app.settled(pilot)
        assert arguments(app) == {"title": "012", "project_id": "PX", "labels": "bug"}
        assert '"title": "012"' in app.text
        assert "one value becomes a list" in app.text
        assert "Changed on the way" in app.text
        assert "? ask" in app.text
        assert "asks first" in app.text


async def test_f9_posts_the_prepared_call_only_when_it_is_valid() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments={"title": "x"})
        await app.run_key(pilot)
        assert app.asked == []
        row(app, "project_id").focus_control()
        await pilot.press(*"PX", "f9")
        await app.settled(pilot)
        assert [call.arguments for call in app.asked] == [{"title": "x", "project_id": "PX"}]
        row(app, "due_date").focus_control()
        await pilot.press(*"soon", "f9")
        await app.settled(pilot)
        assert len(app.asked) == 1
        assert "✕ 'soon' does not match" in app.text


async def test_while_json_cannot_be_read_nothing_is_said_to_be_sent() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        await pilot.press("f6")
        await app.settled(pilot)
        app.pane.draft.editor.json_view.area.load_text('{"title": ')
        await app.settled(pilot)
        assert "What is typed cannot be read yet." in app.text
        assert "{}" not in app.text


async def test_json_that_cannot_be_read_is_never_sent() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments={**TITLED, "steps": 5})
        row(app, "steps").focus_control()
        await pilot.press(*"[1")
        await app.run_key(pilot)
        assert app.asked == []
        assert "waits for steps" in app.text
        await pilot.press("f6")
        assert mode(app) == "form"


async def test_a_denied_tool_does_not_run() -> None:
    app = Desk(desk(), Guardrail((Rule("tracker/*", "deny", reason="not here"),)))
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        await app.run_key(pilot)
        assert app.asked == []
        assert "✕ deny" in app.text
        assert "not here" in app.text


async def test_a_tool_that_is_gone_does_not_run() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        app.pane.survey = survey(status("tracker", [tool("ping")]))
        await app.run_key(pilot)
        assert app.asked == []
        assert "no longer in this session" in app.text


async def test_a_changed_schema_makes_another_form_of_the_same_draft() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments={"title": "kept"})
        app.pane.survey = survey(status("tracker", [tool("create_issue", "New", "title", "colour")]))
        await app.settled(pilot)
        assert [one.field.key for one in app.pane.draft.editor.form_view.rows] == ["title", "colour"]
        assert arguments(app) == {"title": "kept"}


async def test_form_and_json_are_two_views_of_one_draft() -> None:
    app = Desk(desk())
    given = {**TITLED, "estimate": 9007199254740993, "assignee": {"user_id": "u"}, "priority": "high", "new": [1]}
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=given)
        assert arguments(app) == given
        await pilot.press("f6")
        await app.settled(pilot)
        editor = app.pane.draft.editor
        assert json.loads(editor.json_view.area.text) == given
        editor.json_view.area.load_text('{"title": "other", "urgent": true}')
        await app.settled(pilot)
        await pilot.press("f6")
        await app.settled(pilot)
        assert mode(app) == "form"
        assert row(app, "title").entry.text == "other"
        assert row(app, "urgent").query_one(Choice).value == "true"
        assert arguments(app) == {"title": "other", "urgent": True}


async def test_invalid_json_keeps_the_editor_and_names_the_place() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot)
        await pilot.press("f6")
        await app.settled(pilot)
        editor = app.pane.draft.editor
        editor.json_view.area.load_text('{\n  "title": oops\n}')
        await app.settled(pilot)
        await pilot.press("f6")
        await app.settled(pilot)
        assert mode(app) == "json"
        assert "line 2, column 12" in app.text
        await app.run_key(pilot)
        assert app.asked == []


async def test_a_pasted_tool_call_is_understood() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot)
        await pilot.press("f6")
        await app.settled(pilot)
        area = app.pane.draft.editor.json_view.area
        area.load_text(json.dumps({"name": CREATE, "arguments": TITLED}))
        await app.settled(pilot)
        assert "whole tool_call" in app.text
        await app.run_key(pilot)
        assert app.asked[0].arguments == TITLED
        area.load_text(json.dumps({"name": "mcp__tracker__ping", "arguments": {}}))
        await app.settled(pilot)
        assert app.pane.draft.tool is not None
        assert app.pane.draft.tool.raw_name == "ping"


async def test_what_no_form_can_express_opens_as_json_with_a_skeleton() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, "mcp__tracker__free")
        assert mode(app) == "json"
        assert "by oneOf" in app.text
        assert arguments(app) == {"a": ""}
        await pilot.press("f6")
        await app.settled(pilot)
        assert mode(app) == "json"
        await app.open(pilot, CREATE)
        assert mode(app) == "form"


async def test_a_choice_is_stepped_cleared_and_typed() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        row(app, "priority").focus_control()
        assert "unset   default low" in app.text
        await pilot.press("right")
        assert arguments(app)["priority"] == "low"
        await pilot.press("h")
        assert arguments(app)["priority"] == "high"
        await pilot.press("backspace")
        assert "priority" not in arguments(app)
        row(app, "urgent").focus_control()
        await pilot.press("enter", "down", "enter")
        await app.settled(pilot)
        assert arguments(app)["urgent"] is False


async def test_pasted_lines_are_not_cut_short() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot)
        control = row(app, "title").query_one(LineInput)
        control.post_message(Paste("one\ntwo"))
        await app.settled(pilot)
        assert arguments(app)["title"] == "one\ntwo"
        area = row(app, "title").query_one(JsonArea)
        area.load_text("")
        await app.settled(pilot)
        assert row(app, "title").query(LineInput)


async def test_on_a_narrow_screen_f9_shows_what_would_be_sent_then_asks() -> None:
    app = Desk(desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        assert "What would be sent" not in app.text
        await app.run_key(pilot)
        assert "What would be sent" in app.text
        assert "F9 again asks" in app.text
        assert app.asked == []
        await pilot.press("escape")
        await app.settled(pilot)
        assert "What would be sent" not in app.text
        await app.run_key(pilot)
        await app.run_key(pilot)
        assert len(app.asked) == 1


async def test_progress_is_shown_and_escape_cancels() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        call = prepared(desk(), **TITLED)
        app.pane.started(record(call, running=True))
        await app.settled(pilot)
        app.pane.progressed(3, 12, "part \x1b three")
        await pilot.pause()
        assert "3 of 12" in app.text
        assert "Esc cancels" in app.text
        app.pane.results.view.focus()
        await pilot.press("escape")
        assert app.cancels == 1
        app.pane.finished(record(call, result={"content": [{"type": "text", "text": "all good"}]}, elapsed_ms=5))
        await app.settled(pilot)
        assert "all good" in app.text
        assert len(app.pane.results.records) == 1


async def test_a_past_call_is_edited_and_replayed() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, "mcp__tracker__ping")
        first = prepared(desk(), title="old", project_id="PX", labels="bug")
        app.pane.finished(record(first, "c1", result={"content": [{"type": "text", "text": "first"}]}))
        app.pane.finished(record(prepared(desk(), **TITLED), "c22", refused="denied by you"))
        await app.settled(pilot)
        assert "denied by you" in app.text
        app.pane.results.history.rows.focus()
        await pilot.press("down", "enter")
        await app.settled(pilot)
        assert "first" in app.text
        await pilot.press("r")
        await app.settled(pilot)
        assert view(app) == "draft"
        assert arguments(app) == {"title": "old", "project_id": "PX", "labels": "bug"}
        await pilot.press("f8")
        await app.settled(pilot)
        assert view(app) == "results"


async def test_a_block_is_saved_where_nothing_is_yet() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        answer = {"content": [{"type": "text", "text": "first"}, {"type": "text", "text": "second"}]}
        app.pane.finished(record(prepared(desk(), **TITLED), result=answer))
        await app.settled(pilot)
        Path("create_issue-2.txt").write_text("mine")
        Path("x.txt").write_text("mine too")
        app.pane.results.view.focus()
        await pilot.press("right", "w", "enter")
        await pilot.pause()
        assert Path("create_issue-2.txt").read_text() == "mine"
        assert Path("create_issue-2-1.txt").read_text() == "second"
        await pilot.press("w")
        await pilot.pause()
        assert "create_issue-2-2.txt" in app.text
        app.screen.query_one(Input).value = "x.txt"
        await pilot.press("enter")
        await pilot.pause()
        assert "is there already" in app.text
        assert Path("x.txt").read_text() == "mine too"


async def test_a_picture_among_texts_is_what_is_saved_unless_another_block_was_chosen() -> None:
    app = Desk(desk())
    picture = {"type": "image", "data": base64.b64encode(b"bytes").decode(), "mimeType": "image/png"}
    answer = {"content": [{"type": "text", "text": "first"}, picture]}
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        app.pane.finished(record(prepared(desk(), **TITLED), result=answer))
        await app.settled(pilot)
        app.pane.results.view.focus()
        await pilot.press("w", "enter")
        await pilot.pause()
        assert Path("create_issue-2.png").read_bytes() == b"bytes"
        await pilot.press("left", "w", "enter")
        await pilot.pause()
        assert Path("create_issue-1.txt").read_text() == "first"


async def test_a_tool_is_picked_from_the_results_too() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        app.pane.finished(record(prepared(desk(), **TITLED), result={"content": []}))
        await app.settled(pilot)
        assert view(app) == "results"
        await pilot.press("f7", *"ping", "enter")
        await app.settled(pilot)
        assert view(app) == "draft"
        assert app.pane.draft.tool is not None
        assert app.pane.draft.tool.raw_name == "ping"


@pytest.mark.parametrize("size", [SIZE, (80, 24)])
async def test_f9_goes_to_the_field_that_it_waits_for(size: tuple[int, int]) -> None:
    app = Desk(desk())
    async with app.run_test(size=size) as pilot:
        await app.open(pilot, arguments={"title": "x", "assignee": {"notify": True}})
        await app.run_key(pilot)
        assert app.asked == []
        assert app.focused is row(app, "project_id").query_one(LineInput)
        await pilot.press(*"PX")
        await app.run_key(pilot)
        assert app.focused is row(app, "user_id").query_one(LineInput)


@pytest.mark.parametrize("width", [80, 120, 200])
async def test_a_description_is_shown_in_full_where_one_types(width: int) -> None:
    words = " ".join(f"word{n}" for n in range(60))
    schema = {"type": "object", "properties": {"a": {"type": "string", "description": words}, "b": {"type": "string"}}}
    first = "A sentence of many words that needs more than the one line there is beside its name to be read in full"
    app = Desk(desk(tool("long", f"{first}. More.", inputSchema=schema)))
    async with app.run_test(size=(width, 36)) as pilot:
        await app.open(pilot, "mcp__tracker__long")
        assert "word59" in app.text
        assert "be read in full" in " ".join(app.text[: app.text.index("F6 ")].split())
        row(app, "b").focus_control()
        await pilot.pause()
        assert "word59" not in app.text
        assert "…" in app.text


@pytest.mark.parametrize("where", ["form", "json", "results"])
async def test_the_copy_keys_work_wherever_one_types(where: str) -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        if where == "json":
            await pilot.press("f6")
        elif where == "results":
            app.pane.finished(record(prepared(desk(), **TITLED), result={"content": []}))
        await app.settled(pilot)
        await pilot.press("ctrl+o", "ctrl+g")
        await pilot.pause()
        assert app.copied[0].startswith(f"toolscope call {CREATE} ")
        assert json.loads(app.copied[1]) == {"name": CREATE, "arguments": TITLED}


async def test_a_key_is_quick_while_ten_megabytes_are_shown() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        answer = {"content": [{"type": "text", "text": "0123456789 " * 950_000}]}
        app.pane.finished(record(prepared(desk(), **TITLED), result=answer))
        await app.settled(pilot)
        view = app.pane.results.view
        view.focus()
        await pilot.press("e", "end")
        await pilot.pause()
        assert view.scroll_offset.y > 1_000
        assert len(view.lines) < 5_000
        assert "w saves it all" in app.text


async def test_hostile_names_and_values_are_text() -> None:
    odd = "[/red]\x1b[2J\u202e"
    schema = {"type": "object", "properties": {odd: {"type": "string", "description": odd, "enum": [odd, "b"]}}}
    app = Desk(desk(tool("odd", odd, inputSchema=schema)))
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, "mcp__tracker__odd", {odd: odd, "free": odd})
        assert arguments(app) == {odd: odd, "free": odd}
        assert "[/red]" in app.text
        assert "\x1b" not in app.text
        assert "\u202e" not in app.text
        await pilot.press("f6")
        await app.settled(pilot)
        assert arguments(app) == {odd: odd, "free": odd}
        assert "\x1b" not in app.text
        assert "\u202e" not in app.text


async def test_only_one_call_runs_at_a_time() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        app.pane.started(record(prepared(desk(), **TITLED), running=True))
        await app.settled(pilot)
        await pilot.press("f8")
        await until(pilot, lambda: app.pane.view == "draft")
        await app.run_key(pilot)
        assert app.asked == []
        assert "waits for the running call" in app.text
