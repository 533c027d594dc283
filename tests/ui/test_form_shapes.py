"""Forms that grow: rows, variants, groups opened by hand, null, texts of several lines; all by keys."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.build import tool
from tests.ui.calling import Desk, desk
from tests.ui.present.test_filling import ODD
from toolscope.ui.widgets.form_field import FormField

NAME = "mcp__tracker__odd"


def app() -> Desk:
    return Desk(desk(tool("odd", "Odd", inputSchema=ODD)))


def row(desk: Desk, *path: str | int) -> FormField:
    return next(one for one in desk.pane.draft.editor.form_view.rows if one.field.path == path)


def arguments(desk: Desk) -> dict[str, Any]:
    return desk.pane.draft.editor.draft.arguments


async def begun(desk: Desk, pilot: Pilot[None], *path: str | int, given: Any = None) -> None:
    await desk.open(pilot, NAME, given)
    row(desk, *path).focus_control()
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_rows_of_objects_are_added_filled_and_taken_away(size: tuple[int, int]) -> None:
    one = app()
    async with one.run_test(size=size) as pilot:
        await begun(one, pilot, "steps")
        await pilot.press("enter")
        await one.settled(pilot)
        row(one, "steps", 0, "do").focus_control()
        await pilot.press(*"first", "ctrl+n")
        await one.settled(pilot)
        row(one, "steps", 1, "do").focus_control()
        await pilot.press(*"second")
        await one.settled(pilot)
        assert arguments(one) == {"steps": [{"do": "first"}, {"do": "second"}]}
        row(one, "steps", 0, "do").focus_control()
        await pilot.press("ctrl+y")
        await one.settled(pilot)
        assert arguments(one) == {"steps": [{"do": "second"}]}
        assert "1 row" in one.text
        await pilot.press("backspace", "backspace")
        await one.settled(pilot)
        assert arguments(one) == {}


async def test_a_whole_object_takes_the_place_of_empty_json_and_of_nothing_else() -> None:
    app = Desk(desk())
    async with app.run_test(size=(120, 36)) as pilot:
        await app.open(pilot, "mcp__tracker__ping")
        await pilot.press("f6")
        await app.settled(pilot)
        await pilot.press("left_curly_bracket")
        await app.settled(pilot)
        assert app.pane.draft.editor.json_view.area.text == "{"
        assert "What would be sent" in app.text
        assert "nothing yet" in app.text
        assert "2 characters" not in app.text
        await pilot.press("right_curly_bracket", "f6", "f6")
        await app.settled(pilot)
        assert app.pane.draft.editor.json_view.area.selected_text == "{}"
        await app.open(pilot, arguments={"title": "t"})
        await pilot.press("f6")
        await app.settled(pilot)
        assert app.pane.draft.editor.json_view.area.selected_text == ""


async def test_a_line_of_values_becomes_rows() -> None:
    one = app()
    async with one.run_test(size=(120, 36)) as pilot:
        await begun(one, pilot, "tags")
        await pilot.press(*"a")
        await pilot.press("ctrl+n")
        await one.settled(pilot)
        await pilot.press("b")
        await one.settled(pilot)
        assert arguments(one) == {"tags": ["a", "b"]}


async def test_a_variant_is_chosen_and_has_its_own_fields() -> None:
    one = app()
    async with one.run_test(size=(120, 36)) as pilot:
        await begun(one, pilot, "target")
        await pilot.press("right", "right")
        await one.settled(pilot)
        assert "kind: b" in one.text
        row(one, "target", -2, "kind").focus_control()
        await pilot.press("right", "tab", "7")
        await one.settled(pilot)
        assert arguments(one) == {"target": {"kind": "b", "x": 7}}


async def test_recursion_is_opened_level_by_level() -> None:
    one = app()
    async with one.run_test(size=(120, 36)) as pilot:
        await begun(one, pilot, "node", "next", "next")
        await pilot.press("enter")
        await one.settled(pilot)
        row(one, "node", "next", "next", "v").focus_control()
        await pilot.press("x")
        await one.settled(pilot)
        assert arguments(one) == {"node": {"next": {"next": {"v": "x"}}}}


async def test_null_and_several_lines_are_a_key_away() -> None:
    one = app()
    async with one.run_test(size=(120, 36)) as pilot:
        await begun(one, pilot, "maybe")
        await pilot.press("ctrl+b")
        await one.settled(pilot)
        assert arguments(one) == {"maybe": None}
        await pilot.press("ctrl+b")
        await one.settled(pilot)
        assert arguments(one) == {}
        row(one, "name").focus_control()
        await pilot.press("a", "ctrl+j")
        await one.settled(pilot)
        await pilot.press("b")
        await one.settled(pilot)
        assert arguments(one) == {"name": "a\nb"}


async def test_form_and_json_are_two_views_of_one_draft() -> None:
    given = {"steps": [{"do": "a"}], "target": {"kind": "b", "x": 2}, "maybe": None, "big": 2**53 + 1, "name": "012"}
    one = app()
    async with one.run_test(size=(120, 36)) as pilot:
        await begun(one, pilot, "name", given=given)
        for _ in range(2):
            await pilot.press("f6")
            await one.settled(pilot)
            assert arguments(one) == given
            await pilot.press("f6")
            await one.settled(pilot)
            assert arguments(one) == given
