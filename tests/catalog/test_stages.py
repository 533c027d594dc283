"""The stages of a schema, and every change between them in words."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import RELEASES, catalog, export, function, status
from tests.golden import vector
from toolscope.catalog.stages import Stages, stages
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile

CASES = vector("definitions")["cases"]
WRITTEN = """
    type properties required anyOf oneOf allOf enum const $ref $defs definitions default items title nullable a not
"""
KEYS = st.sampled_from([*WRITTEN.split(), "a b", "ü", ""])
WORDS = st.sampled_from(["object", "string", "null", "array", "#/definitions/a", "a", "a b"])
SCHEMAS = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)


def way(schema: Any, profile: Profile = HERMES_21) -> Stages:
    """The stages of a tool with this schema."""
    made = catalog(status("s", [{"name": "t", "description": "D.", "inputSchema": schema}]), profile=profile)
    return stages(profile, made.tools[0])


def told(schema: Any, profile: Profile = HERMES_21) -> list[tuple[str, str]]:
    return [(change.path, change.what) for change in way(schema, profile).changes]


def properties(**found: Any) -> dict[str, Any]:
    return {"type": "object", "properties": found}


@pytest.mark.parametrize("release", ["seed", "0.22", "0.19"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_every_change_of_the_golden_schemas_has_its_reason(case: dict[str, Any], release: str) -> None:
    found = way(case["inputSchema"], RELEASES[release])
    assert [change for change in found.changes if not change.why] == []
    assert bool(found.changes) == (found.published != found.sent)


@given(SCHEMAS, st.sampled_from([HERMES_21, HERMES_22, HERMES_19]))
def test_there_is_a_change_where_the_stages_differ_and_only_there(schema: Any, profile: Profile) -> None:
    before = copy.deepcopy(schema)
    made = catalog(status("s", [{"name": "t", "description": "D.", "inputSchema": schema}]), profile=profile)
    for each in made.tools:
        found = stages(profile, each)
        assert found.published == before
        assert found.registered is each.registry_schema
        assert found.sent is each.parameters
        by_stage = {change.stage for change in found.changes}
        assert ("ingestion" in by_stage) == (found.published != found.registered)
        assert ("sanitiser" in by_stage) == (found.registered != found.sent)


@pytest.mark.parametrize(
    ("node", "path", "what"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "anyOf", "null branch folded into nullable"),
        (
            {"oneOf": [{"type": "null"}, {"type": "string"}], "minLength": 3},
            "oneOf",
            "null branch folded into nullable; minLength beside it dropped",
        ),
        ({"anyOf": [{"const": "a"}, {"const": "b"}]}, "anyOf", "constants written as type string and enum"),
        ({"type": ["string", "null"]}, "type", 'list of types split: type "string", nullable true'),
        ({"type": "object"}, "properties", "empty object added"),
        ({"properties": {}}, "type", "object added"),
        ({"$ref": "#/definitions/D"}, "$ref", "now #/$defs/D"),
        ({"$ref": "#/$defs/D", "default": 1}, "default", "dropped"),
        ({"type": "object", "properties": {"a": {}}, "required": ["a", "b"]}, "required", '"b" dropped'),
        ({"type": "object", "properties": {}, "required": []}, "required", "empty list dropped"),
        ({"type": "object", "definitions": {"D": {}}, "properties": {}}, "definitions", "moved to $defs"),
    ],
)
def test_each_rule_says_where_and_what(node: dict[str, Any], path: str, what: str) -> None:
    assert (f"properties.x.{path}", what) in told(properties(x=node))


def test_a_renamed_property_is_one_change_and_its_required_follows() -> None:
    schema = {**properties(**{"a b": {"type": "string"}}), "required": ["a b"]}
    assert told(schema) == [('properties["a b"]', "renamed to a_b")]
    assert told(schema, HERMES_19) == []


def test_a_flag_moves_to_the_list_of_its_object() -> None:
    assert told(properties(x={"type": "string", "required": True})) == [
        ("required", '"x" added'),
        ("properties.x.required", "true taken out"),
    ]


def test_what_strict_interfaces_refuse_is_dropped_from_the_top_only() -> None:
    schema = {**properties(x={"oneOf": [{"type": "string"}, {"type": "integer"}]}), "oneOf": [{}, {"required": ["x"]}]}
    assert ("oneOf", "dropped") in told(schema)
    assert not any(path == "properties.x.oneOf" for path, _ in told(schema))


def test_the_newer_release_writes_the_empty_list_and_the_older_ones_take_names_for_keywords() -> None:
    schema = properties(properties={"type": "string"})
    assert told(schema, HERMES_22) == [("required", "empty list added")]
    assert ("properties.type", "an entry that is no property was added") in told(schema, HERMES_21)


def test_no_schema_is_an_empty_object() -> None:
    assert told(None) == [("", "an empty object schema put in its place")]
    assert told({}) == [("type", "object added"), ("properties", "empty object added")]


def test_an_agent_s_own_tools_pass_the_sanitiser_alone() -> None:
    made = catalog(export("own", [function("terminal", x={"anyOf": [{"const": "a"}, {"const": "b"}]})]))
    found = stages(HERMES_21, made.tools[0])
    assert found.registered == found.published
    assert {change.stage for change in found.changes} <= {"sanitiser"}
    assert found.sent["properties"]["x"] == {"anyOf": [{"const": "a"}, {"const": "b"}]}


def test_the_profiles_are_all_told_apart() -> None:
    assert (
        len({len(told({**properties(x={"type": ["string"]}), "required": []}, each)) for each in PROFILES.values()}) > 1
    )


def test_a_schema_of_hundreds_of_levels_is_compared_without_a_crash() -> None:
    deep: Any = {"type": "string"}
    for _ in range(240):
        deep = {"anyOf": [deep, {"type": "null"}, {"type": "integer"}]}
    assert way(properties(x=deep)).changes == ()
