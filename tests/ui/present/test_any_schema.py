"""Schemas of any shape as forms: each opens, its skeleton fits or says why not, no value is lost on the way."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.calling import desk, the_tool
from toolscope.canonical import compact
from toolscope.config.profiles import DEFAULT
from toolscope.invocation.call import prepare
from toolscope.ui.present.filling import collect, fill, visible
from toolscope.ui.present.form import read_form

NAMES = st.sampled_from(["name", "items", "a.b", "-1", "type", "", "[x]", "kind"])
PLAIN: st.SearchStrategy[Any] = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "pattern": "^[a-z]+$", "minLength": 2},
        {"type": "string", "format": "date", "default": "2026-01-31"},
        {"type": "integer", "exclusiveMinimum": 3},
        {"type": "number", "minimum": -0.5},
        {"type": "boolean"},
        {"enum": ["a", 1, None, 1.5, [2]]},
        {"const": {"fixed": True}},
        {"type": ["string", "null"]},
        {"$ref": "#/$defs/Node"},
        {"$ref": "#/$defs/Gone"},
        {"$ref": "https://elsewhere.invalid/schema.json"},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "tuple"},
        {},
        True,
        None,
        7,
    ]
)


def _grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    objects = st.builds(
        lambda known, needed: {"type": "object", "properties": known, "required": needed},
        st.dictionaries(NAMES, inner, max_size=4),
        st.lists(NAMES, max_size=2, unique=True),
    )
    lists = st.builds(
        lambda items, least: {"type": "array", "items": items, "minItems": least}, inner, st.integers(0, 2)
    )
    unions = st.builds(
        lambda word, branches: {word: branches},
        st.sampled_from(["oneOf", "anyOf", "allOf"]),
        st.lists(inner, max_size=3),
    )
    return objects | lists | unions | st.builds(lambda items: {"type": "array", "prefixItems": [items]}, inner)


NODE = {"type": "object", "properties": {"value": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}}}
SCHEMAS = st.builds(
    lambda known, needed: {"type": "object", "properties": known, "required": needed, "$defs": {"Node": NODE}},
    st.dictionaries(NAMES, st.recursive(PLAIN, _grown, max_leaves=12), max_size=5),
    st.lists(NAMES, max_size=2, unique=True),
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "012", "null", "[1]", "two\nlines", "\x1b[2J", "\u202e", "a", "2026-01-31"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two objects hold the same, types too; in whatever order."""
    return {key: compact(value) for key, value in one.items()} == {key: compact(value) for key, value in other.items()}


@settings(max_examples=300, deadline=None)
@given(SCHEMAS, st.dictionaries(NAMES, VALUES, max_size=4))
def test_form_to_json_to_form_keeps_every_value(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    form = read_form(schema)
    if form.reason is not None:
        return
    whole, entries = fill(form, arguments)
    draft = collect(whole, entries)
    assert draft.problems == {}
    assert same(draft.arguments, arguments)
    again, refilled = fill(form, draft.arguments)
    assert refilled == entries
    assert [one.path for one in visible(again.fields, refilled)] != [] or not again.fields


@settings(max_examples=200, deadline=None)
@given(SCHEMAS)
def test_every_schema_opens_and_its_skeleton_fits_or_says_why_not(schema: dict[str, Any]) -> None:
    tool = the_tool(desk({"name": "any", "inputSchema": schema}), "mcp__tracker__any")
    form = read_form(tool.registry_schema)
    assert form.reason or all(one.reason for one in form.leaves if one.kind == "json")
    assert isinstance(form.sample, dict)
    validation = prepare(DEFAULT, tool, form.sample).validation
    assert validation.passed or all(problem.message for problem in validation.problems)
    assert validation.validated or validation.not_validated_reason
    if form.reason is None:
        assert same(collect(*fill(form, form.sample)).arguments, form.sample)
