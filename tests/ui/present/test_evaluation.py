"""The table of labelled queries in words and columns."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Origin
from toolscope.config.profiles import HERMES_21, HERMES_22, PROFILES
from toolscope.retrieval.evaluate import Evaluation, evaluate
from toolscope.retrieval.labelled import Labelled
from toolscope.retrieval.metrics import Answer, Target
from toolscope.retrieval.verdict import Verdict, VerdictName
from toolscope.survey import in_releases
from toolscope.ui.present.evaluation import EvaluationColumns, figures, nothing, outcome, reasons, title

CHAT = status("chat", [tool("send_message", "Send a message to a channel"), tool("list_channels", "List channels")])
LONG = "a query that goes on and on [/red] \x1b[31m until no table on any screen can have room for it " * 3


def label(entry: int, query: str, *relevant: str) -> Labelled:
    return Labelled(query, relevant, not relevant, entry, Origin("labels.json", entry))


def seen(*queries: Labelled) -> Evaluation:
    return evaluate(in_releases(survey(CHAT), PROFILES.values(), {}), queries)


QUERIES = (
    label(1, "send message", "chat/send_message"),
    label(2, LONG, "mcp__chat__list_channels", "chat/send_message"),
    label(3, "play music"),
    label(4, "list"),
    label(5, "channels", "chat/list_channels"),
    label(1_000, "", "chat/" + "x" * 90),
)


@pytest.mark.parametrize("width", [40, 60, 76, 100, 118, 198])
def test_heads_and_rows_have_the_same_columns_and_fit(width: int) -> None:
    evaluation = seen(*QUERIES)
    columns = EvaluationColumns.of(width, len(evaluation.columns))
    head = columns.head(evaluation, HERMES_22)
    lines = [columns.line(evaluation, position) for position in range(len(QUERIES))]
    assert {line.cell_length for line in (head, *lines)} == {head.cell_length}
    if width >= 60:
        assert head.cell_length <= width
        at = head.plain.index("0.21")
        assert [line.plain[at] for line in lines] == ["✓", "✕", "✓", "✕", "✓", "?"]
    assert not any("\x1b" in line.plain for line in lines)
    for line in figures(evaluation, HERMES_21, width):
        assert line.cell_length <= max(width, 60)
    assert title("labels.json", evaluation, 6, 0.5, width).cell_length <= width


def test_what_is_still_judged_shows_how_far_it_is() -> None:
    begun, half = nothing(74, 0.0), nothing(74, 0.45)
    assert "reading the tools as each release sees them" in begun[1].plain
    assert half[1].plain == "━" * 18 + "─" * 22 + "  45 %"
    assert "judging… 45 %" in title("labels.json", None, 0, 0.45, 80).plain
    assert len(nothing(74)) == 1
    assert "No queries are open" in nothing(0)[0].plain


def test_a_long_label_keeps_its_end_which_tells_tools_apart() -> None:
    line = EvaluationColumns.of(118, 4).line(seen(*QUERIES), 5).plain
    assert "…xxxx" in line
    assert "(blank)" in line


@pytest.mark.parametrize("name", [name for name in get_args(VerdictName) if name != "found"])
def test_every_way_to_miss_has_a_mark_and_a_word_that_fit_their_column(name: VerdictName) -> None:
    target = Target("a", "a", 1_234 if name == "outranked" else None, Verdict(name, "Why."))
    shown = outcome(Answer(QUERIES[0], (), (target,)))
    assert 3 <= shown.cell_length <= 10


def test_what_is_found_in_part_says_so() -> None:
    found = Target("a", "a", 1, None)
    missed = Target("b", "b", 9, Verdict("outranked", "Why."))
    assert outcome(Answer(QUERIES[0], ("a",), (found, missed))).plain == "◒ 1 of 2"
    assert outcome(Answer(QUERIES[0], ("a",), (found,))).plain == "✓ 1"
    assert outcome(Answer(QUERIES[2], ())).plain == "✓ none"
    assert outcome(Answer(QUERIES[2], ("a",))).plain == "✕ 1 wrong"


def test_releases_of_which_the_same_is_to_be_said_share_a_line() -> None:
    evaluation = seen(label(1, "send slack message", "chat/send_message", "chat/list_channels"))
    lines = [line.plain for line in reasons(evaluation, 0, 200, 9)]
    assert lines[0].startswith("0.21, 0.22  chat/send_message, chat/list_channels  “slack” is in no tool.")
    assert lines[1].startswith("0.19, no gate  chat/list_channels  It holds none")
    for most in (1, 2):
        assert len(reasons(evaluation, 0, 60, most)) <= most
    assert [line.plain for line in reasons(seen(label(1, "list")), 0, 200, 9)] == [
        "0.21, 0.22, 0.19, no gate  Nothing can serve it, yet a model is given mcp__chat__list_channels."
    ]


def test_what_is_right_is_said_too() -> None:
    evaluation = seen(*QUERIES)
    said = [reasons(evaluation, position, 200, 9)[0].plain.partition("  ")[2] for position in (0, 2, 4)]
    assert said == [
        "Found at 1, and nothing else.",
        "Nothing is found, as it should be.",
        "Found at 1, among 1 wrong name.",
    ]
    assert reasons(evaluation, None, 200, 9)[0].plain == "Every query finds what it should. f shows them."
