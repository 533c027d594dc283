"""The queries of a run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import status, survey, tool
from toolscope.ui.present.bench import Bench
from toolscope.ui.present.former import Former, former_offers


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (["s", "se", "send", "send message"], ["send message"]),
        (["send message", "send", "sen"], ["send message"]),
        (["send message", "send", "send mail"], ["send message", "send mail"]),
        (["send", "list", "send"], ["list", "send"]),
        (["", "  ", "send"], ["send"]),
    ],
)
def test_what_is_typed_further_is_one_query(typed: list[str], kept: list[str]) -> None:
    former = Former()
    for query in typed:
        former = former.seen(query)
    assert list(former.queries) == kept


@given(st.lists(st.sampled_from(["a", "ab", "b", "bc", "", " "])))
def test_a_query_is_there_once_and_never_blank(typed: list[str]) -> None:
    former = Former()
    for query in typed:
        former = former.seen(query)
    assert len(set(former.queries)) == len(former.queries)
    assert all(query.strip() for query in former.queries)


def test_a_long_run_keeps_the_latest() -> None:
    former = Former()
    for n in range(1_000):
        former = former.seen(f"{n:04} query")
    assert (len(former.queries), former.queries[-1]) == (200, "0999 query")


def test_each_is_offered_with_what_it_finds_now() -> None:
    bench = Bench.of(survey(status("chat", [tool("send_message", "Send \x1b[31m it")])))
    former = Former(("zulip", "send\x1b[0m it"))
    offers = former_offers(former, lambda query: bench.look(query, None))("")
    assert [offer.key for offer in offers] == ["send\x1b[0m it", "zulip"]
    first, second = (offer.draw(40).plain for offer in offers)
    assert first.startswith("send␛[0m it")
    assert second.endswith("✕ 0")
    assert len(first) == len(second) == 40
    assert [offer.key for offer in former_offers(former, lambda query: bench.look(query, None))("zul")] == ["zulip"]
