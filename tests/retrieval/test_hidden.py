"""What a query would have found, had it been there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.catalog.snapshot import Catalog, Scope
from toolscope.config.model import ToolFilter
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.connections.state import ServerStatus, State
from toolscope.plain import Plain
from toolscope.retrieval.hidden import Beyond, beyond, lost_tools
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import search

WIKI = [tool("list_pages", "List pages"), tool("delete_page", "Delete a page of the wiki", "page_id")]


def _beyond(
    query: str,
    *servers: ServerStatus,
    profile: Profile = HERMES_21,
    scope: Scope | None = None,
    left_out: tuple[str, ...] = (),
) -> Beyond:
    known = catalog(*servers, profile=profile)
    known = known.within(scope) if scope else known
    index = Index.of(profile, known.deferred)
    return beyond(index, lost_tools(profile, known), search(index, query, 5), servers, left_out)


def test_a_tool_that_a_filter_hides_is_named_with_the_rule() -> None:
    """G04."""
    servers = status("wiki", WIKI, names=ToolFilter(exclude=("delete_*",)))
    found = _beyond("delete page", servers)
    assert [tool.name for tool in found.tools] == ["mcp__wiki__delete_page"]
    assert found.sentence == ("1 tool matches but is hidden: mcp__wiki__delete_page (tools.exclude has delete_*).")
    assert _beyond("page_id", servers).tools
    exact = status("wiki", WIKI, names=ToolFilter(exclude=("delete_page",)))
    assert _beyond("delete", exact, profile=HERMES_19).tools
    assert _beyond("delete zulip page", servers) == Beyond()
    assert _beyond("???", servers) == Beyond()


def test_a_tool_taken_out_by_hand_and_one_that_collided_are_named() -> None:
    out = _beyond("delete", status("wiki", WIKI), scope=Scope(tools=frozenset({"mcp__wiki__delete_page"})))
    assert "mcp__wiki__delete_page (out of scope: taken out of this session by hand)" in out.sentence
    twins = _beyond("send", status("wiki", [tool("send.it"), tool("send-it"), tool("list")]))
    assert twins.sentence.startswith("2 tools match but are hidden, the first: mcp__wiki__send_it (send-it becomes")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.DISABLED, "replicate is disabled"),
        (State.CONNECTING, "replicate is still connecting"),
        (State.FAILED, "replicate failed (exited 1)"),
    ],
)
def test_a_server_that_the_query_names_and_that_is_not_read_is_said_to_be_so(state: State, words: str) -> None:
    """F03, F05."""
    reason = Plain("exited 1") if state is State.FAILED else None
    down = replace(status("replicate", state=state), reason=reason)
    assert _beyond("replicate image", down, status("wiki", WIKI)).sentence == f"{words}: its tools are not searched."
    assert _beyond("image", down).sentence == ""
    left = _beyond("replicate image", status("wiki", WIKI), left_out=("replicate", "other"))
    assert left.sentence == "replicate was left out by --server: its tools are not searched."


WORDS = ["list", "page", "user", "send", "wiki", "note", "role"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join), min_size=2, max_size=6)


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(list(PROFILES.values())),
    TEXTS,
    st.lists(st.sampled_from([*WORDS, "zulip"]), min_size=1, max_size=6).map(" ".join),
)
def test_a_hidden_tool_is_named_exactly_when_it_would_be_let_in(profile: Profile, texts: list[str], query: str) -> None:
    servers = [status("s", [tool(f"t_{n}", text) for n, text in enumerate(texts)])]
    whole = catalog(*servers, profile=profile)
    name = whole.tools[0].name
    found = _beyond(query, *servers, profile=profile, scope=Scope(tools=frozenset({name})))
    assert bool(found.tools) == (name in _found(profile, whole, query))


def _found(profile: Profile, known: Catalog, query: str) -> set[str]:
    result = search(Index.of(profile, known.deferred), query, 50)
    return set() if result.fallback else set(result.ranks)


def test_what_cannot_be_read_has_no_words_to_be_found_by() -> None:
    known = catalog(status("wiki", [{"name": "bad", "inputSchema": 3}, "odd"]))
    assert lost_tools(HERMES_22, known) == ()
