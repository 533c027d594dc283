from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config.profiles import HERMES_21, HERMES_22, PROFILES
from toolscope.invocation.coerce import Coercion, coerce

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
TYPES = ["integer", "number", "boolean", "string", "array", "object", "null"]
WORDS = st.sampled_from(["3", " 3.0 ", "1e400", "null", "true", "[1", "[[]]", '{"a": "[1]"}', "{}", "x", ""])
SCHEMAS = st.recursive(
    st.sampled_from([{"type": t} for t in TYPES])
    | st.fixed_dictionaries({"type": st.lists(st.sampled_from(TYPES), max_size=3)})
    | st.sampled_from([True, False, None, "string", {}, {"$ref": "#"}, {"$ref": "#/properties/a"}, {"nullable": True}]),
    lambda inner: st.one_of(
        st.fixed_dictionaries({"type": st.just("array"), "items": inner}),
        st.fixed_dictionaries({"anyOf": st.lists(inner, max_size=3)}),
        st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(st.sampled_from(["a", "b c", ""]), inner)}
        ),
    ),
    max_leaves=6,
)


def of(kind: Any, value: Any) -> Any:
    """The value of one parameter after coercion."""
    return coerce(HERMES_21, {"properties": {"p": {"type": kind}}}, {"p": value}).arguments["p"]


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("integer", "42", 42),
        ("number", "3.14", 3.14),
        ("boolean", "true", True),
        ("integer", "3.14", "3.14"),
        ("integer", "hello", "hello"),
        (["integer", "string"], "42", 42),
        ("number", "NaN", "NaN"),
        ("number", "Infinity", "Infinity"),
        ("integer", "", ""),
        ("integer", "1e400", "1e400"),
        ("string", 4, 4),
        (["string", "integer"], 4, 4),
    ],
)
def test_words_become_values_where_the_schema_wants_one(kind: Any, before: Any, after: Any) -> None:
    """D05, D08."""
    assert repr(of(kind, before)) == repr(after)


def test_stringified_lists_and_objects_are_parsed_but_their_numbers_stay_strings() -> None:
    """D06."""
    assert of("array", '["a", "b"]') == ["a", "b"]
    assert of("object", '{"a": 1}') == {"a": 1}
    schema = {"properties": {"ids": {"type": "array", "items": {"type": "integer"}}}}
    assert coerce(HERMES_21, schema, {"ids": '["1"]'}).arguments == {"ids": ["1"]}


def test_an_object_string_given_for_a_list_is_wrapped_and_the_change_is_on_record() -> None:
    """D06."""
    coerced = coerce(HERMES_21, {"properties": {"ids": {"type": "array"}}}, {"ids": '{"a": 1}'})
    assert coerced.changes == (Coercion(("ids",), '{"a": 1}', ['{"a": 1}']),)


def test_a_union_without_a_type_turns_only_the_word_null() -> None:
    """D09."""
    schema = {"properties": {"p": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}}}
    given = [coerce(HERMES_21, schema, {"p": value}).arguments["p"] for value in ("true", "null", True, None)]
    assert given == ["true", None, True, None]


def test_references_are_followed_by_the_newer_release_and_recursion_ends() -> None:
    """D10."""
    schema = {
        "properties": {"query": {"$ref": "#/$defs/Query"}, "me": {"$ref": "#/properties/me"}},
        "$defs": {"Query": {"type": "object", "properties": {"within": {"$ref": "#/$defs/Query"}}}},
    }
    given = {"query": '{"within": "{\\"within\\": {}}"}', "me": "3"}
    assert coerce(HERMES_21, schema, given).changes == ()
    after = coerce(HERMES_22, schema, given)
    assert after.arguments == {"query": {"within": {"within": {}}}, "me": "3"}
    assert [change.path for change in after.changes] == ["arguments.query"]


@pytest.mark.parametrize(
    ("kind", "text", "lossy"),
    [
        ("integer", "12345678901234567890", True),
        ("integer", "9007199254740993", True),
        ("integer", "1_000", False),
        ("integer", "-0", False),
        ("number", "0.1", False),
        ("number", "0.1000000000000000000001", True),
        ("number", "1e-400", True),
        ("integer", "1e-999999999999999999999", True),
        ("object", '{"a": 1, "a": 2}', True),
        ("array", "[0.5, 1e-7]", False),
        ("array", "[1e999]", True),
    ],
)
def test_a_value_that_is_not_what_was_written_is_marked(kind: str, text: str, lossy: bool) -> None:
    (change,) = coerce(HERMES_21, {"properties": {"p": {"type": kind}}}, {"p": text}).changes
    assert (change.before, change.lossy) == (text, lossy)


def test_each_change_is_on_record_at_its_own_place() -> None:
    row = {"type": "object", "properties": {"max rows": {"type": "array"}}}
    schema = {"properties": {"rows": {"type": "array", "items": row}, "n": {"type": "integer"}}}
    coerced = coerce(HERMES_21, schema, {"rows": [{"max_rows": "[1]"}], "n": "5"})
    assert coerced.arguments == {"rows": [{"max rows": [1]}], "n": 5}
    assert coerced.changes == (
        Coercion(("rows", 0, "max_rows"), "max_rows", "max rows", renamed=True),
        Coercion(("rows", 0, "max rows"), "[1]", [1]),
        Coercion(("n",), "5", 5),
    )


def test_a_key_given_under_both_names_keeps_both_values() -> None:
    schema = {"properties": {"max rows": {"type": "integer"}}}
    given = {"max rows": 1, "max_rows": 2}
    assert coerce(HERMES_21, schema, given).arguments == given


def test_a_schema_that_the_reference_fails_on_changes_nothing_and_says_so() -> None:
    coerced = coerce(HERMES_21, {"properties": {"a": True, "b": {"type": "integer"}}}, {"b": "3", "a": 1})
    assert coerced.arguments == {"b": "3", "a": 1}
    assert coerced.changes == ()
    assert coerced.unreadable == "the schema of parameter 'a' is not an object"


@given(JSON, st.dictionaries(st.text(max_size=3), JSON, max_size=4))
def test_no_schema_and_no_arguments_make_it_raise(schema: Any, arguments: dict[str, Any]) -> None:
    for profile in PROFILES.values():
        coerce(profile, schema, arguments)


@given(st.dictionaries(st.sampled_from(["a", "b c", "b_c", ""]), SCHEMAS), st.data())
def test_coercion_leaves_its_input_alone_and_records_every_change(
    properties: dict[str, Any], data: st.DataObject
) -> None:
    values = WORDS | JSON
    arguments = data.draw(st.dictionaries(st.sampled_from(["a", "b c", "b_c", "param"]), values))
    before = repr(arguments)
    for profile in PROFILES.values():
        coerced = coerce(profile, {"type": "object", "properties": properties}, arguments)
        assert repr(arguments) == before
        assert (repr(coerced.arguments) == before) == (not coerced.changes)
