"""What users of tool search ran into when they called tools, retold (group D of the public cases).

Each asks the engine for its value, and the Call tab or the model's console for what is shown of it.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.build import export, status, tool
from toolscope.config.model import Guardrail, Settings
from toolscope.config.profiles import PROFILES
from toolscope.invocation.call import PreparedCall, prepare
from toolscope.survey import Survey, take
from toolscope.ui.present.console import Sent, answer
from toolscope.ui.present.draft import Draft
from toolscope.ui.present.judging import judge
from toolscope.ui.present.prepared import judged_lines

OLD, SEED, NEW = "hermes-0.19", "hermes-0.21", "hermes-0.22"
CORE = {"type": "function", "function": {"name": "terminal", "description": "Run.", "parameters": {}}}


def session(*tools: dict[str, Any], profile: str = SEED) -> Survey:
    return take([status("desk", tools), export("own", [CORE])], Settings(profile=PROFILES[profile]))


def schema(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def asked(survey: Survey, name: str, **given: Any) -> PreparedCall | dict[str, Any]:
    """What ``tool_call`` makes of an envelope: a call that would run, or the error that a model reads."""
    found = answer(survey, Sent("tool_call", {"name": name, **given}, ""))
    if isinstance(found, PreparedCall):
        return found
    error: dict[str, Any] = json.loads(found)
    return error


def refused(survey: Survey, name: str, **given: Any) -> dict[str, Any]:
    found = asked(survey, name, **given)
    assert isinstance(found, dict)
    return found


def called(survey: Survey, name: str, **given: Any) -> PreparedCall:
    found = asked(survey, name, **given)
    assert isinstance(found, PreparedCall)
    return found


def shown(survey: Survey, name: str, arguments: dict[str, Any]) -> str:
    """What the Call tab says about arguments."""
    found = survey.catalog.by_name[name]
    judged = judge(survey, Guardrail(), found, Draft(arguments), False)
    return "\n".join(line.plain for line in judged_lines(judged, 100))


# D01

EMPTY: list[dict[str, Any]] = [{"arguments": None}, {}, {"arguments": {}}]
BLANK: list[dict[str, Any]] = [{"arguments": ""}, {"arguments": "  "}]


@pytest.mark.parametrize("profile", [SEED, NEW])
@pytest.mark.parametrize("given", EMPTY)
def test_no_arguments_is_an_empty_object(profile: str, given: dict[str, Any]) -> None:
    assert called(session(tool("ping"), profile=profile), "mcp__desk__ping", **given).arguments == {}


@pytest.mark.parametrize("given", BLANK)
def test_a_blank_string_for_no_arguments_is_read_from_022_on(given: dict[str, Any]) -> None:
    error = refused(session(tool("ping")), "mcp__desk__ping", **given)["error"]
    assert "send {}" in error
    assert NEW in error
    assert called(session(tool("ping"), profile=NEW), "mcp__desk__ping", **given).arguments == {}


# D03


def test_a_call_without_what_is_required_is_answered_with_the_schema_and_sends_nothing() -> None:
    survey = session(tool("get_doc", inputSchema=schema(("document_id",), document_id={"type": "string"})))
    error = refused(survey, "mcp__desk__get_doc", arguments={})
    assert "document_id" in error["error"]
    assert error["constraint"] == "required"
    assert error["parameters"]["properties"] == {"document_id": {"type": "string"}}
    assert "Not valid yet" in shown(survey, "mcp__desk__get_doc", {})


# D05, D08

PLAIN: list[tuple[Any, Any, Any]] = [
    ("integer", "42", 42),
    ("number", "3.14", 3.14),
    ("boolean", "true", True),
    (["integer", "string"], "42", 42),
]


@pytest.mark.parametrize(("kind", "given", "sent"), PLAIN)
def test_a_text_that_spells_a_value_becomes_it_and_both_are_shown(kind: Any, given: Any, sent: Any) -> None:
    survey = session(tool("take", inputSchema=schema(x={"type": kind})))
    assert repr(called(survey, "mcp__desk__take", arguments={"x": given}).arguments["x"]) == repr(sent)
    text = shown(survey, "mcp__desk__take", {"x": given})
    assert "Changed on the way" in text
    assert f"{json.dumps(given)} → {json.dumps(sent)}" in text


@pytest.mark.parametrize(
    ("kind", "given"),
    [("integer", "3.14"), ("integer", "hello"), ("integer", ""), ("number", "NaN"), ("number", "Infinity")],
)
def test_a_text_that_spells_no_such_value_is_kept_and_refused(kind: str, given: str) -> None:
    survey = session(tool("take", inputSchema=schema(x={"type": kind})))
    error = refused(survey, "mcp__desk__take", arguments={"x": given})
    assert (error["path"], error["constraint"]) == ("arguments.x", "type")
    assert "arguments.x  type" in shown(survey, "mcp__desk__take", {"x": given})


@pytest.mark.parametrize(("kind", "given", "good"), [("string", 4, False), (["string", "integer"], 4, True)])
def test_a_number_is_never_turned_into_a_text(kind: Any, given: int, good: bool) -> None:
    survey = session(tool("take", inputSchema=schema(x={"type": kind})))
    found = [asked(survey, "mcp__desk__take", arguments={"x": given}) for _ in range(2)]
    assert [isinstance(one, PreparedCall) for one in found] == [good, good]
    assert "Changed on the way" not in shown(survey, "mcp__desk__take", {"x": given})


# D06


def test_lists_and_objects_written_as_text_are_read() -> None:
    properties: dict[str, Any] = {
        "ids": {"type": "array", "items": {"type": "string"}},
        "most": {"type": "number"},
        "patch": {"type": "object", "properties": {"a": {"type": "integer"}}},
    }
    survey = session(tool("take", inputSchema=schema(**properties)))
    given = {"ids": '["a","b"]', "most": "10", "patch": '{"a": 1}'}
    call = called(survey, "mcp__desk__take", arguments=given)
    assert call.arguments == {"ids": ["a", "b"], "most": 10, "patch": {"a": 1}}
    assert len(call.coercions) == 3
    assert '→ ["a","b"]' in shown(survey, "mcp__desk__take", given)


def test_an_object_written_as_text_for_a_list_is_wrapped_and_that_is_shown() -> None:
    survey = session(tool("take", inputSchema=schema(ids={"type": "array", "items": {"type": "string"}})))
    text = '{"a": 1}'
    assert called(survey, "mcp__desk__take", arguments={"ids": text}).arguments == {"ids": [text]}
    seen = shown(survey, "mcp__desk__take", {"ids": text})
    assert "Changed on the way" in seen
    assert f"{json.dumps(text)} → {json.dumps([text])}" in seen


# D09


@pytest.mark.parametrize(("given", "sent"), [(True, True), (None, None), ("null", None), ("true", True)])
def test_a_boolean_or_null_of_a_server_is_read_as_a_nullable_boolean(given: Any, sent: Any) -> None:
    survey = session(tool("take", inputSchema=schema(x={"anyOf": [{"type": "boolean"}, {"type": "null"}]})))
    assert repr(called(survey, "mcp__desk__take", arguments={"x": given}).arguments) == repr({"x": sent})


def test_a_union_of_several_types_leaves_a_text_alone_and_refuses_it_at_its_place() -> None:
    union = {"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "null"}]}
    survey = session(tool("take", inputSchema=schema(x=union)))
    assert refused(survey, "mcp__desk__take", arguments={"x": "true"})["path"] == "arguments.x"
    assert "arguments.x" in shown(survey, "mcp__desk__take", {"x": "true"})


def test_a_nullable_number_takes_null() -> None:
    survey = session(tool("take", inputSchema=schema(x={"type": "integer", "nullable": True})))
    assert called(survey, "mcp__desk__take", arguments={"x": None}).arguments == {"x": None}


# D10

QUERY = {"type": "object", "properties": {"limit": {"type": "integer"}, "inner": {"$ref": "#/$defs/Query"}}}
REFERRING = {**schema(("query_model",), query_model={"$ref": "#/$defs/Query"}), "$defs": {"Query": QUERY}}


def test_a_description_keeps_the_definitions_that_it_refers_to() -> None:
    survey = session(tool("query", inputSchema=REFERRING))
    found = json.loads(str(answer(survey, Sent("tool_describe", {"names": ["mcp__desk__query"]}, ""))))
    assert "Query" in found["tools"]["mcp__desk__query"]["parameters"]["$defs"]


@pytest.mark.parametrize("profile", [SEED, NEW])
def test_what_is_required_behind_a_reference_is_missed(profile: str) -> None:
    survey = session(tool("query", inputSchema=REFERRING), profile=profile)
    assert refused(survey, "mcp__desk__query", arguments={})["constraint"] == "required"


def test_only_022_reads_an_object_written_as_text_through_a_reference() -> None:
    given = {"query_model": '{"limit": 20}'}
    assert refused(session(tool("query", inputSchema=REFERRING)), "mcp__desk__query", arguments=given)
    newer = session(tool("query", inputSchema=REFERRING), profile=NEW)
    assert called(newer, "mcp__desk__query", arguments=given).arguments == {"query_model": {"limit": 20}}


def test_a_schema_that_holds_itself_ends() -> None:
    nested: dict[str, Any] = {"limit": 1}
    for _ in range(30):
        nested = {"inner": nested}
    survey = session(tool("query", inputSchema=REFERRING), profile=NEW)
    assert called(survey, "mcp__desk__query", arguments={"query_model": nested}).arguments == {"query_model": nested}


# D12


def test_parameters_called_like_the_envelope_are_the_tools_own() -> None:
    properties: dict[str, Any] = {"name": {"type": "string"}, "arguments": {"type": "object"}}
    survey = session(tool("run", inputSchema=schema(("name",), **properties)))
    own = {"name": "build", "arguments": {"fast": True}}
    assert called(survey, "mcp__desk__run", arguments=own).arguments == own


# D13, C01


@pytest.mark.parametrize("profile", [SEED, NEW])
def test_a_tool_that_the_model_has_already_is_told_apart_from_an_unknown_one(profile: str) -> None:
    survey = session(tool("ping"), profile=profile)
    direct = refused(survey, "terminal", arguments={})["error"]
    unknown = refused(survey, "nothing_like_it", arguments={})["error"]
    assert "call it directly as terminal" in direct
    assert "no such tool" in unknown
    near = refused(survey, "ping", arguments={})["error"]
    assert "did you mean mcp__desk__ping" in near


# D15


def test_a_call_without_a_name_echoes_what_came_and_guesses_nothing() -> None:
    survey = session(tool("find", inputSchema=schema(query={"type": "string"}, limit={"type": "integer"})))
    error = json.loads(str(answer(survey, Sent("tool_call", {"query": "x", "limit": 3}, ""))))["error"]
    assert "name is missing; received: query, limit" in error


# D18


@pytest.mark.parametrize("name", ["tool_call", "tool_search", "tool_describe"])
def test_the_bridge_never_calls_itself(name: str) -> None:
    survey = session(tool("tool_call"))
    assert "bridge tool" in refused(survey, name, arguments={"name": "mcp__desk__tool_call"})["error"]
    assert called(survey, "mcp__desk__tool_call").tool.raw_name == "tool_call"


def test_what_is_prepared_by_the_engine_is_what_the_console_would_send() -> None:
    survey = session(tool("take", inputSchema=schema(x={"type": "integer"})))
    found = survey.catalog.by_name["mcp__desk__take"]
    direct = prepare(survey.settings.profile, found, {"x": "3"})
    assert called(survey, "mcp__desk__take", arguments={"x": "3"}).digest == direct.digest
