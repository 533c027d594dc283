"""What is a word, and which words are the same one (A08, A14, A15)."""

from __future__ import annotations

import pytest

from tests.cases.asking import Desk, desk

PUSH = desk("notify_user | push | Notify a user | user text", "list_users | push | List users | page")
SUMS = desk(
    "address-book-lookup | contacts | Look up an address | name",
    "address-book-update | contacts | Update an address | name",
    "add | math | Add two numbers | a b",
    "add_comment | github | Add a comment to an issue | body",
    "timezone_conversion | clock | Convert between zones | zone",
)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("покажи мой портфель", "it is in another script, and only ASCII letters and digits are read"),
        ("портфель", "it is in another script, and only ASCII letters and digits are read"),
        ("查询余额", "it is in another script, and only ASCII letters and digits are read"),
        ("???", "it is punctuation alone"),
    ],
)
def test_a_query_in_another_script_has_no_searchable_word(query: str, why: str) -> None:
    """A08."""
    asked = desk("get_portfolio | demo | Show portfolio |", "show_ru | demo | Показать портфель |")
    seen = asked.ask(query)
    assert (seen.matches, seen.verdict) == ([], "no_words")
    assert seen.sentence == f"The query has no searchable word: {why}."
    assert seen.under == "no searchable word: only ASCII letters and digits"
    wanted = asked.ask(query, "show_ru")
    assert "expected, not found" in wanted.under
    assert "show" in wanted.wordings


def test_an_empty_query_says_that_it_is_empty() -> None:
    """A08."""
    seen = PUSH.ask("", "notify_user")
    assert (seen.matches, seen.sentence, seen.under) == ([], "The query is empty.", "")


@pytest.mark.parametrize("query", ["notify users", "notifying a user", "notified user"])
def test_stemming_brings_forms_of_a_word_together(query: str) -> None:
    """A14."""
    assert PUSH.ask(query).matches == ["notify_user"]


def test_stemming_keeps_some_relatives_apart_and_shows_both_stems() -> None:
    """A14."""
    assert PUSH.term("notify notification") == ["notifi", "notif"]
    for query in ("notification", "send notifications"):
        seen = PUSH.ask(query, "notify_user")
        assert (seen.matches, seen.verdict) == ([], "unknown_word")
        assert "near words: notify 1" in seen.under
        assert "notify" in " ".join(seen.wordings)
    assert "notifications notif ✕" in seen.why
    assert PUSH.term("issue issues query queries history histories") == [
        *("issu", "issu", "queri", "queri", "histori", "histori")
    ]
    assert PUSH.term("analyses analysis") == ["analys", "analysi"]


def _shown(asked: Desk, query: str) -> tuple[list[str], str]:
    seen = asked.ask(query)
    return seen.matches, seen.under.splitlines()[0]


def test_part_of_a_word_is_no_word() -> None:
    """A15."""
    assert _shown(SUMS, "add") == (["add", "add_comment"], "add 2 gate")
    for query in ("me", "sue", "version"):
        assert _shown(SUMS, query) == ([], f"{query} ✕ in no tool")
