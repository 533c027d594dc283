"""The table of what would happen with every tool."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.build import status, survey, tool
from tests.ui.calling import Desk, until
from toolscope.config.hooks import Hook
from toolscope.config.model import Guardrail, Origin, Rule
from toolscope.survey import Survey
from toolscope.ui import messages
from toolscope.ui.screens.rules import RulesScreen
from toolscope.ui.widgets.ruling_list import RulingList

GUARD = Guardrail(
    (
        Rule("home/*", "allow", reason="at home", origin=Origin("own.yaml", 3)),
        Rule("home/delete_all", "deny", reason="never", origin=Origin("own.yaml", 4)),
        Rule("attic/*", "deny", origin=Origin("own.yaml", 5)),
        Rule("home/delete*", "ask", origin=Origin("own.yaml", 6)),
    )
)
HOOK = Hook("pre_tool_call", "guard.sh --strict", Origin("config.yaml", 3), matcher="mcp__home__.*")


def moment() -> Survey:
    home = [
        tool("call_service", "Call a service.", "domain", "service", annotations={"readOnlyHint": False}),
        tool("delete_all", "Delete all."),
        tool("list_rooms", "List rooms.", annotations={"readOnlyHint": True}),
        tool("[/red]\x1b[2J", "Odd"),
    ]
    return survey(status("home", home, trust="untrusted"), status("wild", [tool("roam", "Roam.")]))


class House(Desk):
    """Opens the table at once."""

    def __init__(self, seen: Survey | None = None, guardrail: Guardrail = GUARD) -> None:
        super().__init__(seen or moment(), guardrail)
        self.opened: list[str] = []

    def on_tool_opened(self, message: messages.ToolOpened) -> None:
        self.opened.append(message.name)

    async def table(self, pilot: Pilot[Any]) -> RulingList:
        await pilot.pause()
        self.pane.hooks = (HOOK,)
        self.pane.empty.focus()
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(self.screen, RulesScreen) and self.screen.query_one(RulingList).keys)  # type: ignore[arg-type, return-value]
        await pilot.pause()
        return self.screen.query_one(RulingList)


async def test_every_tool_shows_what_decides_and_what_hermes_would_do() -> None:
    """E04, E06, E09."""
    app = House()
    async with app.run_test(size=(160, 40)) as pilot:
        await app.table(pilot)
        assert "5 tools ✓ 3 allow ? 1 ask ✕ 1 deny" in " ".join(app.text.split())
        assert "mcp__home__delete_all ✕ deny home/delete_all asks" in " ".join(app.text.split())
        assert "mcp__home__list_rooms ✓ allow home/* runs it" in " ".join(app.text.split())
        assert "mcp__wild__roam ? ask default runs it" in " ".join(app.text.split())
        assert "elsewhere  own.yaml:5: attic/*: no server of this session is named by it" in app.text
        assert "shadowed   own.yaml:6: home/delete*" in app.text


async def test_the_chosen_tool_is_explained_in_full() -> None:
    """E06, E09: a claim, and what is only assumed; the pattern that means this tool alone."""
    app = House()
    async with app.run_test(size=(160, 40)) as pilot:
        rows = await app.table(pilot)
        rows.go_to("mcp__home__call_service")
        await pilot.pause()
        text = " ".join(app.text.split())
        assert "✓ allow home/* at home" in text
        assert "would ask the server is untrusted" in text
        assert "writes declared by the server" in text
        assert "may destroy assumed: the server says" in text
        assert "guard.sh --strict pre_tool_call" in text
        assert "matches home/call_service" in text


async def test_the_filter_finds_tools_rules_and_decisions() -> None:
    app = House()
    async with app.run_test(size=(120, 36)) as pilot:
        rows = await app.table(pilot)
        for typed, names in (
            ("deny", ["mcp__home__delete_all"]),
            ("hermes runs", ["mcp__home__list_rooms", "mcp__wild__roam"]),
            ("home/call", ["mcp__home__call_service"]),
            ("nothing like it", []),
        ):
            await pilot.press("slash", *("space" if key == " " else key for key in typed))
            await pilot.pause()
            assert list(rows.keys) == names
            await pilot.press("escape")
        assert app.focused is rows
        assert len(rows.keys) == 5
        await pilot.press("escape")
        assert not isinstance(app.screen, RulesScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_what_is_typed_in_the_table_filters_it_and_enter_opens_only_from_the_list(size: tuple[int, int]) -> None:
    app = House()
    async with app.run_test(size=size) as pilot:
        rows = await app.table(pilot)
        assert "⏎ Call it  / Filter  Esc Close" in app.text
        await pilot.press(*"dele")
        await pilot.pause()
        assert rows.words == "dele"
        assert list(rows.keys) == ["mcp__home__delete_all"]
        assert "⏎ To the list  Esc All tools" in app.text
        await pilot.press("enter")
        await pilot.pause()
        assert app.opened == []
        assert app.focused is rows
        await pilot.press("enter")
        await pilot.pause()
        assert app.opened == ["mcp__home__delete_all"]


async def test_a_key_of_the_table_is_no_text() -> None:
    app = House()
    async with app.run_test(size=(120, 36)) as pilot:
        rows = await app.table(pilot)
        await pilot.press("slash")
        await pilot.pause()
        assert rows.words == ""
        await pilot.press("escape")
        assert not isinstance(app.screen, RulesScreen), "with nothing typed Esc closes at once"


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_enter_opens_the_tool_where_it_can_be_called(size: tuple[int, int]) -> None:
    app = House()
    async with app.run_test(size=size) as pilot:
        await app.table(pilot)
        assert "mcp__home__call_service" in app.text
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.opened == ["mcp__home__call_service"] or app.opened == ["mcp__home__delete_all"]


async def test_thousands_of_tools_are_judged_beside_the_screen() -> None:
    many = survey(status("home", [tool(f"tool_{n}", "Do it.") for n in range(3_000)]))
    app = House(many)
    async with app.run_test(size=(120, 36)) as pilot:
        rows = await app.table(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert rows.key == "mcp__home__tool_999"
        assert "3,000 tools" in app.text


async def test_hostile_names_are_text() -> None:
    app = House()
    async with app.run_test(size=(160, 40)) as pilot:
        rows = await app.table(pilot)
        rows.go_to(rows.keys[0])
        await pilot.pause()
        assert "\x1b" not in app.text
        assert "home/[[]/red]" in app.text
