"""What a model receives, to the key and to the character (hermes.md §8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.build import RELEASES, catalog, export, status, tool
from toolscope.canonical import Json
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.retrieval.index import Index
from toolscope.retrieval.payload import HINT, arguments, payload, written
from toolscope.retrieval.search import effective_limit

CHAT = [tool("send_message", "Send a message", "channel", "text"), tool("list_channels", "List the channels")]
WIKI = [tool("find_page", "Find a page and send it", "q", inputSchema={"properties": {"q": {}}, "required": ["q"]})]


def _settings(profile: Profile) -> Settings:
    return Settings(
        profile, search_default_limit=profile.search_default_limit, max_search_limit=profile.max_search_limit
    )


def ask(profile: Profile, queries: Json, limit: Json = None, *tools: dict[str, Any]) -> Any:
    servers = (status("wiki", tools),) if tools else (status("wiki", WIKI), status("chat", CHAT))
    index = Index.of(profile, catalog(*servers, profile=profile).deferred)
    return payload(index, _settings(profile), queries, limit)


@pytest.mark.parametrize("profile", [HERMES_21, HERMES_22])
def test_groups_come_in_query_order_and_each_tool_once(profile: Profile) -> None:
    answer = ask(profile, ["find a page", "send", "send"])
    assert list(answer) == ["queries", "total_available", "results", "tools"]
    assert (answer["queries"], answer["total_available"]) == (["find a page", "send", "send"], 3)
    page, message = "mcp__wiki__find_page", "mcp__chat__send_message"
    assert answer["results"] == [
        {"query": "find a page", "matches": [page]},
        {"query": "send", "matches": [message, page]},
        {"query": "send", "matches": [message, page]},
    ]
    assert list(answer["tools"]) == [page, message]
    assert answer["tools"][page] == {
        "source": "mcp",
        "source_name": "mcp-wiki",
        "description": "Find a page and send it",
        "required": ["q"],
    }
    assert list(answer["tools"][message]) == ["source", "source_name", "description", "required"]


@pytest.mark.parametrize("profile", [HERMES_21, HERMES_22])
def test_a_group_without_matches_names_the_sources_and_hints(profile: Profile) -> None:
    missed, found = ask(profile, ["zulip", "channels"])["results"]
    assert list(missed) == ["query", "matches", "available_sources", "hint"]
    assert missed["matches"] == []
    assert missed["available_sources"] == [{"name": "chat", "tool_count": 2}, {"name": "wiki", "tool_count": 1}]
    assert missed["hint"] == HINT
    assert len(HINT) == 231
    assert list(found) == ["query", "matches"]


def test_an_empty_catalog_has_nothing_to_hint_at() -> None:
    empty = Index.of(HERMES_21, ())
    assert payload(empty, _settings(HERMES_21), ["zulip"]) == {
        "queries": ["zulip"],
        "total_available": 0,
        "results": [{"query": "zulip", "matches": []}],
        "tools": {},
    }


def test_the_oldest_release_answers_one_query_flat() -> None:
    answer = ask(HERMES_19, " page ")
    assert list(answer) == ["query", "total_available", "matches"]
    assert (answer["query"], answer["total_available"]) == ("page", 3)
    assert answer["matches"] == [
        {
            "name": "mcp__wiki__find_page",
            "source": "mcp",
            "source_name": "mcp-wiki",
            "description": "Find a page and send it",
        }
    ]
    assert ask(HERMES_19, "zulip") == {"query": "zulip", "total_available": 3, "matches": []}


@pytest.mark.parametrize("length", [400, 401, 450, 500, 501, 2_000])
@pytest.mark.parametrize("release", RELEASES)
def test_descriptions_are_clipped_by_code_points(release: str, length: int) -> None:
    """B10. What stands at the cut is an astral character, then a combining mark."""
    profile = RELEASES[release]
    text = ("word" + "😀e\u0301" * length)[:length]
    answer = ask(profile, "word", None, tool("one", text))
    entry = answer["matches"][0] if release == "0.19" else answer["tools"]["mcp__wiki__one"]
    most, mark = (400, "") if release == "0.19" else (500, "…")
    assert entry["description"] == (text if length <= most else text[:most] + mark)


def test_required_names_are_strings_cut_and_counted() -> None:
    required = [f"{n:02}" + "x" * 80 for n in range(40)]
    schema = {"type": "object", "properties": {name: {} for name in required}, "required": [*required, 7]}
    assert "required" not in ask(HERMES_19, "one", None, tool("one", inputSchema=schema))["matches"][0]
    found = ask(HERMES_21, "one", None, tool("one", inputSchema=schema))["tools"]["mcp__wiki__one"]["required"]
    assert len(found) == 32
    assert found == [name[:64] for name in required[:32]]
    odd = tool("one", inputSchema={"type": "object", "properties": {"q": {}}, "required": "q"})
    assert ask(HERMES_21, "one", None, odd)["tools"]["mcp__wiki__one"]["required"] == []


@pytest.mark.parametrize(("profile", "most"), [(HERMES_21, 10), (HERMES_22, 7), (HERMES_19, 1)])
def test_more_queries_than_the_cap_get_an_error_with_both_numbers(profile: Profile, most: int) -> None:
    """D16."""
    assert "error" not in ask(profile, ["page"] * most)
    assert "error" not in ask(profile, [*["page"] * most, " ", ""])
    answer = ask(profile, ["page"] * (most + 1))
    assert list(answer) == ["error"]
    assert str(most + 1) in answer["error"]
    assert ("one is" if most == 1 else str(most)) in answer["error"]
    assert "1000" in ask(profile, ["page"] * 1_000)["error"]


@pytest.mark.parametrize("queries", [[], "", "  ", ["", " ", None, 0], None, 7, {"q": 1}, True])
@pytest.mark.parametrize("release", RELEASES)
def test_no_query_at_all_is_an_error(release: str, queries: Json) -> None:
    answer = ask(RELEASES[release], queries)
    assert list(answer) == ["error"]
    assert answer["error"].startswith("query must be" if release == "0.19" else "queries must be")


def test_a_bare_string_is_one_query_and_items_are_written_out() -> None:
    assert ask(HERMES_21, "  page ")["queries"] == ["page"]
    assert ask(HERMES_21, [" page", 404, True, "page", None, ""])["queries"] == ["page", "404", "True", "page"]


LIMITS: list[tuple[Json, int]] = [
    *((None, 5), (0, 1), (-1, 1), (1, 1), (25, 25), (26, 25), ("3", 3), (" 3 ", 3), (2.9, 2), (True, 1), (False, 1)),
    *(("x", 5), ("2.5", 5), ("", 5), ([], 5), ({}, 5), (float("nan"), 5), (float("inf"), 5)),
]


@pytest.mark.parametrize(("limit", "taken"), LIMITS)
def test_a_limit_is_read_as_python_reads_it_and_clamped(limit: Json, taken: int) -> None:
    """D16."""
    assert effective_limit(_settings(HERMES_21), limit) == effective_limit(_settings(HERMES_22), limit) == taken
    assert effective_limit(_settings(HERMES_19), limit) == min(20, taken)
    tools = [tool(f"page_{n:02}", "page") for n in range(30)]
    assert len(ask(HERMES_21, "page", limit, *tools)["results"][0]["matches"]) == taken
    assert len(ask(HERMES_19, "page", limit, *tools)["matches"]) == min(20, taken)


def test_a_configured_default_and_maximum_hold() -> None:
    settings = Settings(search_default_limit=3, max_search_limit=7)
    assert [effective_limit(settings, limit) for limit in (None, "junk", 9, 0)] == [3, 3, 7, 1]


def test_plugin_tools_and_deferred_core_tools_are_plugins_of_their_toolset() -> None:
    functions = [{"name": "todo_list", "description": "Keep a list", "toolset": "todo"}, {"name": "radio_list"}]
    index = Index.of(HERMES_21, catalog(export("agent", functions)).deferred)
    tools = payload(index, _settings(HERMES_21), ["list"])["tools"]
    assert {name: (entry["source"], entry["source_name"]) for name, entry in tools.items()} == {
        "radio_list": ("plugin", "agent")
    }


def test_the_answer_is_written_as_python_writes_json() -> None:
    assert written(ask(HERMES_21, ["é page"])).startswith('{"queries": ["é page"], "total_available": 3, "results": [')


def test_what_a_model_writes_to_ask_is_per_release() -> None:
    assert arguments(HERMES_21, [" a ", "", "b"]) == {"queries": ["a", "b"]}
    assert arguments(HERMES_22, ["a"], 7) == {"queries": ["a"], "limit": 7}
    assert arguments(HERMES_19, ["a", "b"]) == {"query": "a"}
    assert arguments(HERMES_19, []) == {"query": ""}
