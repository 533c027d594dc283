"""Suggestions are run, not guessed."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.config.profiles import HERMES_21, PROFILES, Profile
from toolscope.retrieval.index import Index
from toolscope.retrieval.near import NearWord, near_words
from toolscope.retrieval.search import search
from toolscope.retrieval.suggest import suggest

VOCABULARY = ["list", "project", "members", "role", "page", "wiki", "send", "message", "issue"]
TEXT = st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join)


def _index(profile: Profile, *tools: dict[str, Any], server: str = "tracker") -> Index:
    return Index.of(profile, catalog(status(server, tools), profile=profile).deferred)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(list(PROFILES.values())),
    st.lists(TEXT, min_size=1, max_size=7),
    st.lists(st.sampled_from([*VOCABULARY, "slack", "rolle", "?"]), max_size=5).map(" ".join),
    st.integers(1, 3),
)
def test_every_suggestion_reaches_its_rank(profile: Profile, texts: list[str], query: str, limit: int) -> None:
    index = _index(profile, *(tool(f"tool_{n}", text) for n, text in enumerate(texts)))
    result = search(index, query, limit)
    for wanted in index.tools:
        found = suggest(index, result, wanted)
        hit = result.ranks.get(wanted.name)
        if hit and hit.rank <= limit:
            assert found == ()
            continue
        assert found or not profile.stemming
        assert [s.rank for s in found] == sorted(s.rank for s in found)
        for suggestion in found:
            assert suggestion.rank == search(index, suggestion.query, limit).ranks[wanted.name].rank <= limit


def test_the_unknown_word_is_left_out_or_respelled_first() -> None:
    index = _index(HERMES_21, tool("send_message", "Send a message to a channel"), tool("list_channels"), server="chat")
    wanted = index.tools[1]
    queries = [s.query for s in suggest(index, search(index, "send slack mesage", 5), wanted)]
    assert queries[0] == "send"
    assert next(s.query for s in suggest(index, search(index, "mesages", 5), wanted)) == "message"


def test_an_equally_rare_word_is_put_first() -> None:
    index = _index(HERMES_21, tool("create_ticket"), tool("close_incident"), tool("list_users"))
    wanted = next(t for t in index.tools if t.raw_name == "close_incident")
    queries = [s.query for s in suggest(index, search(index, "ticket incident", 5), wanted)]
    assert queries[:2] == ["incident ticket", "incident"]


def test_near_words_are_words_and_not_stems() -> None:
    index = _index(HERMES_21, tool("notify_user", "Notify a user"), tool("notify_all"))
    assert near_words(index, "notif") == (NearWord("notify", 2),)
    assert near_words(index, "xylophone") == ()


def test_suggestions_hold_only_words() -> None:
    index = _index(HERMES_21, tool("send\x1b[31m", "[/red]"), tool("other"), server="e\u202evil")
    for suggestion in suggest(index, search(index, "nothing", 5), index.tools[0]):
        assert suggestion.query.isascii()
        assert suggestion.query.isprintable()
