"""Explanations agree with the search, and say what is true."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.retrieval.easing import other_gates, without_gate
from toolscope.retrieval.explain import Explanation, explain, summarise
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import search

VOCABULARY = [
    *("list", "lists", "project", "projects", "member", "members", "role"),
    *("page", "wiki", "send", "message", "issue", "me", "42"),
]
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join)
QUERIES = st.lists(st.sampled_from([*VOCABULARY, "slack", "??", "портфель"]), max_size=6).map(" ".join)
TOOLS = st.lists(st.tuples(st.sampled_from(VOCABULARY), WORDS, WORDS), min_size=1, max_size=8)
PROFILE = st.sampled_from(list(PROFILES.values()))


def index_of(profile: Profile, **servers: list[dict[str, Any]]) -> Index:
    return Index.of(
        profile, catalog(*(status(name, tools) for name, tools in servers.items()), profile=profile).deferred
    )


def _index(profile: Profile, described: list[tuple[str, str, str]]) -> Index:
    tools = [tool(f"{name}_{n}", text, *set(more.split())) for n, (name, text, more) in enumerate(described)]
    return index_of(profile, one=tools[::2], Two=tools[1::2])


@settings(max_examples=150, deadline=None)
@given(PROFILE, TOOLS, QUERIES, st.integers(1, 3))
def test_the_parts_add_up_to_the_score_and_the_verdict_is_the_search_s(
    profile: Profile, described: list[tuple[str, str, str]], query: str, limit: int
) -> None:
    index = _index(profile, described)
    result = search(index, query, limit)
    for position, wanted in enumerate(index.tools):
        found = explain(index, result, wanted)
        hit = result.ranks.get(wanted.name)
        score = 0.0
        for word in found.words:
            score += word.score
            assert word.count == Counter(index.documents[position])[word.term]
            assert word.unknown == (word.df == 0)
        assert found.score == score
        assert found.rank == (hit.rank if hit else None)
        _assert_read(index, found, position)
        assert found.free_rank == _free_rank(index, query, wanted.name)
        if hit is None:
            _assert_refused(index, found.verdict.name, [word.term for word in found.words], position)
            assert (found.above, found.level) == ((), ())
            continue
        same = {other.tool.name for other in result.ranking if other.score == hit.score} - {wanted.name}
        assert {other.tool.name for other in found.level} == same
        assert all(rival.lead >= 0 and rival.reason for rival in found.above)
        assert hit.score in (score, inf)
        assert found.verdict.name == ("found" if hit.rank <= limit else "outranked")
        assert tuple(rival.hit for rival in found.above) == result.ranking[max(0, hit.rank - 3) : hit.rank - 1]
        if hit.rank > limit:
            assert found.short_of_limit == result.ranking[limit - 1].score - score >= 0


def _assert_read(index: Index, found: Explanation, position: int) -> None:
    """The marked text is the document, and its words are where they are said to be."""
    document = index.documents[position]
    assert sum(text.length for text in found.texts) == found.length == len(document)
    asked = {word.term for word in found.words}
    marks = [word.term for text in found.texts for word in text.marks]
    assert marks == [term for term in document if term in asked]
    for text in found.texts:
        for word in text.marks:
            assert text.text[word.start : word.start + len(word.spelling)] == word.spelling
    known = {word.term for word in found.words if word.df}
    coverage = found.coverage
    assert (coverage.held, coverage.known) == (len(known & set(document)), len(known))
    assert found.length_factor == 0.25 + 0.75 * found.length / found.mean_length


def _free_rank(index: Index, query: str, name: str) -> int | None:
    """The rank in the same release without its gate."""
    free = Index(replace(index.profile, gate=False, coverage=False), index.tools, index.documents)
    result = search(free, query, 5)
    hit = None if result.fallback else result.ranks.get(name)
    return hit.rank if hit else None


def _assert_refused(index: Index, verdict: str, query: list[str], position: int) -> None:
    document = set(index.documents[position])
    rarest = min(query, key=index.df, default=None)
    if rarest is None:
        assert verdict == "no_words"
    elif index.profile.gate and not index.df(rarest):
        assert verdict == "unknown_word"
    elif index.profile.gate and rarest in document:
        assert verdict == "coverage"
        known = {term for term in query if index.df(term)}
        assert len(known & document) < -(-len(known) // 2)
    elif all(not index.df(term) for term in query):
        assert verdict == "unknown_word"
    else:
        assert verdict == "gate_absent"
        assert rarest not in document


@settings(max_examples=100, deadline=None)
@given(PROFILE, TOOLS, QUERIES)
def test_a_query_s_verdict_is_the_search_s(profile: Profile, described: list[tuple[str, str, str]], query: str) -> None:
    index = _index(profile, described)
    result = search(index, query, 2)
    name = summarise(index, result).name
    assert (name == "found") == bool(result.hits)
    assert (name == "no_words") == (not result.words and not result.hits)
    eased = without_gate(index, result)
    if eased is not None and name == "unknown_word":
        assert eased.words
        assert all(index.df(term) for term in eased.terms)


def _explained(index: Index, query: str, name: str, limit: int = 5) -> tuple[str, str, int | None]:
    wanted = next(t for t in index.tools if t.raw_name == name)
    found = explain(index, search(index, query, limit), wanted)
    return found.verdict.name, found.verdict.sentence, found.rank


def _names(index: Index, query: str, limit: int = 5) -> list[str]:
    return [hit.tool.raw_name for hit in search(index, query, limit).hits]


BETTERSTACK = [
    tool("create_incident", "Open an incident and send an email to the on-call person", "summary", "email"),
    tool("escalate_incident", "Escalate an incident by call, SMS or email", "incident_id"),
    tool("team_members", "Read the team: every member with email address", "team"),
    tool("on_call_events", "Read on-call calendar events and send reminders", "schedule"),
]


def test_a_vendor_that_is_not_attached_is_named() -> None:
    index = index_of(HERMES_21, betterstack=BETTERSTACK)
    result = search(index, "send gmail email", 5)
    assert not result.hits
    assert summarise(index, result).sentence == (
        "“gmail” is in no tool. Only tools that hold the rarest word are let in, so nothing is found."
    )
    eased = without_gate(index, result)
    assert eased is not None
    assert (eased.query, [hit.tool.raw_name for hit in eased.hits]) == (
        "send email",
        ["create_incident", "on_call_events"],
    )
    assert sorted(_names(index, "betterstack incident")) == ["create_incident", "escalate_incident"]


def test_the_wordy_neighbours_that_hide_a_thin_tool_are_shown() -> None:
    wordy = [
        tool(f"get_{x}", f"Get {x} of an entity; entity history is kept, see also entity history for {x}", "entity_id")
        for x in ["state", "history", "attributes", "logbook", "statistics", "area", "device", "config"]
    ]
    thin = [tool("mcp_get_entity_history"), tool("mcp_get_house_reference")]
    index = index_of(HERMES_19, ha=[*wordy, *thin])
    wanted = next(t for t in index.tools if t.raw_name == "mcp_get_entity_history")
    found = explain(index, search(index, "mcp_get_entity_history", 1), wanted)
    assert (found.verdict.name, found.rank, len(found.above)) == ("outranked", 2, 1)
    assert found.verdict.sentence.startswith("It has every word, but 1 ha tool ranks higher: the first says “")
    index = index_of(HERMES_21, ha=[*wordy, *thin])
    assert _explained(index, "mcp_get_entity_history", "mcp_get_entity_history")[2] == 1
    assert _names(index, "house reference") == ["mcp_get_house_reference"]
    exact = _explained(index, "mcp__ha__mcp_get_entity_history", "mcp_get_entity_history")
    assert exact == ("found", "The query is its exact name, which always comes first.", 1)


def test_camel_case_is_one_word() -> None:
    index = index_of(HERMES_21, pipedrive=[tool("addPerson", "Add a person", "name"), tool("addActivity", "Add one")])
    assert _names(index, "addPerson") == ["addPerson"]
    result = search(index, "table record", 5)
    assert summarise(index, result).sentence.startswith("“table” and “record” are in no tool.")
    assert without_gate(index, result) is None


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("портфель", "it is in another script, and only ASCII letters and digits are read"),
        ("查询余额", "it is in another script, and only ASCII letters and digits are read"),
        ("???", "it is punctuation alone"),
    ],
)
def test_a_query_without_a_searchable_word_says_why(query: str, why: str) -> None:
    index = index_of(HERMES_21, demo=[tool("show_ru", "Показать портфель")])
    assert summarise(index, search(index, query, 5)).sentence == f"The query has no searchable word: {why}."
    assert _explained(index, "", "show_ru")[:2] == ("no_words", "The query is empty.")


def test_filler_words_and_numbers_are_blamed() -> None:
    prefect = [tool("delete_flow", "Delete a flow by id", "flow_id"), tool("create_flow_run", "Create a flow run")]
    index = index_of(HERMES_21, prefect=prefect)
    assert _explained(index, "delete flow 456", "delete_flow")[:2] == (
        "unknown_word",
        "“456” is in no tool. Only tools that hold the rarest word are let in, so nothing is found.",
    )
    result = search(index, "please delete the flow 456", 5)
    eased = without_gate(index, result)
    assert eased is not None
    assert (eased.query, [hit.tool.raw_name for hit in eased.hits]) == ("delete flow", ["delete_flow"])


def test_stems_that_differ_stand_side_by_side() -> None:
    index = index_of(HERMES_21, push=[tool("notify_user", "Notify a user", "user", "text"), tool("list_users")])
    assert _names(index, "notifying a user") == ["notify_user"]
    found = explain(index, search(index, "notification", 5), index.tools[1])
    assert (found.words[0].spelling, found.words[0].term) == ("notification", "notif")
    assert found.verdict.name == "unknown_word"


def test_a_tool_without_the_gate_is_told_so_with_the_tie() -> None:
    index = index_of(
        HERMES_21,
        helpdesk=[tool("create_ticket", "Create a ticket", "title")],
        ops=[tool("close_incident", "Close an incident", "id")],
        crm=[tool("list_users", "List users", "page")],
    )
    assert _explained(index, "ticket incident", "close_incident")[:2] == (
        "gate_absent",
        "It does not hold “ticket”, the rarest word of the query, and only the 1 tool that holds it is let in. "
        "“incident” is as rare, but the first of equals decides.",
    )
    other = other_gates(index, search(index, "ticket incident", 5))
    assert [(r.query, [hit.tool.raw_name for hit in r.hits]) for r in other] == [
        ("incident ticket", ["close_incident"])
    ]


def test_coverage_counts_the_words() -> None:
    index = index_of(
        HERMES_22,
        a=[tool("one", "alpha beta gamma delta"), tool("two", "omega"), tool("three", "alpha beta gamma delta")],
    )
    query = "omega alpha beta gamma"
    assert _explained(index, query, "two")[:2] == (
        "coverage",
        "It holds 1 of the query's 4 known words; at least 2 are needed.",
    )
    assert summarise(index, search(index, query, 5)).name == "coverage"


def test_an_outranked_tool_is_told_what_the_first_does_better() -> None:
    wordy = [tool(f"members_{n}", "Members of a project: list members, all members", "members") for n in range(4)]
    index = index_of(HERMES_21, cloud=wordy, tracker=[tool("roster", "List the members of a project with their role")])
    name, sentence, rank = _explained(index, "list project members", "roster", limit=2)
    assert (name, rank) == ("outranked", 5)
    assert sentence == (
        "It has every word, but 4 cloud tools rank higher: the first says “members” 5 times to its once. "
        "The limit is 2, so a model that asks this never sees it."
    )


def test_a_legacy_match_by_name_is_called_that() -> None:
    index = index_of(HERMES_19, a=[tool("timezone_conversion"), tool("other")])
    found = explain(index, search(index, "version", 5), index.tools[1])
    assert (found.rank, found.score, found.verdict.name) == (1, 0.0, "found")
    assert found.verdict.sentence.startswith("No word matched, but its name contains the query")
    assert summarise(index, search(index, "_", 1)).sentence.startswith("No word matched, but 2 tool names contain")


def test_names_that_differ_only_by_case_are_explained_apart() -> None:
    index = index_of(HERMES_21, a=[tool("Foo", "alpha alpha"), tool("foo", "alpha beta gamma")])
    result = search(index, "alpha", 5)
    assert [explain(index, result, t).score for t in index.tools] == [result.ranks[t.name].score for t in index.tools]


def test_server_names_from_outside_are_made_safe_in_sentences() -> None:
    index = index_of(HERMES_21, **{"e\x1b[31mvil": [tool("x y", "alpha alpha")], "b": [tool("z", "alpha and more")]})
    sentence = _explained(index, "alpha", "z", limit=1)[1]
    assert "e␛[31mvil" in sentence
    assert "\x1b" not in sentence


def test_each_neighbour_is_told_by_what_it_has_more_of() -> None:
    tools = [
        tool("a_short", "alpha beta"),
        tool("b_often", "alpha beta beta beta and a few more words to be long enough"),
        tool("c_both", "alpha beta"),
        tool("d_long", "alpha alone in a text of some more words, so that its length costs it something"),
    ]
    index = index_of(HERMES_21, s=tools)
    reasons = {}
    for query in ("alpha beta", "alpha", "mcp__s__d_long alpha"):
        for wanted in index.tools:
            for one in explain(index, search(index, query, 5), wanted).above:
                reasons[query, one.hit.tool.raw_name, wanted.raw_name] = one.reason
    assert reasons["alpha", "a_short", "c_both"] == "scores the same, and comes first in the catalog's order"
    assert reasons["alpha", "c_both", "b_often"].startswith("is shorter, ")
    beta = index_of(HERMES_19, s=tools)
    last = next(t for t in beta.tools if t.raw_name == "d_long")
    above = explain(beta, search(beta, "alpha beta", 5), last).above
    assert above[-1].reason == "also has “beta”"
    assert (above[-1].word, above[-1].lead > 0) == ("beta", True)
    exact = explain(index, search(index, "mcp__s__a_short", 5), index.tools[1])
    assert exact.above == () or exact.above[0].reason == "has the query as its exact name"


def test_an_exact_name_is_the_reason_above_the_others() -> None:
    index = index_of(HERMES_21, s=[tool("mcp", "alpha"), tool("other", "about mcp and s")])
    result = search(index, "mcp__s__mcp", 5)
    found = explain(index, result, next(t for t in index.tools if t.raw_name == "other"))
    assert found.rank == 2
    assert (found.above[0].reason, found.above[0].lead) == ("has the query as its exact name", inf)
