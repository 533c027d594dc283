"""How far the pages of a listing are followed."""

from __future__ import annotations

import pytest

from tests.connections.launching import script, until
from toolscope.connections.fleet import Fleet
from toolscope.connections.pages import MOST_PAGES, Pages, Unreadable
from toolscope.connections.state import Frame, State


@pytest.mark.parametrize(
    ("habit", "tools", "kind", "message"),
    [
        ("repeating", 2, "repeated_cursor", "page 2: the cursor 'same' was given before; kept 2 tools of 2 pages"),
        ("endless", 50, "too_many_pages", "there are more than 50 pages; kept 50 tools of 50 pages"),
        ("blank", 1, "empty_cursor", "page 1: the cursor of the next page is empty; kept 1 tool of 1 page"),
        ("number", 1, "bad_cursor", "page 1: the cursor of the next page is a number; kept 1 tool of 1 page"),
        (
            "refused_page",
            1,
            "lost_page",
            "page 2: error -32000: the second page is gone; kept 1 tool of 1 page",
        ),
        ("half", 1, "lost_page", "page 2: `tools` is null, not an array; kept 1 tool of 1 page"),
    ],
)
async def test_a_listing_that_leads_nowhere_ends_and_says_so(habit: str, tools: int, kind: str, message: str) -> None:
    async with Fleet([script("moody", habit)]) as fleet:
        (found,) = await fleet.settled()
    assert found.state is State.READY
    assert found.listing is not None
    assert len(found.listing.tools) == tools
    assert [(trouble.kind, trouble.message) for trouble in found.listing.troubles] == [(kind, message)]


async def test_a_page_that_never_comes_costs_the_pages_before_it_nothing() -> None:
    async with Fleet([script("moody", "silent_page", connect_timeout=3.0)]) as fleet:
        (found,) = await fleet.settled()
    assert found.state is State.READY, found.reason
    assert found.listing is not None
    assert len(found.listing.tools) == 1
    (lost,) = found.troubles
    assert lost.kind == "lost_page"
    assert lost.message.startswith("page 2: no answer within ")


async def test_a_server_that_dies_between_two_pages_is_not_ready() -> None:
    async with Fleet([script("moody", "last_page")]) as fleet:
        (found,) = await fleet.settled()
    assert (found.state, found.reason) == (State.FAILED, "exited with code 4 during tools/list: out of pages")


async def test_a_server_without_the_capability_is_ready_and_never_asked_for_tools() -> None:
    async with Fleet([script("moody", "no_tools")]) as fleet:
        read = await until(fleet, lambda: fleet.statuses[0].state is State.READY)
        (found,) = fleet.statuses
    assert found.listing is not None
    assert found.listing.tools == ()
    assert found.listing.families == {"prompts"}
    assert [trouble.kind for trouble in found.listing.troubles] == ["no_tools"]
    methods = [each.message.get("method") for each in read if isinstance(each, Frame) and each.outgoing]
    assert "tools/list" not in methods


async def test_a_list_that_is_none_is_a_failure_and_not_an_empty_list() -> None:
    async with Fleet([script("malformed", "null")]) as fleet:
        (found,) = await fleet.settled()
    assert (found.state, found.reason) == (State.FAILED, "tools/list: `tools` is null, not an array")


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (None, "tools/list: the result is null, not an object"),
        ([], "tools/list: the result is an array, not an object"),
        ({}, "tools/list: the result has no `tools`"),
        ({"tools": {}}, "tools/list: `tools` is an object, not an array"),
    ],
)
def test_a_first_page_without_tools_is_unreadable(page: object, reason: str) -> None:
    with pytest.raises(Unreadable) as raised:
        Pages().take(page)
    assert str(raised.value) == reason


def test_tools_of_the_same_name_on_two_pages_are_both_kept() -> None:
    pages = Pages()
    assert pages.take({"tools": [{"name": "a"}], "nextCursor": "2"}) == "2"
    assert pages.take({"tools": [{"name": "a"}]}) is None
    assert pages.tools == [{"name": "a"}, {"name": "a"}]
    assert pages.troubles == []


def test_exactly_fifty_pages_are_no_trouble() -> None:
    pages = Pages()
    for number in range(MOST_PAGES - 1):
        assert pages.take({"tools": [], "nextCursor": str(number)}) == str(number)
    assert pages.take({"tools": []}) is None
    assert pages.troubles == []
