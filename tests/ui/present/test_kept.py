"""A call is kept without secrets and comes back as it was shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.ui.calling import CREATE, desk, prepared, record
from toolscope.config.launch import Http, Launch, Stdio
from toolscope.config.model import Origin, ServerConfig
from toolscope.plain import Plain
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.kept import recalled, searchable, stored
from toolscope.veil import MASK

TEXT = {"content": [{"type": "text", "text": "made PX-1 with k3y-of-server"}]}


def config(launch: Launch) -> ServerConfig:
    return ServerConfig("tracker", launch, Origin("a.yaml"))


def a_call(**reply: Any) -> CallRecord:
    return record(prepared(desk(), title="k3y-of-server", project_id="PX"), **reply)


def test_a_call_comes_back_as_it_was() -> None:
    call = a_call(result=TEXT, elapsed_ms=12.0, sent=True)
    back = recalled(json.loads(json.dumps(stored(call))))
    assert back is not None
    assert (back.prepared.tool.name, back.prepared.given) == (CREATE, call.prepared.given)
    assert (back.fate, back.verdict.decision, back.at) == ("done", call.verdict.decision, call.at)
    assert back.outcome is not None
    assert call.outcome is not None
    assert back.outcome.blocks == call.outcome.blocks
    assert back.past
    assert stored(back)["id"] == stored(call)["id"]


@pytest.mark.parametrize(
    "reply", [{}, {"error": Plain("timed out"), "sent": True}, {"result": {**TEXT, "isError": True}}]
)
def test_calls_that_failed_are_kept_too(reply: dict[str, Any]) -> None:
    call = a_call(**reply)
    back = recalled(stored(call))
    assert back is not None
    assert (back.fate, back.refused) == (call.fate, call.refused)


@pytest.mark.parametrize(
    "launch",
    [
        Stdio("npx", env={"TRACKER": "k3y-of-server"}),
        Http("http://a.example", {"Authorization": "Bearer k3y-of-server"}),
    ],
)
def test_what_a_server_was_started_with_is_masked_wherever_it_stands(launch: Launch) -> None:
    config(launch)  # to know a server is to cover its secrets
    text = json.dumps(stored(a_call(result=TEXT)), ensure_ascii=False)
    assert "k3y-of-server" not in text
    assert text.count(MASK) == 3, "in both arguments, and in the reply"


def test_an_argument_that_is_called_a_secret_is_masked() -> None:
    call = record(prepared(desk(), title="x", project_id="PX", api_key="abc", page_token=3), result=TEXT)
    assert stored(call)["given"]["api_key"] == MASK
    assert stored(call)["given"]["page_token"] == 3


def test_a_large_result_is_kept_in_part_and_says_so() -> None:
    call = a_call(result={"content": [{"type": "text", "text": "x" * 200_000}]})
    entry = stored(call)
    assert len(json.dumps(entry)) < 70_000
    assert "only the beginning of 200," in entry["result"]["content"][0]["text"]


@pytest.mark.parametrize("entry", [{"id": "x"}, {"id": "x", "at": "soon"}, {**stored(a_call()), "verdict": 3}])
def test_an_entry_of_another_shape_is_passed_over(entry: dict[str, Any]) -> None:
    assert recalled(entry) is None


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("", True),
        ("create PX", True),
        ("px-1", True),
        ("tracker done", True),
        ("weather", False),
        ("create nowhere", False),
    ],
)
def test_a_search_looks_into_names_arguments_and_replies(typed: str, there: bool) -> None:
    text = searchable(a_call(result=TEXT))
    assert all(word in text for word in typed.lower().split()) is there
