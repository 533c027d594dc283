"""Answers that come after nobody waits for them any more."""

from __future__ import annotations

from typing import Any

import pytest

from toolscope.connections.state import Frame
from toolscope.ui.present.late import LateReplies
from toolscope.ui.present.log import Logbook

CALL = {"id": 7, "method": "tools/call", "params": {"name": "wipe\x1b"}}
GIVEN_UP = {"method": "notifications/cancelled", "params": {"requestId": 7}}
ANSWER = {"id": 7, "result": {}}


def frame(message: Any, at: float = 0.0, outgoing: bool = False, server: str = "a") -> Frame:
    return Frame(server, outgoing, at, message)


def test_a_late_answer_is_a_line_of_the_log() -> None:
    book = Logbook()
    assert book.late(frame(CALL, 1, True)) is None
    assert book.late(frame(GIVEN_UP, 2, True)) is None
    entry = book.late(frame({**ANSWER, "id": "7"}, 5.5))
    assert entry is not None
    assert (entry.kind, entry.server, entry.what) == ("late", "a", "wipe␛ answered late, 3.5 s after it was given up")
    assert book.late(frame(ANSWER, 6)) is None


@pytest.mark.parametrize(
    "messages",
    [
        [frame(CALL, 1, True), frame(ANSWER, 2)],
        [frame(CALL, 1, True), frame(GIVEN_UP, 2, True), frame(ANSWER, 3, server="b")],
        [frame(CALL, 1, True), frame({**CALL, "id": 8}, 1, True), frame(GIVEN_UP, 2, True), frame({"id": 8}, 3)],
        [frame(ANSWER, 1)],
        [frame(GIVEN_UP, 1, True), frame(ANSWER, 2)],
        [frame({"method": "notifications/cancelled", "params": None}, 1, True), frame("no JSON", 2), frame([1], 3)],
    ],
)
def test_every_other_message_is_none(messages: list[Frame]) -> None:
    replies = LateReplies()
    assert [replies.seen(one) for one in messages] == [None] * len(messages)


def test_servers_that_never_answer_are_forgotten() -> None:
    replies = LateReplies()
    for identifier in range(5_000):
        replies.seen(frame({**CALL, "id": identifier}, 1, True))
    assert len(replies._open) <= 500
