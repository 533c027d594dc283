from __future__ import annotations

import socket
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.invocation.test_coerce import JSON
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.invocation.checking import check
from toolscope.invocation.coerce import coerce
from toolscope.invocation.validate import Validation, validate


def validated(profile: Profile, schema: Any, arguments: dict[str, Any]) -> Validation:
    return validate(profile, schema, arguments, coerce(profile, schema, arguments))


def found(schema: dict[str, Any], arguments: dict[str, Any]) -> list[tuple[str, str]]:
    validation = validated(HERMES_21, schema, arguments)
    assert validation.validated
    return [(problem.path, problem.constraint) for problem in validation.problems]


def test_the_name_of_what_is_missing_is_exact_however_odd() -> None:
    name = """it's "q"\\"""
    inner = {"type": "object", "required": [name], "properties": {name: {}}}
    schema = {"type": "object", "required": [name], "properties": {name: {}, "in": {"type": "array", "items": inner}}}
    problems = validated(HERMES_21, schema, {"in": [{}]}).problems
    assert [(one.steps, one.missing) for one in problems] == [((), name), (("in", 0), name)]


def test_missing_parameters_are_all_named() -> None:
    """D03."""
    validation = validated(HERMES_21, {"type": "object", "required": ["document_id", "page"]}, {})
    assert [problem.message for problem in validation.problems] == [
        "'document_id' is a required property",
        "'page' is a required property",
    ]


def test_what_coercion_could_not_save_is_refused_at_its_path() -> None:
    """D05, D08, D09."""
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer"}, "id": {"type": "string"}, "flag": {"type": ["boolean", "null"]}},
    }
    assert found(schema, {"n": "3.14"}) == [("arguments.n", "type")]
    assert found(schema, {"id": 4}) == [("arguments.id", "type")]
    assert found(schema, {"flag": "yes"}) == [("arguments.flag", "type")]
    union = {"type": "object", "properties": {"p": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}}}
    assert found(union, {"p": "true"}) == [("arguments.p", "anyOf")]
    assert found(union, {"p": None}) == []
    assert found({"properties": {"n": {"type": "integer", "nullable": True}}}, {"n": None}) == []


def test_the_references_choice_comes_first_and_the_others_follow() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"maxLength": 1}},
        "additionalProperties": False,
    }
    assert found(schema, {"a": "x", "b": "y", "c": "zz", "d": 1}) == [
        ("arguments", "additionalProperties"),
        ("arguments.a", "type"),
        ("arguments.b", "type"),
        ("arguments.c", "maxLength"),
    ]


def test_required_references_are_enforced_and_recursion_ends() -> None:
    """D10."""
    schema = {
        "type": "object",
        "properties": {"query": {"$ref": "#/$defs/Query"}, "again": {"$ref": "#"}},
        "required": ["query"],
        "$defs": {"Query": {"type": "object", "properties": {"limit": {"type": "integer"}}}},
    }
    assert found(schema, {}) == [("arguments", "required")]
    assert found(schema, {"query": {"limit": 20}, "again": {"query": {}, "again": {"query": {}}}}) == []
    assert found(schema, {"query": {}, "again": {}}) == [("arguments.again", "required")]


def test_a_reference_without_end_is_not_followed_for_ever() -> None:
    validation = validated(HERMES_21, {"properties": {"a": {"$ref": "#/properties/a"}}}, {"a": 1})
    assert not validation.validated
    assert "refer to themselves" in str(validation.not_validated_reason)


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        (None, "no schema"),
        ({"properties": {"a": {"type": "text"}}}, "not valid"),
        ({"properties": {"a": {"pattern": "(["}}}, "not valid"),
        ({"properties": {"a": {"pattern": r"^\p{L}+$"}}}, "not valid"),
        ({"properties": {"a": {"exclusiveMinimum": True}}}, "not valid"),
        ({"properties": {"a": {"$ref": "#/$defs/Nope"}}}, "'/$defs/Nope', which is not in it"),
        ({"properties": {"a": {"$ref": "other.json"}}}, "never fetched"),
        ({"properties": {"a": True}}, "is not an object"),
        ({"properties": {"a": "integer"}}, "not valid"),
    ],
)
def test_a_schema_that_cannot_be_applied_is_named_and_the_call_stays_possible(schema: Any, reason: str) -> None:
    validation = validated(HERMES_21, schema, {"a": 1})
    assert not validation.validated
    assert validation.passed
    assert reason in str(validation.not_validated_reason)
    assert "\n" not in str(validation.not_validated_reason)


def test_a_missing_parameter_is_reported_even_if_the_rest_cannot_be_checked() -> None:
    schema = {"properties": {"a": {"type": "text"}}, "required": ["a"]}
    assert found(schema, {}) == [("arguments", "required")]


def test_if_then_tuples_and_names_of_missing_properties_are_plain_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"t": {"prefixItems": [{"type": "string"}, {"type": "integer"}]}, "k": {}},
        "if": {"required": ["k"]},
        "then": {"required": ["t"]},
    }
    assert found(schema, {"k": 1}) == [("arguments", "required")]
    assert found(schema, {"k": 1, "t": ["a", "b"]}) == [("arguments.t[1]", "type")]
    assert found({"type": "object", "required": ["ghost"]}, {"ghost": 1}) == []


@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"type": "object", "properties": {}}])
def test_a_schema_without_properties_takes_an_empty_object(schema: Any) -> None:
    assert found(schema, {}) == []


def test_no_schema_makes_the_checker_open_a_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/schema.json"
        for schema in (
            {"properties": {"a": {"$ref": address}}},
            {"properties": {"a": {"$ref": f"{address}#/x"}}},
            {"$id": address, "properties": {"a": {"$ref": "#/$defs/nope"}}},
            {"$id": address, "properties": {"a": {"$dynamicRef": "other.json#x"}}},
            {"$schema": address, "properties": {"a": {"$dynamicRef": f"{address}#x"}}},
            {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": f"{address}#"}}},
            {"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveRef": address},
        ):
            validated(HERMES_21, schema, {"a": 1})
            validated(HERMES_22, schema, {"a": 1})
        with pytest.raises(TimeoutError):
            listener.accept()


def test_an_endless_pattern_ends_with_a_reason() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}}
    began = time.monotonic()
    validation = validated(HERMES_21, schema, {"a": "a" * 60 + "!"})
    assert time.monotonic() - began < 20
    assert not validation.validated
    assert "longer than 1 s" in str(validation.not_validated_reason)


def test_a_suspicious_pattern_that_behaves_is_checked_all_the_same() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}}
    assert found(schema, {"a": "b"}) == [("arguments.a", "pattern")]
    assert found(schema, {"a": "aa"}) == []


def test_the_oldest_release_checks_nothing() -> None:
    validation = validated(HERMES_19, {"required": ["a"]}, {})
    assert (validation.validated, validation.not_validated_reason) == (False, "hermes-0.19 does not check arguments")


def test_hostile_text_in_a_message_is_made_harmless() -> None:
    (problem,) = validated(HERMES_21, {"properties": {"a": {"enum": ["x"]}}}, {"a": "\x1b[2J\n" + "y" * 5000}).problems
    assert "\x1b" not in problem.message
    assert "\n" not in problem.message
    assert len(problem.message) <= 600


def test_a_large_schema_is_applied_in_full() -> None:
    names = [f"field_{number}" for number in range(800)]
    schema = {"type": "object", "properties": {n: {"enum": list(range(50))} for n in names}, "required": names[-1:]}
    assert found(schema, {names[-1]: 50}) == [(f"arguments.{names[-1]}", "enum")]
    assert check(schema, dict.fromkeys(names, 1)) == ()


@given(JSON, st.dictionaries(st.text(max_size=3), JSON, max_size=3))
def test_no_schema_and_no_arguments_make_it_raise(schema: Any, arguments: dict[str, Any]) -> None:
    validation = validated(HERMES_21, schema, arguments)
    assert validation.validated == (validation.not_validated_reason is None)
    assert validation.validated or not validation.problems
