"""Suggestions are run, not guessed."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.config.profiles import HERMES_21, PROFILES, Profile
from toolscope.retrieval.easing import exact_names
from toolscope.retrieval.index import Index
from toolscope.retrieval.near import NearWord, near_words
from toolscope.retrieval.search import search
from toolscope.retrieval.suggest import edits, suggest

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


def test_several_exact_names_are_asked_one_by_one() -> None:
    index = _index(HERMES_21, tool("send_message", "Send it"), tool("list_channels", "List them"), server="chat")
    send, listed = "mcp__chat__send_message", "mcp__chat__list_channels"
    for query in (f"{send} {listed}", f"`{listed}`, {send.upper()}", f"[{send!r}, {listed!r}]\n{send}"):
        assert {name.lower() for name in exact_names(index, query)} == {send, listed}
        wanted = index.tools[1]
        first = suggest(index, search(index, query, 5), wanted)[0]
        assert (first.query.lower(), first.rank) == (send, 1)
        assert {name.lower() for name in first.split} == {send, listed}
    assert exact_names(index, send) == exact_names(index, f"{send} {send}") == exact_names(index, "send list") == ()


def test_an_edit_is_a_word_dropped_added_or_replaced() -> None:
    for query, other, changed in (
        ("a b c", "a b", 1),
        ("a b c", "a b c d", 1),
        ("a b c", "a b d", 1),
        ("a b c", "c a b", 1),
        ("a b", "c d e", 3),
    ):
        assert edits(query, other) == changed


def test_the_shortest_edits_are_offered() -> None:
    wordy = [tool(f"members_{n}", "Members of a project: list members, all members", "members") for n in range(4)]
    tools = [*wordy, tool("roster", "List the members of a project with their role")]
    index = _index(HERMES_21, *tools)
    wanted = next(t for t in index.tools if t.raw_name == "roster")
    found = suggest(index, search(index, "list project members", 2), wanted)
    assert max(suggestion.edits for suggestion in found) == 1
    assert "list project members roster" in [suggestion.query for suggestion in found]


def test_nobody_is_asked_to_type_a_hash_or_a_filler_word() -> None:
    long = "export_every_invoice_of_the_quarter_to_a_spreadsheet_in_the_archive_folder"
    index = _index(HERMES_21, tool(long, "Whoever needs them may have them from there, 42 at once"), server="billing")
    assert len(index.tools[0].name) == 64
    ending = index.tools[0].name[-8:]
    for suggestion in suggest(index, search(index, "zulip", 5), index.tools[0]):
        if suggestion.query != index.tools[0].name:
            assert not {ending, "whoever", "42", "once"} & set(suggestion.query.split())


def test_words_joined_by_capitals_are_taken_apart_and_found_inside() -> None:
    """A05."""
    index = _index(HERMES_21, tool("add_person", "Add a person"), tool("appTableRecord_search", "Search records"))
    queries = [s.query for s in suggest(index, search(index, "addPerson", 5), index.tools[0])]
    assert "add Person" in queries
    assert near_words(index, "tabl") == (NearWord("appTableRecord", 1),)


def test_a_word_of_the_catalog_stands_in_for_a_misspelled_one() -> None:
    index = _index(HERMES_21, tool("close_incident", "Close an incident"), tool("list_users", "List the users"))
    wanted = next(t for t in index.tools if t.raw_name == "close_incident")
    queries = [s.query for s in suggest(index, search(index, "close incidnet", 5), wanted)]
    assert queries[0] == "close incident"
