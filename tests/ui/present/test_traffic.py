"""What went over the wires: pairs, what is wanted, what is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import status
from tests.test_hostile_catalog import JSON
from toolscope.connections.state import Frame, State, StderrLine
from toolscope.plain import Plain, hides_text
from toolscope.ui.present.traffic import Item, Traffic
from toolscope.ui.present.traffic_lines import Wanted, detail, heading, preview, row

LIST: dict[str, Any] = {"id": 3, "method": "tools/list"}
ANSWER: dict[str, Any] = {"id": 3, "result": {"tools": []}}


def heard(traffic: Traffic, message: Any, at: float = 0.0, sent: bool = False, server: str = "a") -> Item:
    found = traffic.hear(Frame(server, sent, at, message))
    assert found is not None
    return traffic.items[found.key]


def told(traffic: Traffic, item: Item) -> str:
    """The row of an item as it is now, and what is said of it below."""
    now = traffic.items[item.key]
    lines = [row(now, 160), *detail(now, traffic.other(now), 160, 10)]
    return "\n".join(line.plain for line in lines)


def test_a_reply_knows_its_request_and_the_time_it_took_and_so_does_the_request() -> None:
    traffic = Traffic()
    request = heard(traffic, LIST, 1.0, sent=True)
    assert "waiting" in told(traffic, request)
    assert "no answer yet" in told(traffic, request)
    reply = heard(traffic, {**ANSWER, "id": "3"}, 1.25)
    assert (reply.method, reply.took, traffic.other(reply)) == ("tools/list", 250.0, traffic.items[request.key])
    assert traffic.other(traffic.items[request.key]) == reply
    assert "answered after 250 ms" in told(traffic, request)
    assert "took 250 ms" in told(traffic, reply)


def test_both_sides_ask_under_the_same_identifier_and_no_two_servers_are_mixed_up() -> None:
    traffic = Traffic()
    ours, theirs = heard(traffic, LIST, sent=True), heard(traffic, {"id": 3, "method": "roots/list"})
    other = heard(traffic, LIST, sent=True, server="b")
    assert heard(traffic, {"id": 3, "error": {"code": 1}}, sent=True).pair == theirs.key
    assert heard(traffic, ANSWER).pair == ours.key
    assert heard(traffic, ANSWER, server="b").pair == other.key


def test_an_answer_that_nobody_asked_for_and_a_second_one_say_so() -> None:
    traffic = Traffic()
    assert "nobody asked" in told(traffic, heard(traffic, ANSWER))
    heard(traffic, LIST, sent=True)
    first, second = heard(traffic, ANSWER), heard(traffic, ANSWER, 2.0)
    assert "second" not in told(traffic, first)
    assert "a second answer, after 2.0 s" in told(traffic, second)


def test_a_request_that_was_given_up_or_whose_server_went_away_is_never_answered() -> None:
    traffic = Traffic()
    first = heard(traffic, LIST, sent=True)
    heard(traffic, {"method": "notifications/cancelled", "params": {"requestId": 3}}, sent=True)
    assert "never answered: given up" in told(traffic, first)
    assert "late: given up" in told(traffic, heard(traffic, ANSWER, 9.0))
    second = heard(traffic, {**LIST, "id": 4}, sent=True)
    traffic.hear(replace(status("a"), state=State.LOST, reason=Plain("exited with code 3")))
    assert "never answered: the server is lost" in told(traffic, second)
    assert "no reply" in told(traffic, second)


def test_connections_and_standard_error_stand_between_the_messages() -> None:
    traffic = Traffic()
    traffic.hear(status("a", state=State.CONNECTING))
    traffic.hear(status("a", state=State.CONNECTING))
    traffic.hear(StderrLine("a", 1.0, Plain("hello")))
    traffic.hear(Frame("a", False, 2.0, "Welcome"))
    assert [item.kind for item in traffic.of("a")] == ["connection", "stderr", "noise"]
    assert [item.message for item in traffic.latest("a", 2)] == ["hello", "Welcome"]
    assert traffic.latest("nobody", 2) == []


@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [
        (Wanted(), ["request", "reply", "stderr", "notification"]),
        (Wanted(server="b"), ["notification"]),
        (Wanted(server="a"), ["request", "reply", "stderr"]),
        (Wanted(direction="sent"), ["request"]),
        (Wanted(direction="received"), ["reply", "notification"]),
        (Wanted(kind="stderr"), ["stderr"]),
        (Wanted(words=("tools/list", "reply")), ["reply"]),
        (Wanted(words=("needle",)), ["reply"]),
        (Wanted(words=("nothing like it",)), []),
    ],
)
def test_items_are_found_by_server_direction_kind_and_text(wanted: Wanted, kinds: list[str]) -> None:
    traffic = Traffic()
    heard(traffic, LIST, sent=True)
    heard(traffic, {"id": 3, "result": {"tools": [{"name": "Needle"}]}})
    traffic.hear(StderrLine("a", 1.0, Plain("hello")))
    heard(traffic, {"method": "notifications/x"}, server="b")
    assert [item.kind for item in traffic.items.values() if wanted.takes(item)] == kinds


def test_a_storm_of_one_server_costs_another_one_nothing_and_is_bounded() -> None:
    traffic = Traffic()
    first = heard(traffic, LIST, sent=True, server="quiet")
    for number in range(6_000):
        heard(traffic, {"id": number, "method": "ping"})
    assert first.key in traffic.items
    assert len(traffic.items) == 2_501
    assert heard(traffic, {"id": 0, "result": {}}, sent=True).pair is None, "its request is not kept any more"


def test_large_messages_are_not_hoarded() -> None:
    traffic = Traffic()
    for number in range(20):
        heard(traffic, {"id": number, "result": {"content": [{"type": "text", "text": "x" * 10_000_000}]}})
        heard(traffic, {"id": number, "result": {"rows": [[number]] * 3_000}}, server="b")
    assert len(list(traffic.of("a"))) == 3
    assert len(list(traffic.of("b"))) == 20


@settings(deadline=None)
@given(JSON, st.booleans(), st.sampled_from([20, 60, 98, 160]))
def test_any_json_is_a_row_of_its_width_and_hides_nothing(message: Any, sent: bool, width: int) -> None:
    traffic = Traffic()
    for one in (message, {"id": message, "method": message}, {"id": 1, "result": message}, {"method": message}):
        item = heard(traffic, one, sent=sent, server="[red]\x1b[2J")
        assert row(item, width).cell_length == width == heading(width).cell_length
        assert not hides_text("\n".join(line.plain for line in detail(item, traffic.other(item), width, 8)))
        assert isinstance(preview(one), str)


def test_a_secret_at_a_cut_is_masked_all_the_same() -> None:
    from toolscope import veil

    veil.cover(["canary-env-4f1b88"])
    item = heard(Traffic(), {"id": 1, "result": {"text": "x" * 390 + "canary-env-4f1b88", "next": 1}})
    assert "canary" not in row(item, 600).plain
