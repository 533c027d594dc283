"""What a model reads of the bridge, in each release."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.build import status, tool
from tests.ui.calling import desk, prepared, record
from toolscope.config.model import Settings
from toolscope.config.profiles import PROFILES
from toolscope.invocation.call import PreparedCall
from toolscope.plain import Plain
from toolscope.survey import Survey, take
from toolscope.ui.present.console import Sent, Turn, answer, cost_line, count_exactly, read, reply_of, sample

OLD, SEED, NEW = "hermes-0.19", "hermes-0.21", "hermes-0.22"


def moment(profile: str = SEED) -> Survey:
    tools = [
        tool("get_doc", "Read a document.", inputSchema={
            "type": "object", "required": ["document_id"], "properties": {"document_id": {"type": "string"}},
        }),
        tool("list_docs", "List documents."),
    ]  # fmt: skip
    return take([status("docs", tools)], Settings(profile=PROFILES[profile]))


def reply(survey: Survey, name: Any, text: str) -> Any:
    sent = read(text, name)
    assert isinstance(sent, Sent)
    found = answer(survey, sent)
    assert isinstance(found, str)
    return json.loads(found)


@pytest.mark.parametrize("profile", [SEED, NEW])
def test_a_search_answers_all_queries_at_once(profile: str) -> None:
    found = reply(moment(profile), "tool_search", '{"queries": ["read document", "weather"], "limit": 1}')
    assert [group["matches"] for group in found["results"]] == [["mcp__docs__get_doc"], []]
    assert list(found["tools"]) == ["mcp__docs__get_doc"]


def test_the_old_release_takes_one_query_and_one_name() -> None:
    survey = moment(OLD)
    found = reply(survey, "tool_search", '{"query": "document"}')
    assert [match["name"] for match in found["matches"]] == ["mcp__docs__get_doc"]
    assert "query must be a string" in reply(survey, "tool_search", '{"queries": ["document"]}')["error"]
    assert reply(survey, "tool_describe", '{"name": "mcp__docs__get_doc"}')["name"] == "mcp__docs__get_doc"


def test_a_description_holds_the_schema_and_names_what_is_missing() -> None:
    found = reply(moment(), "tool_describe", '{"names": ["mcp__docs__get_doc", "mcp__docs__nothing"]}')
    assert found["tools"]["mcp__docs__get_doc"]["parameters"]["required"] == ["document_id"]
    assert found["not_found"] == ["mcp__docs__nothing"]


def test_a_whole_call_names_its_own_bridge_tool_also_with_arguments_as_text() -> None:
    whole = {"name": "tool_search", "arguments": {"queries": ["document"]}}
    as_text = {"function": {"name": "tool_search", "arguments": json.dumps(whole["arguments"])}}
    for value in (whole, as_text):
        sent = read(json.dumps(value), "tool_call")
        assert isinstance(sent, Sent)
        assert (sent.tool, sent.arguments) == ("tool_search", {"queries": ["document"]})


def test_a_text_that_is_not_json_is_not_sent() -> None:
    assert not isinstance(read('{"queries": [', "tool_search"), Sent)
    assert reply(moment(), "tool_search", "[1]") == {"error": "the arguments of tool_search are an object"}


def test_a_call_that_is_valid_waits_to_be_run_and_another_is_answered_with_the_schema() -> None:
    good = read('{"name": "mcp__docs__get_doc", "arguments": {"document_id": "d1"}}', "tool_call")
    assert isinstance(good, Sent)
    found = answer(moment(), good)
    assert isinstance(found, PreparedCall)
    assert found.arguments == {"document_id": "d1"}
    bad = reply(moment(), "tool_call", '{"name": "mcp__docs__get_doc", "arguments": {}}')
    assert (bad["path"], bad["constraint"]) == ("arguments", "required")
    assert "document_id" in bad["parameters"]["properties"]


@pytest.mark.parametrize(("profile", "refused"), [(SEED, True), (NEW, False)])
def test_an_empty_string_for_no_arguments_is_read_as_the_release_does(profile: str, refused: bool) -> None:
    sent = read('{"name": "mcp__docs__list_docs", "arguments": ""}', "tool_call")
    assert isinstance(sent, Sent)
    assert isinstance(answer(moment(profile), sent), str) is refused


def test_the_reply_to_a_call_is_its_text_or_an_error() -> None:
    call = prepared(desk(), title="x", project_id="PX")
    done = record(call, result={"content": [{"type": "text", "text": "made PX-1"}]}, sent=True)
    failed = record(call, result={"content": [{"type": "text", "text": "no such project"}], "isError": True})
    assert reply_of(done) == "made PX-1"
    assert json.loads(reply_of(failed)) == {"error": "no such project"}
    assert json.loads(reply_of(record(call, error=Plain("timed out")))) == {"error": "timed out"}
    assert "denied" in json.loads(reply_of(record(call, refused="denied")))["error"]
    long = record(call, result={"content": [{"type": "text", "text": "x" * 9_000}], "isError": True})
    assert len(json.loads(reply_of(long))["error"]) < 2_100


def test_both_sides_are_counted() -> None:
    sent = Sent("tool_search", {}, '{"queries": ["create issue"]}')
    turn = Turn(sent, PROFILES[SEED], "made")
    assert count_exactly(turn) == (8, 1)
    assert cost_line("What it gets", "made", 1, False, 60).plain.endswith("4 characters · 1 token · 1 exact")
    assert "exact" not in cost_line("What it gets", "made", None, False, 60).plain


@pytest.mark.parametrize("profile", [OLD, SEED, NEW])
@pytest.mark.parametrize("name", ["tool_search", "tool_describe", "tool_call"])
def test_what_stands_there_at_first_can_be_sent(profile: str, name: Any) -> None:
    survey = moment(profile)
    sent = read(sample(name, survey.settings.profile, "mcp__docs__list_docs"), name)
    assert isinstance(sent, Sent)
    found = answer(survey, sent)
    assert isinstance(found, PreparedCall) or "error" not in json.loads(found)
