"""The history of calls: kept between runs, searched, pinned, cleared."""

from __future__ import annotations

import os
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.calling import TITLED, Desk, desk, prepared, record, until
from toolscope.config.model import Guardrail, Rule
from toolscope.invocation.ledger import entries, place
from toolscope.ui.screens.confirm import ConfirmScreen

SIZE = (120, 36)


def kept() -> list[dict[str, Any]]:
    known, problem = entries(place(os.environ))
    assert problem is None
    return known


async def two_calls(app: Desk, pilot: Pilot[None]) -> None:
    await pilot.pause()
    made = {"content": [{"type": "text", "text": "made PX-7"}]}
    app.pane.finished(record(prepared(desk(), **TITLED), "c1", result=made, sent=True))
    app.pane.finished(record(prepared(desk(), "mcp__tracker__ping"), "c22", refused="denied by you"))
    await until(pilot, lambda: len(kept()) == 2)


async def in_history(app: Desk, pilot: Pilot[None], calls: int = 2) -> None:
    await until(pilot, lambda: len(app.pane.results.records) == calls)
    app.pane.view = "results"
    await app.settled(pilot)
    app.pane.results.history.rows.focus()
    await pilot.pause()


async def test_calls_of_an_earlier_run_are_shown_and_replayed() -> None:
    first = Desk(desk())
    async with first.run_test(size=SIZE) as pilot:
        await two_calls(first, pilot)
    again = Desk(desk())
    async with again.run_test(size=SIZE) as pilot:
        await in_history(again, pilot)
        await pilot.press("down")
        await again.settled(pilot)
        assert "made PX-7" in again.text
        await pilot.press("r")
        await again.settled(pilot)
        assert again.pane.draft.editor.draft.arguments == TITLED


async def test_a_search_narrows_the_calls_down_and_letters_do_nothing_else_in_it() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await two_calls(app, pilot)
        await in_history(app, pilot)
        await pilot.press("slash", *"px-7")
        await app.settled(pilot)
        assert app.pane.results.history.rows.keys == ["c1"]
        assert "1 of 2 calls" in app.text
        record = app.pane.results.view.record
        assert record is not None
        assert record.key == "c1", "the reply is that of the call in the list"
        await pilot.press("escape")
        await app.settled(pilot)
        assert len(app.pane.results.history.rows.keys) == 2


async def test_the_keys_of_the_history_work_from_the_reply_too_and_are_named_there() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await two_calls(app, pilot)
        await in_history(app, pilot)
        app.pane.results.view.focus()
        await pilot.pause()
        assert "/ Search  p Pin  x Clear" in app.text
        await pilot.press("p")
        await until(pilot, lambda: any(one["pinned"] for one in kept()))
        await pilot.press("slash", *"refused")
        await app.settled(pilot)
        assert app.pane.view == "results"
        assert app.pane.results.history.search.value == "refused"
        await pilot.press("escape", "x")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))


async def test_a_replayed_list_has_its_rows_again() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.pane.finished(record(prepared(desk(), **TITLED, labels=["@bao", "@mei"]), "c1", refused="denied by you"))
        await app.settled(pilot)
        app.pane.results.view.focus()
        await pilot.press("r")
        await app.settled(pilot)
        paths = [row.field.path for row in app.pane.draft.editor.form_view.rows]
        assert {("labels", 0), ("labels", 1)} <= set(paths)
        assert app.pane.draft.editor.draft.arguments == {**TITLED, "labels": ["@bao", "@mei"]}


@pytest.mark.parametrize("size", [(80, 24), SIZE])
async def test_a_call_is_run_again_from_the_results_by_the_key_that_ran_it(size: tuple[int, int]) -> None:
    app = Desk(desk())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.pane.finished(record(prepared(desk(), **TITLED), "c1", refused="denied by you"))
        await app.settled(pilot)
        app.pane.results.view.focus()
        await app.run_key(pilot)
        if size[0] < 100:
            assert app.asked == [], "what would be sent is shown first"
            await app.run_key(pilot)
        assert [one.given for one in app.asked] == [TITLED]


async def test_nothing_is_run_again_that_may_not_run() -> None:
    app = Desk(desk(), Guardrail((Rule("tracker/*", "deny"),)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.pane.finished(record(prepared(desk(), **TITLED), "c1", running=True))
        app.pane.results.view.focus()
        await app.run_key(pilot)
        assert not app.pane.draft.display, "one call runs already"
        app.pane.finished(record(prepared(desk(), **TITLED), "c1", refused="denied by you"))
        await app.run_key(pilot)
        assert app.pane.view == "draft"
        assert app.asked == []


async def test_pinned_calls_stay_on_top_and_survive_clearing() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await two_calls(app, pilot)
        await in_history(app, pilot)
        await pilot.press("down", "p")
        await until(pilot, lambda: any(one["pinned"] for one in kept()))
        assert app.pane.results.history.rows.keys == ["c1", "c22"]
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, ConfirmScreen))
        assert len(kept()) == 2, "the answer with the focus changes nothing"
        await pilot.press("x", "c")
        await until(pilot, lambda: [one["name"] for one in kept()] == ["mcp__tracker__create_issue"])
        await until(pilot, lambda: len(app.pane.results.records) == 1)


async def test_a_damaged_file_is_told_in_a_notice_and_calls_go_on() -> None:
    place(os.environ).parent.mkdir(parents=True)
    place(os.environ).write_text("{")
    app = Desk(desk())
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await until(pilot, lambda: any("calls.damaged-1.json" in one.message for one in app._notifications))
        await two_calls(app, pilot)


async def test_a_linked_resource_is_read_through_the_same_form() -> None:
    app = Desk(desk())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        link = {"content": [{"type": "resource_link", "uri": "note://one", "name": "one"}]}
        app.pane.finished(record(prepared(desk(), **TITLED), "c1", result=link, sent=True))
        await app.settled(pilot)
        app.pane.results.view.focus()
        await pilot.press("o")
        await app.settled(pilot)
        assert any("read_resource of tracker" in one.message for one in app._notifications)
