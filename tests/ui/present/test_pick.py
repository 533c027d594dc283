"""Things to pick from, and which of them a few letters mean."""

from __future__ import annotations

from tests.build import status, survey, tool
from toolscope.plain import Plain
from toolscope.ui.present.pick import tool_offers, value_offers

TOOLS = survey(
    status("wiki", [tool("list_pages", "Pages."), tool("relist", "Again.")]),
    status("chat", [tool("list_members", "[/red]\x1b[2J who is there")]),
).catalog.tools


def names(typed: str) -> list[str]:
    return [offer.key.rpartition("__")[2] for offer in tool_offers(TOOLS)(typed)]


def test_names_that_begin_with_the_text_come_first_then_short_ones() -> None:
    assert names("list") == ["list_pages", "list_members", "relist"]
    assert names("") == [tool.name.rpartition("__")[2] for tool in TOOLS]


def test_a_server_and_a_tool_are_parted_by_a_space_or_a_slash() -> None:
    assert names("chat list") == names("chat/list") == ["list_members"]


def test_letters_in_order_come_after_whole_words() -> None:
    assert names("lstpgs") == ["list_pages"]
    assert names("zzz") == []


def test_a_line_fits_its_width_and_shows_hostile_text_literally() -> None:
    for offer in tool_offers(TOOLS)(""):
        assert offer.draw(60).cell_length <= 60
    (members,) = tool_offers(TOOLS)("members")
    line = members.draw(90).plain
    assert line.split()[:2] == ["chat", "list_members"]
    assert "[/red]␛[2J who" in line


def test_values_are_offered_as_they_are_shown() -> None:
    offers = value_offers(["1", '"a/b"'], [Plain("1"), Plain("a/b")])
    assert [(offer.key, offer.draw(10).plain) for offer in offers("")] == [("1", "1"), ('"a/b"', "a/b")]
    assert [offer.key for offer in offers("a/b")] == ['"a/b"']
