"""Schemas read as forms."""

from __future__ import annotations

from typing import Any

import pytest

from toolscope.invocation.path import spelled
from toolscope.ui.present.form import Field, inside, own, read_form


def only(schema: Any, **root: Any) -> Field:
    """The field of a single optional parameter."""
    form = read_form({"type": "object", "properties": {"x": schema}, **root})
    assert form.reason is None
    (field,) = form.fields
    return field


@pytest.mark.parametrize(
    ("schema", "kind", "words"),
    [
        ({"type": "string"}, "text", "string"),
        ({"type": "string", "format": "date-time"}, "text", "string date and time"),
        ({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}, "text", "string date"),
        ({"type": "string", "pattern": "^[A-Z]+$"}, "text", "string like ^[A-Z]+$"),
        ({"type": "string", "minLength": 3, "maxLength": 120}, "text", "string 3 to 120 characters"),
        ({"type": "integer", "minimum": 0, "maximum": 21}, "number", "integer 0 to 21"),
        ({"type": "number", "exclusiveMinimum": 0}, "number", "number above 0"),
        ({"type": "boolean"}, "choice", "boolean"),
        ({"enum": ["a", 1, None]}, "choice", "enum"),
        ({"const": 7}, "choice", "constant"),
        ({"type": ["string", "null"]}, "text", "string or null"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "number", "integer or null"),
        ({"type": "string", "nullable": True}, "text", "string or null"),
        ({"oneOf": [{"const": "a"}, {"const": "b"}]}, "choice", "enum"),
        ({"type": "array", "items": {"type": "string"}}, "list", "array of string"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, "list", "array of enum"),
        ({"type": "array"}, "list", "array"),
        ({"type": "object", "properties": {"y": {"type": "string"}}}, "group", "object"),
        ({"allOf": [{"$ref": "#/$defs/Name"}]}, "text", "string"),
        ({"$ref": "#/$defs/Name"}, "text", "string"),
        ({"type": "array", "items": {"type": "object"}}, "rows", "array of object"),
        ({"type": "array", "items": {"type": "array"}}, "rows", "array of array"),
        ({"type": "array", "prefixItems": [{}]}, "json", "array"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "json", "object"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "variants", "string or integer"),
        ({"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Name"}]}, "variants", "one of several"),
        ({"allOf": [{"type": "string"}, {"type": "integer"}]}, "json", "one of several"),
        ({"allOf": [{"$ref": "#/$defs/Name"}, {"minLength": 2}]}, "text", "string from 2 characters"),
        ({"type": "object", "properties": {"y": {}}, "allOf": [{"required": ["y"]}]}, "group", "object"),
        ({"type": ["string", "integer"]}, "variants", "string or integer"),
        ({}, "json", "any value"),
        (True, "json", "any value"),
        ({"$ref": "#/$defs/Nowhere"}, "json", "any value"),
    ],
)
def test_every_kind_of_schema_has_its_control_and_its_words(schema: Any, kind: str, words: str) -> None:
    field = only(schema, **{"$defs": {"Name": {"type": "string"}}})
    assert (field.kind, field.words) == (kind, words)
    assert (field.reason is not None) == (kind == "json")


def test_values_of_an_enum_keep_their_types() -> None:
    assert only({"enum": ["1", 1, 1.5, True, None]}).choices == ("1", 1, 1.5, True, None)
    assert only({"type": "boolean"}).choices == (True, False)


def test_required_parameters_come_first_otherwise_in_their_order() -> None:
    form = read_form({"properties": {key: {"type": "string"} for key in "abcd"}, "required": ["d", "b"]})
    assert [field.key for field in form.fields] == ["b", "d", "a", "c"]


def test_a_required_parameter_without_a_schema_has_a_field() -> None:
    form = read_form({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["ghost"]})
    assert [(field.key, field.kind) for field in form.fields] == [("ghost", "json"), ("a", "text")]


def test_defaults_and_examples_are_hints_not_values() -> None:
    assert only({"type": "integer", "default": 25}).placeholder == "default 25"
    assert only({"type": "string", "examples": ["PX"]}).placeholder == "for example PX"


def test_an_object_that_holds_itself_is_opened_by_hand() -> None:
    node = {"type": "object", "properties": {"name": {"type": "string"}, "child": {"$ref": "#/$defs/Node"}}}
    one = only({"$ref": "#/$defs/Node"}, **{"$defs": {"Node": node}}).fields[1].fields[1]
    for _ in range(8):
        assert one.lazy
        assert inside(one, "") == ()
        name, one = inside(one, "open")
        assert name.kind == "text"
    assert spelled(own(one.path)) == "arguments.x" + ".child" * 10


def test_variants_are_called_by_title_constant_or_type() -> None:
    sheep = {"title": "Sheep", "type": "object", "properties": {"legs": {"type": "integer"}}}
    by_constant = {"type": "object", "properties": {"kind": {"const": "bird"}, "wings": {"type": "integer"}}}
    field = only({"oneOf": [sheep, by_constant, {"type": "object", "properties": {"a": {}}}, {"type": "null"}]})
    assert field.titles == ("Sheep", "kind: bird", "object of a")
    assert field.nullable
    (bird,) = inside(field, "1")
    assert (bird.kind, spelled(own(bird.path)), [spelled(own(one.path)) for one in bird.fields]) == (
        "group",
        "arguments.x",
        ["arguments.x.kind", "arguments.x.wings"],
    )


def test_members_of_a_list_are_fields_of_their_own() -> None:
    field = only({"type": "array", "items": {"type": "object", "properties": {"do": {"type": "string"}}}})
    assert inside(field, "") == ()
    first, second = inside(field, "2")
    assert (first.key, second.key) == ("1.", "2.")
    assert spelled(own(second.fields[0].path)) == "arguments.x[1].do"


@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"properties": {"a": 3, "b": {"oneOf": 3}}}])
def test_odd_schemas_have_a_form_all_the_same(schema: Any) -> None:
    assert read_form(schema).reason is None


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (None, "no schema"),
        ({"type": "array"}, "does not describe an object"),
        ({"oneOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, "by oneOf"),
        ({"type": "object", "patternProperties": {"^x": {}}}, "names of your choosing"),
        ({"type": "object", "properties": {f"p{i}": {"type": "string"} for i in range(200)}}, "200 fields"),
    ],
)
def test_what_no_form_can_express_says_why(schema: Any, why: str) -> None:
    form = read_form(schema)
    assert form.fields == ()
    assert why in str(form.reason)
    assert isinstance(form.sample, dict)


def test_the_sample_has_what_is_required_and_little_else() -> None:
    row = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "minimum": 2}}}
    branch = {
        "type": "object",
        "required": ["name", "rows", "mode"],
        "properties": {
            "name": {"type": "string"},
            "rows": {"type": "array", "items": row},
            "mode": {"enum": ["fast", "slow"]},
            "note": {"type": "string"},
        },
    }
    assert read_form({"oneOf": [branch]}).sample == {"name": "", "rows": [{"n": 2}], "mode": "fast"}


def test_hostile_names_are_shown_as_text() -> None:
    form = read_form(
        {"type": "object", "properties": {"[/red]\x1b[31m\u202e": {"type": "string", "description": "\x07[b]"}}}
    )
    (field,) = form.fields
    assert "\x1b" not in field.key
    assert "\u202e" not in field.key
    assert "[/red]" in field.key
    assert "\x07" not in field.description
    assert field.path == ("[/red]\x1b[31m\u202e",)


def test_parts_that_belong_together_are_one_list_of_parameters() -> None:
    named = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
    form = read_form({"$defs": {"Named": named}, "allOf": [{"$ref": "#/$defs/Named"}, {"properties": {"n": {}}}]})
    assert [(field.key, field.required) for field in form.fields] == [("name", True), ("n", False)]
    single = read_form({"type": "object", "properties": {"id": {}}, "oneOf": [named]})
    assert [field.key for field in single.fields] == ["name", "id"]


def test_of_a_large_form_the_objects_are_opened_by_hand() -> None:
    part = {"type": "object", "properties": {f"p{number}": {"type": "string"} for number in range(10)}}
    few = read_form({"type": "object", "properties": {f"g{number}": part for number in range(3)}})
    many = read_form({"type": "object", "properties": {f"g{number}": part for number in range(30)}})
    assert [field.lazy for field in few.fields] == [False] * 3
    assert [field.lazy for field in many.fields] == [True] * 30
    assert [field.key for field in inside(many.fields[0], "open")] == [f"p{number}" for number in range(10)]
