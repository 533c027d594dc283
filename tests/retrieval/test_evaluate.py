"""Figures of labelled queries: by hand where they are small, by law where they are not."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import status, survey, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.model import Origin, Settings, ToolFilter
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.connections.state import State
from toolscope.retrieval.evaluate import Evaluation, evaluate, ungated
from toolscope.retrieval.labelled import Labelled
from toolscope.retrieval.metrics import Answer, Scores, Target
from toolscope.retrieval.search import search
from toolscope.retrieval.verdict import Verdict
from toolscope.survey import Survey, in_releases, take

CHAT = status("chat", [tool("send_message", "Send a message to a channel"), tool("list_channels", "List channels")])
LONG = "a_tool_whose_name_is_longer_than_the_sixty_four_characters_a_model_may_see"


def label(query: str, *relevant: str, absent: bool = False, entry: int = 1) -> Labelled:
    return Labelled(query, relevant, absent or not relevant, entry, Origin("queries.json", entry))


def judged(moment: Survey, *queries: Labelled, k: int = 5) -> Evaluation:
    return evaluate(in_releases(moment, PROFILES.values(), {}), queries, k)


def test_the_figures_of_one_query_are_those_of_its_matches() -> None:
    seen = judged(survey(CHAT), label("channel", "chat/list_channels"))
    answer = seen.trials[0].answers[0]
    assert answer.matches == ("mcp__chat__list_channels", "mcp__chat__send_message")
    assert (answer.precision, answer.recall, answer.reciprocal_rank) == (0.5, 1.0, 1.0)
    assert answer.wrong == ("mcp__chat__send_message",)
    seen = judged(survey(CHAT), label("channel", "mcp__chat__send_message"))
    assert seen.trials[0].answers[0].reciprocal_rank == 0.5


def test_how_far_it_is_is_told_after_every_answer() -> None:
    """Two queries in three releases, and in one without its gate."""
    heard: list[float] = []
    queries = [label("channel", "chat/list_channels"), label("play music")]
    evaluate(in_releases(survey(CHAT), PROFILES.values(), {}), queries, told=heard.append)
    assert heard == [n / 8 for n in range(1, 9)]


def test_means_take_in_what_each_of_them_is_about() -> None:
    queries = [
        label("send message", "chat/send_message"),
        label("send slack message", "chat/send_message"),
        label("play music"),
        label("list"),
    ]
    scores = judged(survey(CHAT), *queries).trials[0].scores
    assert (scores.precision, scores.recall, scores.mrr) == ((1 + 0 + 1 + 0) / 4, 0.5, 0.5)
    assert (scores.wrong_names, scores.absent_hits, scores.absent, scores.missed) == (1, 1, 2, 1)


def test_the_gate_is_compared_with_letting_in_whatever_scores() -> None:
    seen = judged(survey(CHAT), label("send slack message", "chat/send_message"), label("send a fax"))
    assert seen.baseline is not None
    assert (seen.baseline.profile, seen.baseline.gated) == ("hermes-0.21", False)
    assert [answer.matches[:1] for answer in seen.baseline.answers] == [("mcp__chat__send_message",)] * 2
    assert (seen.trials[0].scores.absent_hits, seen.baseline.scores.absent_hits) == (0, 1)
    assert (seen.trials[0].scores.missed, seen.baseline.scores.missed) == (1, 0)
    assert evaluate(in_releases(survey(CHAT), [HERMES_19], {}), [label("x")]).baseline is None


def test_plain_scores_do_not_fall_back_to_names_that_hold_the_query_as_text() -> None:
    seen = judged(survey(CHAT), label("essag"))
    assert [trial.answers[0].matches for trial in seen.columns] == [(), (), ("mcp__chat__send_message",), ()]


def test_every_miss_has_its_own_reason() -> None:
    many = status("many", [tool(f"t{n}", "list list list list list things") for n in range(6)])
    shut = status("shut", state=State.FAILED)
    kept = status("kept", [tool("open"), tool("hidden")], names=ToolFilter(exclude=("hidden",)))
    wanted = {
        ("send slack message", "chat/send_message"): "unknown_word",
        ("things list", "chat/list_channels"): "gate_absent",
        ("list", "chat/list_channels"): "outranked",
        ("hidden", "kept/hidden"): "out_of_scope",
        ("anything", "shut/anything"): "server_unavailable",
        ("channel", "chat/list_chanels"): "no_such_tool",
        ("频道", "chat/list_channels"): "no_words",
    }
    moment = survey(CHAT, many, shut, kept)
    seen = judged(moment, *(label(*pair) for pair in wanted)).trials[0]
    missed = [answer.missed[0] for answer in seen.answers]
    assert [one.verdict.name for one in missed if one.verdict] == list(wanted.values())
    assert (missed[2].rank, missed[0].rank) == (7, None)


def test_one_label_finds_its_tool_under_the_name_each_release_gives_it() -> None:
    moment = survey(status("chat", [tool(LONG, "zebra")]))
    names = [one.catalog.tools[0].name for one in in_releases(moment, PROFILES.values(), {})]
    assert len(set(names)) == 2
    for name in (f"chat/{LONG}", *names):
        seen = judged(moment, label("zebra", name))
        assert [trial.answers[0].first for trial in seen.trials] == [1, 1, 1]
        assert seen.unknown == ()


def test_a_name_that_no_release_knows_is_a_note_with_its_entry_and_the_nearest_name() -> None:
    seen = judged(survey(CHAT), label("a", "chat/send_message"), label("b", "chat/send_mesage", entry=7))
    assert seen.unknown == (
        "queries.json:7: entry 7: relevant: chat lists no tool called chat/send_mesage. "
        "The nearest is mcp__chat__send_message.",
    )
    assert seen.trials[0].answers[1].recall == 0.0


def test_names_of_an_absent_query_are_not_looked_for() -> None:
    seen = judged(survey(CHAT), label("send mail", "mail/send", absent=True))
    assert seen.unknown == ()
    assert (seen.trials[0].scores.recall, seen.trials[0].scores.precision) == (None, 1.0)


def test_two_names_of_one_tool_are_one_tool() -> None:
    answer = judged(survey(CHAT), label("list", "chat/list_channels", "mcp__chat__list_channels")).trials[0].answers[0]
    assert len(answer.targets) == 1


def test_what_was_taken_out_of_the_session_is_a_miss_in_every_release() -> None:
    moment = take([CHAT], Settings(), Scope(tools=frozenset({"mcp__chat__send_message"})))
    seen = judged(moment, label("send message", "chat/send_message"))
    assert [t.answers[0].missed[0].verdict.name for t in seen.trials if t.answers[0].missed[0].verdict] == [
        "out_of_scope"
    ] * 3


def test_a_release_gives_no_more_than_its_own_limit() -> None:
    many = survey(status("many", [tool(f"t{n}", "list") for n in range(30)]))
    assert [trial.limit for trial in judged(many, label("list"), k=50).trials] == [25, 25, 20]


def test_surveys_of_releases_that_were_taken_before_cost_nothing_again() -> None:
    moment = survey(CHAT)
    first = in_releases(moment, PROFILES.values(), {})
    again = in_releases(moment, PROFILES.values(), {}, first)
    assert first[0] is moment
    assert [one.settings.profile for one in again] == list(PROFILES.values())
    assert all(one.catalog is before.catalog for one, before in zip(again, first, strict=True))


# laws


WORDS = ["list", "send", "page", "issue", "wiki", "role", "slack"]
TEXTS = st.lists(st.sampled_from(WORDS[:-1]), max_size=4).map(" ".join)
QUERIES = st.lists(
    st.tuples(
        st.lists(st.sampled_from([*WORDS, "?"]), max_size=4).map(" ".join),
        st.lists(st.integers(0, 9), max_size=3),
    ),
    min_size=1,
    max_size=6,
)


RELEASE = st.sampled_from(list(PROFILES.values()))


def _moment(profile: Profile, texts: Sequence[str]) -> Survey:
    tools = [tool(f"tool_{n}", text) for n, text in enumerate(texts)]
    return survey(status("one", tools[::2]), status("two", tools[1::2]), settings=Settings(profile))


def _labels(moment: Survey, asked: Sequence[tuple[str, list[int]]]) -> list[Labelled]:
    """Labels that are right, wrong, of no tool, or absent, by chance."""
    names = [*(one.name for one in moment.catalog.tools), "one/none"]
    return [label(query, *dict.fromkeys(names[n % len(names)] for n in found)) for query, found in asked]


@settings(max_examples=60, deadline=None)
@given(RELEASE, st.lists(TEXTS, min_size=1, max_size=7), QUERIES, st.integers(1, 4), st.randoms())
def test_figures_are_shares_of_the_real_search_in_any_order(
    profile: Profile, texts: list[str], asked: list[tuple[str, list[int]]], k: int, dice: random.Random
) -> None:
    moment = _moment(profile, texts)
    labels = _labels(moment, asked)
    seen = evaluate([moment], labels, k)
    for trial in seen.columns:
        for figure in (trial.scores.precision, trial.scores.recall, trial.scores.mrr):
            assert figure is None or 0 <= figure <= 1
        assert trial.scores.recall is None or trial.scores.mrr is not None
        for answer in trial.answers:
            assert answer.failed == (bool(answer.matches) if answer.query.absent else answer.recall != 1)
            assert (answer.first is None) == (not answer.recall)
    for answer in seen.trials[0].answers:
        assert answer.matches == tuple(hit.tool.name for hit in search(moment.index, answer.query.query, k).hits)
    dice.shuffle(labels)
    again = evaluate([moment], labels, k)
    assert [trial.scores for trial in again.columns] == [trial.scores for trial in seen.columns]


@settings(max_examples=60, deadline=None)
@given(RELEASE, st.lists(TEXTS, min_size=1, max_size=7), QUERIES, st.integers(1, 4))
def test_labels_that_are_what_is_found_give_one_and_labels_of_nothing_found_give_nought(
    profile: Profile, texts: list[str], asked: list[tuple[str, list[int]]], k: int
) -> None:
    moment = _moment(profile, texts)
    found = [(query, [h.tool.name for h in search(moment.index, query, k).hits]) for query, _ in asked]
    scores = evaluate([moment], [label(query, *names) for query, names in found], k).trials[0].scores
    assert scores.precision == 1
    assert (scores.recall, scores.mrr) in ((1, 1), (None, None))
    assert (scores.wrong_names, scores.absent_hits, scores.missed) == (0, 0, 0)
    worst = evaluate([moment], [label(query, "one/none") for query, _ in asked], k).trials[0].scores
    assert (worst.precision, worst.recall, worst.mrr, worst.missed) == (0, 0, 0, len(asked))
    assert worst.wrong_names == sum(len(names) for _, names in found)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([HERMES_21, HERMES_22]), st.lists(TEXTS, min_size=1, max_size=7), QUERIES)
def test_without_the_gate_everything_is_let_in_that_the_gate_lets_in(
    profile: Profile, texts: list[str], asked: list[tuple[str, list[int]]]
) -> None:
    index = _moment(profile, texts).index
    plain = ungated(index)
    for query, _ in asked:
        mine, all_of_them = search(index, query, 5).ranks, search(plain, query, 5).ranks
        assert set(mine) <= set(all_of_them)
        assert all(all_of_them[name].score == hit.score for name, hit in mine.items())


def test_no_query_is_no_figure() -> None:
    assert Scores.of([]) == Scores(None, None, None, 0, 0, 0, 0)
    miss = Target("a", None, None, Verdict("no_such_tool", "There is none."))
    assert Scores.of([Answer(label("q", "a"), (), (miss,))]) == Scores(0.0, 0.0, 0.0, 0, 0, 0, 1)
