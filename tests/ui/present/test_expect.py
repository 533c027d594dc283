"""Choosing the tool that a query ought to find."""

from __future__ import annotations

from tests.build import catalog, status, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.model import ToolFilter
from toolscope.config.profiles import DEFAULT
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import search
from toolscope.ui.present.expect import candidates, expecting

CATALOG = catalog(
    status("wiki", [tool("list_pages"), tool("drop_page")], names=ToolFilter(exclude=("drop_page",))),
    status("chat", [tool("list_members"), tool("send")]),
).within(Scope(tools=frozenset({"mcp__chat__send"})))
KNOWN = candidates(DEFAULT, CATALOG)
RESULT = search(Index.of(DEFAULT, ()), "page", 5)


def _names(typed: str, clearable: bool = False) -> list[str]:
    return [offer.key for offer in expecting(DEFAULT, CATALOG, RESULT, clearable)(typed)]


def test_lost_tools_can_be_expected_with_what_became_of_them() -> None:
    notes = {candidate.name: candidate.note for candidate in KNOWN}
    assert notes["mcp__wiki__drop_page"] == "filtered out"
    assert notes["mcp__chat__send"] == "out of scope"
    assert notes["mcp__wiki__list_pages"] == ""


def test_pieces_match_anywhere_and_the_tool_s_own_part_first() -> None:
    assert _names("list") == ["mcp__wiki__list_pages", "mcp__chat__list_members", "list"]
    assert _names("chat/members") == ["mcp__chat__list_members", "chat/members"]
    assert _names("LIST wiki") == ["mcp__wiki__list_pages", "LIST wiki"]


def test_letters_in_order_match_after_that() -> None:
    assert _names("lstpgs") == ["mcp__wiki__list_pages", "lstpgs"]
    assert len(_names("")) == len(KNOWN)


def test_a_name_as_typed_comes_last_unless_it_is_a_tool_s() -> None:
    assert _names("zzz") == ["zzz"]
    assert _names("mcp__wiki__list_pages") == ["mcp__wiki__list_pages"]


def test_to_expect_no_tool_is_offered_while_nothing_is_typed() -> None:
    assert _names("", clearable=True)[0] == ""
    assert "" not in _names("")
    assert "" not in _names("list", clearable=True)


def test_a_line_has_what_is_known_of_the_tool_and_hostile_text_made_plain() -> None:
    lines = {offer.key: offer.draw(40).plain for offer in expecting(DEFAULT, CATALOG, RESULT, False)("page\x1b[red]")}
    assert lines["page\x1b[red]"] == "page␛[red]  as typed"
    lost = next(
        offer for offer in expecting(DEFAULT, CATALOG, RESULT, False)("") if offer.key == "mcp__wiki__drop_page"
    )
    assert lost.draw(40).plain == "mcp__wiki__drop_page        filtered out"
