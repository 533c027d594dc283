"""What stands under a query."""

from __future__ import annotations

from math import inf

from tests.build import catalog, status, tool
from toolscope.config.profiles import HERMES_21
from toolscope.retrieval.index import Index
from toolscope.retrieval.near import NearWord
from toolscope.retrieval.search import Hit
from toolscope.ui.present.found import Found, look
from toolscope.ui.present.rows import hit_line, name_within
from toolscope.ui.present.search import outcome, query_rows

INDEX = Index.of(
    HERMES_21,
    catalog(
        status("chat", [tool("send_message", "Send a message to a channel"), tool("list_channels", "List channels")]),
        status("wiki", [tool(f"page_{n}", "A page of the wiki", *["page"] * n) for n in range(8)]),
    ).deferred,
)


def _look(query: str, wanted: str | None = None, limit: int = 5) -> Found:
    return look(INDEX, query, limit, wanted, {"slack": (NearWord("stack", 3),)})


def _lines(found: Found, width: int = 56, chosen: bool = True, folded: int = 3) -> list[str]:
    return [row.line.plain.rstrip() for row in query_rows(found, width, chosen, folded, "⏎")]


def test_words_show_their_frequency_and_the_gate() -> None:
    lines = _lines(_look("send message"))
    assert lines[0] == "   send 1 gate   message 1"
    assert lines[1].startswith("  1  mcp__chat__send_message")


def test_a_miss_says_which_word_and_what_is_left_without_it() -> None:
    found = _look("send slack message")
    assert outcome(found).plain == "✕ 0"
    assert _lines(found) == [
        "   send 1   slack ✕ in no tool   message 1",
        "  ↳ without slack: 1 tool  1 mcp__chat__send_message",
        "     ⏎ apply    near words: stack 3",
    ]
    assert [row.queries for row in query_rows(found, 56, True, 3, "⏎")][1:] == [("send message",)] * 2


def test_matches_end_at_the_limit_and_the_expected_one_follows() -> None:
    lines = _lines(_look("page", "mcp__wiki__page_7"))
    assert [line.split()[0] for line in lines[1:6]] == ["1", "2", "3", "4", "5"]
    assert lines[6].startswith("  ┄  limit 5 ┄")
    assert lines[6].endswith("┄ 3 more")
    assert "mcp__wiki__page_7   expected" in lines[7]
    assert outcome(_look("page", "mcp__wiki__page_7")).plain == "↓ 5 of 8"


def test_an_expected_tool_that_was_not_let_in_is_said_to_be_missing() -> None:
    lines = _lines(_look("send message", "mcp__wiki__page_1"))
    assert lines[-1].startswith("  –  mcp__wiki__page_1")
    assert lines[-1].endswith("expected, not found")


def test_a_query_that_is_not_chosen_folds() -> None:
    assert _lines(_look("page"), chosen=False)[-1] == "     2 more"
    assert len(_lines(_look("page"), chosen=False)) == 5
    assert _lines(_look("page"), chosen=False, folded=0) == ["   page 8 gate"]


def test_words_that_do_not_fit_wrap_when_chosen_and_are_cut_when_not() -> None:
    query = " ".join(f"word{n}" for n in range(30))
    assert len([line for line in _lines(_look(query)) if "in no tool" in line]) == 3
    folded = _lines(_look(query), chosen=False)
    assert folded[0].endswith("…")


def test_no_line_is_wider_than_its_room() -> None:
    wanted = "mcp__wiki__" + "long_" * 20
    for query in ("page", "send slack message", "page of the wiki", "???", ""):
        for width in (55, 79):
            for chosen in (True, False):
                rows = query_rows(_look(query, wanted), width, chosen, 3, "^g")
                assert all(row.line.cell_length <= width for row in rows), (query, width)


def test_a_query_without_words_says_so() -> None:
    assert _lines(_look("???")) == ["   no searchable word: only ASCII letters and digits"]
    assert _lines(_look("  ")) == []


def test_an_exact_name_has_no_score_in_numbers() -> None:
    assert "exact ▄▄▄▄" in hit_line(Hit(INDEX.tools[0], inf, 1), 3.0, 60).plain


def test_long_names_keep_their_end() -> None:
    assert name_within("mcp__cloud__list_members", 14).plain == "…_list_members"
    assert name_within("mcp__cloud__list_members", 40).plain == "mcp__cloud__list_members"


def test_a_typed_expectation_is_made_safe() -> None:
    text = "\n".join(_lines(_look("page", "x\x1b[31m[/red]\u202e")))
    assert "x␛[31m[/red]" in text
    assert "\u202e" not in text
