"""What the Why pane says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_21, Profile
from toolscope.connections.state import State
from toolscope.plain import Plain
from toolscope.ui.present.bench import Answer, Bench
from toolscope.ui.present.why import given_rows, why_rows

WORDY = [tool(f"members_{n}", "Members of a project: list members, all members", "members") for n in range(4)]
TRACKER = [tool("roster", "List the members of a project with their role", "project_id"), tool("get_issue", "Read it")]


def bench(profile: Profile = HERMES_21, extra: list[dict[str, Any]] | None = None, limit: int = 2) -> Bench:
    failed = replace(status("billing", state=State.FAILED), reason=Plain("exited 1"))
    settings = Settings(profile=profile, context_length=200_000, search_default_limit=limit)
    servers = (status("cloud", WORDY), status("tracker", [*TRACKER, *(extra or [])]), failed)
    return Bench.of(survey(*servers, settings=settings))


def _answer(query: str, wanted: str | None = None, **made: Any) -> Answer:
    ready = bench(**made)
    return ready.answer(ready.look(query, wanted), wanted, [query])


def _text(answer: Answer, width: int = 56) -> str:
    assert answer.why is not None
    return "\n".join(row.line.plain.rstrip() for row in why_rows(answer.why, width))


def test_an_outranked_tool_gets_its_parts_its_neighbours_and_a_way_out() -> None:
    text = _text(_answer("list project members", "mcp__tracker__roster"))
    assert "OUTRANKED   5 of 5" in text
    assert "It has every word, but 4 cloud tools rank higher" in text
    assert "members is the gate" in text or "list is the gate" in text
    assert "description  List the members of a project with their" in text
    assert "Just above it" in text
    assert "short of rank 2" in text
    assert "What would find it" in text
    assert "#1" in text


def test_the_table_s_parts_add_up_to_its_sum() -> None:
    lines = _text(_answer("list project members", "mcp__tracker__roster")).splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("word"))
    rows = lines[start + 1 : start + 5]
    parts, firsts = zip(*([float(cell) for cell in row.split()[-2:]] for row in rows), strict=True)
    assert abs(sum(parts[:3]) - parts[3]) < 0.02
    assert abs(sum(firsts[:3]) - firsts[3]) < 0.02


def test_the_query_s_words_are_marked_where_they_are_spelled() -> None:
    answer = _answer("listing member", "mcp__tracker__roster", limit=9)
    assert answer.why is not None
    marked = [
        row.line.plain[span.start : span.end]
        for row in why_rows(answer.why, 56)
        for span in row.line.spans
        if "$mark-bg" in str(span.style)
    ]
    assert marked == ["List", "members"]


def test_a_miss_without_a_tool_shows_what_each_word_finds() -> None:
    text = _text(_answer("get zulip issue"))
    assert "This query" in text
    assert "UNKNOWN WORD" in text
    assert "alone it finds" in text
    zulip = next(line for line in text.splitlines() if line.startswith("zulip "))
    assert zulip.split()[2:] == ["✕", "2.64", "nothing"]


def test_a_tool_of_a_server_that_failed_is_explained() -> None:
    text = _text(_answer("invoice", "mcp__billing__create_invoice"))
    assert "NOT LISTED" in text
    assert "billing failed (exited 1), so none of its tools can be" in text


def test_equally_rare_words_say_what_the_other_would_give() -> None:
    text = _text(_answer("issue role"))
    assert "issue is the gate: the first of 2 as rare" in text
    assert "↳ role first: 1 tool  mcp__tracker__roster" in text


def test_the_legacy_profile_has_no_gate() -> None:
    assert "no gate in this release" in _text(_answer("list zulip", profile=HERMES_19))


def test_a_long_description_is_cut_and_counted() -> None:
    extra = [tool("long", "alpha " + "beta " * 400 + "alpha")]
    text = " ".join(_text(_answer("alpha", extra=extra)).split())
    assert "more characters, 1 of the query's words among them" in text


@pytest.mark.parametrize("width", [46, 56, 100])
def test_no_line_is_wider_than_the_pane(width: int) -> None:
    for query, wanted in (("list project members", "mcp__tracker__roster"), ("get zulip issue", None), ("???", None)):
        answer = _answer(query, wanted)
        assert answer.why is not None
        assert all(row.line.cell_length <= width for row in why_rows(answer.why, width)), (query, width)


def test_what_a_model_gets_is_counted_in_the_exact_text() -> None:
    answer = _answer("list project members")
    assert answer.given is not None
    assert answer.given.text.startswith('{"queries": ["list project members"], "total_available": 6')
    lines = [row.line.plain for row in given_rows(answer.given, 60, "F8")]
    assert lines[1].startswith("2 tools for 1 query")
    assert f"{len(answer.given.text)} characters" in lines[1]


def test_too_many_queries_are_refused_as_a_model_would_be() -> None:
    ready = bench()
    answer = ready.answer(ready.look("list", None), None, ["list"] * 11)
    assert answer.given is not None
    assert answer.given.error == "11 queries in one call, at most 10 are taken: nothing was searched"


def test_text_from_a_server_is_shown_and_not_obeyed() -> None:
    extra = [tool("evil", "alpha [/red] \x1b[31m \u202e [bold]", "p[/]\x1b")]
    text = _text(_answer("alpha", extra=extra))
    assert "[/red] ␛[31m" in text
    assert not set("\x1b\u202e") & set(text)
