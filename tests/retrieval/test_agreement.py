"""For 2,000 random triples of a catalog, a query and a tool: explain, suggest and evaluate agree with the search."""

from __future__ import annotations

from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import PROFILES, Profile
from toolscope.retrieval.admission import admit
from toolscope.retrieval.explain import explain
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Result, search
from toolscope.retrieval.suggest import suggest

TRIPLES, PAIRS = 2_000, 4
"""How many in all, and how many of them share a catalog."""
WORDS = (
    *("list", "lists", "listing", "create", "created", "delete", "get", "send", "search", "update", "move", "export"),
    *("issue", "issues", "project", "member", "members", "page", "wiki", "message", "channel", "file", "folder"),
    *("the", "of", "a", "in", "all", "one", "42", "v2"),
)
STRANGERS = ("slack", "gmail", "please", "isue", "mesage", "7", "портфель", "??")
SERVERS = ("tracker", "wiki", "My-Server")

text = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map("_".join)
tools = st.tuples(st.sampled_from(SERVERS), names, text, st.lists(st.sampled_from(WORDS), max_size=4, unique=True))
queries = st.lists(st.sampled_from([*WORDS, *STRANGERS]), max_size=6).map(" ".join)


@st.composite
def catalogs(draw: st.DrawFn) -> tuple[Index, list[tuple[Result, Tool]]]:
    """A catalog of up to 14 tools on three servers; queries run on it, each with one of its tools."""
    profile: Profile = draw(st.sampled_from(list(PROFILES.values())))
    offered = draw(st.lists(tools, min_size=1, max_size=14, unique_by=lambda one: one[:2]))
    listed = [
        status(server, [tool(name, words, *more) for owner, name, words, more in offered if owner == server])
        for server in SERVERS
    ]
    index = Index.of(profile, catalog(*listed, profile=profile).deferred)
    pairs = []
    for _ in range(PAIRS):
        wanted = draw(st.sampled_from(index.tools))
        query = draw(queries | st.sampled_from([wanted.name, wanted.name.upper(), wanted.raw_name]))
        pairs.append((search(index, query, draw(st.integers(1, 4))), wanted))
    return index, pairs


@settings(max_examples=TRIPLES // PAIRS, deadline=None, derandomize=True)
@given(catalogs())
def test_explanations_verdicts_and_suggestions_are_what_the_search_gives(
    asked: tuple[Index, list[tuple[Result, Tool]]],
) -> None:
    index, pairs = asked
    for result, wanted in pairs:
        _assert_agreement(index, result, wanted)


def _assert_agreement(index: Index, result: Result, wanted: Tool) -> None:
    seen = explain(index, result, wanted)
    hit = result.ranks.get(wanted.name)
    score = 0.0
    for word in seen.words:
        score += word.score
    assert seen.score == score
    assert seen.rank == (hit.rank if hit else None)
    assert hit is None or hit.score in (score, inf)
    found = hit is not None and hit.rank <= result.limit
    assert (seen.verdict.name == "found") == found
    assert (seen.verdict.name == "outranked") == (hit is not None and not found)
    if hit is None:
        assert seen.verdict.name == _refusal(index, result, wanted)
    offered = suggest(index, result, wanted)
    assert not (found and offered)
    for suggestion in offered:
        again = search(index, suggestion.query, result.limit)
        assert again.ranks[wanted.name].rank == suggestion.rank <= result.limit


def _refusal(index: Index, result: Result, wanted: Tool) -> str:
    """Why a tool is not admitted, found by taking the rules apart: an independent reading of hermes.md §8."""
    held = set(index.documents[index.positions[wanted.name]])
    query = result.terms
    if not query:
        return "no_words"
    frequencies = [sum(term in document for document in index.documents) for term in query]
    if not index.profile.gate:
        return "gate_absent" if any(frequencies) else "unknown_word"
    if not min(frequencies):
        return "unknown_word"
    if query[frequencies.index(min(frequencies))] not in held:
        return "gate_absent"
    assert index.positions[wanted.name] not in admit(index, query).positions
    return "coverage"
