"""What became of a tool that the index does not hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.build import catalog, export, status, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.model import ToolFilter
from toolscope.config.profiles import DEFAULT
from toolscope.connections.state import ServerStatus, State
from toolscope.plain import Plain
from toolscope.retrieval.absence import absence, expected, nothing
from toolscope.retrieval.verdict import Verdict


def _absent(name: str, *servers: ServerStatus, scope: Scope | None = None) -> Verdict:
    known = catalog(*servers)
    return absence(DEFAULT, known.within(scope) if scope else known, servers, name)


def test_a_tool_is_meant_by_any_of_its_names() -> None:
    known = catalog(status("wiki", [tool("get/page"), tool("list")]), status("chat", [tool("list")]))
    for name in ("mcp__wiki__get_page", "get/page", "wiki/get/page"):
        assert getattr(expected(known, name), "name", None) == "mcp__wiki__get_page"
    assert expected(known, "list") is None
    assert getattr(expected(known, "chat/list"), "name", None) == "mcp__chat__list"


def test_a_raw_name_of_several_tools_asks_which() -> None:
    verdict = _absent("list", status("wiki", [tool("list")]), status("chat", [tool("list")]))
    assert verdict == Verdict(
        "no_such_tool",
        "2 tools are called list: mcp__chat__list and mcp__wiki__list. Name one of them in full.",
    )


@pytest.mark.parametrize("name", ["mcp__wiki__drop", "drop", "wiki/drop"])
def test_a_filtered_tool_is_named_with_the_rule(name: str) -> None:
    verdict = _absent(name, status("wiki", [tool("drop")], names=ToolFilter(exclude=("drop",))))
    assert verdict.name == "out_of_scope"
    assert verdict.sentence == f"wiki lists {name}, but its configuration leaves it out: tools.exclude names it."


def test_a_tool_taken_out_by_hand_is_out_of_scope() -> None:
    verdict = _absent("mcp__wiki__list", status("wiki", [tool("list")]), scope=Scope(frozenset({"wiki"})))
    assert verdict == Verdict("out_of_scope", "mcp__wiki__list of wiki was taken out of this session by hand.")


def test_lookalikes_collide() -> None:
    verdict = _absent("mcp__wiki__a_b", status("wiki", [tool("a.b"), tool("a-b")]))
    assert verdict.name == "collided"
    assert "a-b becomes mcp__wiki__a_b too" in verdict.sentence or "a.b becomes mcp__wiki__a_b too" in verdict.sentence


def test_a_malformed_tool_cannot_be_read() -> None:
    verdict = _absent("bad", status("wiki", [{"name": "bad", "inputSchema": 3}]))
    assert verdict.name == "out_of_scope"
    assert verdict.sentence.startswith("wiki lists bad, but it cannot be read: inputSchema is")


def test_a_server_that_failed_is_named_with_its_reason() -> None:
    failed = replace(status("billing", state=State.FAILED), reason=Plain("exited 1"))
    assert _absent("mcp__billing__invoice", failed) == Verdict(
        "server_unavailable", "billing failed (exited 1), so none of its tools can be found."
    )
    connecting = status("slow", state=State.CONNECTING)
    assert "slow is still connecting" in _absent("slow/x", connecting).sentence


def test_the_longest_prefix_names_the_server() -> None:
    servers = status("a", [tool("x")]), status("a__b", state=State.FAILED)
    assert _absent("mcp__a__b__y", *servers).sentence.startswith("a__b failed")
    assert _absent("mcp__a__y", *servers).name == "no_such_tool"


def test_a_misspelled_name_gets_near_ones_and_the_servers_not_read() -> None:
    servers = status("wiki", [tool("search_pages")]), status("billing", state=State.FAILED)
    assert _absent("serch_pages", *servers).sentence == (
        "No server lists a tool called serch_pages. The nearest is mcp__wiki__search_pages. Not read: billing (failed)."
    )
    assert _absent("mcp__wiki__zzz", *servers).sentence == "wiki lists no tool called mcp__wiki__zzz."


def test_typed_names_are_made_safe() -> None:
    sentence = _absent("x\x1b[31m\n[/red]", status("wiki", [tool("list")])).sentence
    assert "\x1b" not in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("name", ["mcp__chat__send", "chat/send"])
def test_a_server_that_was_not_kept_is_named(name: str) -> None:
    servers = (status("wiki", [tool("list")]),)
    verdict = absence(DEFAULT, catalog(*servers), servers, name, ("chat", "c"))
    assert verdict.name == "out_of_scope"
    assert verdict.sentence == "chat was left out of this session by --server, so none of its tools can be found."
    assert absence(DEFAULT, catalog(*servers), servers, "mcp__wiki__x", ("w",)).name == "no_such_tool"


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.DISABLED, "images is disabled"),
        (State.CONNECTING, "images is still connecting"),
        (State.WAITING, "images is waiting to be started"),
        (State.UNTRUSTED, "images is not trusted yet, so it was not started"),
    ],
)
def test_each_state_without_a_list_has_its_own_words(state: State, words: str) -> None:
    down = status("images", state=state)
    assert _absent("mcp__images__draw", down) == Verdict(
        "server_unavailable", f"{words}, so none of its tools can be found."
    )
    assert nothing(catalog(down), (down,)).sentence == f"There is nothing to search: {words}."


def test_an_empty_search_says_what_it_is_empty_for() -> None:
    assert nothing(catalog(), ()).sentence == "There is nothing to search: no server is configured."
    silent = status("wiki")
    assert nothing(catalog(silent), (silent,)).sentence == "There is nothing to search: the servers list no tools."
    assert nothing(catalog(), (), ("chat",)).sentence == "There is nothing to search: chat was left out by --server."
    filtered = status("wiki", [tool("drop"), tool("list")], names=ToolFilter(include=()))
    assert nothing(catalog(filtered), (filtered,)) == Verdict(
        "out_of_scope", "All 2 tools that were listed are left out: tools.include is empty."
    )
    core = export("agent", [{"name": "terminal"}])
    assert nothing(catalog(core), (core,)).sentence.startswith("The only tool stays in the model's own list")
    assert _absent("terminal", core).name == "out_of_scope"


def test_a_glob_that_filters_is_quoted() -> None:
    verdict = _absent("wiki/drop_all", status("wiki", [tool("drop_all")], names=ToolFilter(exclude=("drop_*",))))
    assert verdict.sentence.endswith("but its configuration leaves it out: tools.exclude has drop_*.")


def test_another_spelling_of_a_name_finds_the_real_one() -> None:
    """C01, C06."""
    server = status("obsidian-graph", [tool("vault_read")])
    assert getattr(expected(catalog(server), "vault_read"), "name", None) == "mcp__obsidian_graph__vault_read"
    sentence = _absent("mcp__obsidian-graph__vault_read", server).sentence
    assert sentence.endswith("The nearest is mcp__obsidian_graph__vault_read.")
