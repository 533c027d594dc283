"""Choosing the tool that a query ought to find."""

from __future__ import annotations

from tests.build import catalog, status, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.model import ToolFilter
from toolscope.config.profiles import DEFAULT
from toolscope.ui.present.expect import candidates, matching

KNOWN = candidates(
    DEFAULT,
    catalog(
        status("wiki", [tool("list_pages"), tool("drop_page")], names=ToolFilter(exclude=("drop_page",))),
        status("chat", [tool("list_members"), tool("send")]),
    ).within(Scope(tools=frozenset({"mcp__chat__send"}))),
)


def _names(typed: str) -> list[str]:
    return [candidate.name for candidate in matching(KNOWN, typed)]


def test_lost_tools_can_be_expected_with_what_became_of_them() -> None:
    notes = {candidate.name: candidate.note for candidate in KNOWN}
    assert notes["mcp__wiki__drop_page"] == "filtered out"
    assert notes["mcp__chat__send"] == "out of scope"
    assert notes["mcp__wiki__list_pages"] == ""


def test_pieces_match_anywhere_and_the_tool_s_own_part_first() -> None:
    assert _names("list") == ["mcp__wiki__list_pages", "mcp__chat__list_members"]
    assert _names("chat/members") == ["mcp__chat__list_members"]
    assert _names("LIST wiki") == ["mcp__wiki__list_pages"]


def test_letters_in_order_match_after_that() -> None:
    assert _names("lstpgs") == ["mcp__wiki__list_pages"]
    assert _names("zzz") == []
    assert len(_names("")) == len(KNOWN)
