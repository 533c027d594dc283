"""Odd schemas as forms: what is put in comes out again, whatever shape it has."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscope.canonical import compact
from toolscope.ui.present.draft import Entry
from toolscope.ui.present.filling import collect, fill, nulled, visible, with_rows, without_row
from toolscope.ui.present.form import Path, read_form

STEP = {"type": "object", "required": ["do"], "properties": {"do": {"type": "string"}, "times": {"type": "integer"}}}


def _variant(kind: str, x: str) -> dict[str, Any]:
    properties = {"kind": {"const": kind}, "x": {"type": x}}
    return {"type": "object", "required": ["kind"], "properties": properties}


ODD: dict[str, Any] = {
    "type": "object",
    "$defs": {"Node": {"type": "object", "properties": {"v": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}}}},
    "properties": {
        "name": {"type": "string"},
        "maybe": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "flag": {"type": ["boolean", "null"]},
        "big": {"type": "integer"},
        "level": {"enum": [1, "1", 1.5, None, True]},
        "steps": {"type": "array", "items": STEP},
        "grid": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "tags": {"type": "array", "items": {"type": "string"}},
        "node": {"$ref": "#/$defs/Node"},
        "free": {"type": "object", "additionalProperties": True},
        "any": {},
        "target": {
            "oneOf": [
                _variant("a", "string"),
                _variant("b", "integer"),
                {"type": "string"},
                {"type": "array", "items": {"type": "string"}},
            ]
        },
        "either": {"type": ["string", "integer", "object"]},
    },
}
FORM = read_form(ODD)
_SCALARS = (
    st.none() | st.booleans() | st.integers() | st.sampled_from(["", "012", "null", "two\nlines", "\x1b", "a", "b"])
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["do", "times", "v", "next", "kind", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


def round_trip(arguments: dict[str, Any]) -> dict[str, Any]:
    form, entries = fill(FORM, arguments)
    draft = collect(form, entries)
    assert draft.problems == {}
    return draft.arguments


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(st.sampled_from(list(ODD["properties"])), _VALUES, max_size=5))
def test_whatever_is_filled_in_is_read_again(arguments: dict[str, Any]) -> None:
    assert {k: compact(v) for k, v in round_trip(arguments).items()} == {k: compact(v) for k, v in arguments.items()}


@pytest.mark.parametrize(
    ("arguments", "kinds"),
    [
        ({"steps": [{"do": "a"}, {"do": "b", "times": 2}]}, {"rows", "group", "text", "number"}),
        ({"grid": [[1, 2], []]}, {"rows", "list", "number"}),
        ({"node": {"v": "1", "next": {"v": "2", "next": {"v": "3", "next": {"v": "4"}}}}}, {"group", "text"}),
        ({"target": {"kind": "b", "x": 3}}, {"variants", "choice", "number"}),
        ({"target": "text"}, {"variants", "text"}),
        ({"either": 5}, {"variants", "number"}),
    ],
)
def test_what_a_form_can_express_never_becomes_json(arguments: dict[str, Any], kinds: set[str]) -> None:
    form, entries = fill(FORM, arguments)
    assert collect(form, entries).arguments == arguments
    assert not any(entry.as_json for entry in entries.values())
    key = next(iter(arguments))
    assert {one.kind for one in visible(form.fields, entries) if one.path[0] == key} == kinds


def test_numbers_beyond_doubles_null_and_leading_zeros_survive() -> None:
    arguments = {"name": "012", "maybe": None, "flag": None, "big": 2**53 + 1, "level": 1.5}
    assert repr(round_trip(arguments)) == repr(arguments)


def test_rows_are_added_and_taken_away_without_touching_the_others() -> None:
    steps = next(one for one in FORM.fields if one.path == ("steps",))
    _, entries = fill(FORM, {"steps": [{"do": "a"}, {"do": "b"}, {"do": "c"}]})
    fewer = without_row(("steps",), 1, entries)
    assert collect(FORM, fewer).arguments == {"steps": [{"do": "a"}, {"do": "c"}]}
    more = with_rows(steps, fewer, 1)
    assert collect(FORM, more).arguments == {"steps": [{"do": "a"}, {"do": "c"}, {}]}
    assert collect(FORM, {("steps",): Entry("0")}).arguments == {"steps": []}


def test_a_line_of_a_list_becomes_rows_with_what_stands_in_it() -> None:
    tags = next(one for one in FORM.fields if one.path == ("tags",))
    for text, before in (("", []), ("one", ["one"]), ('["a", "b"]', ["a", "b"])):
        entries = with_rows(tags, {tags.path: Entry(text)}, 1)
        assert collect(FORM, entries).arguments == {"tags": [*before, ""]}


def test_a_short_list_is_filled_in_as_rows_and_a_long_or_odd_one_as_a_line() -> None:
    def shown(tags: list[Any]) -> list[Path]:
        form, entries = fill(FORM, {"tags": tags})
        assert collect(form, entries).arguments == {"tags": tags}
        return [one.path for one in visible(form.fields, entries) if one.path[0] == "tags"]

    assert shown(["@bao", "@mei"]) == [("tags",), ("tags", 0), ("tags", 1)]
    assert shown(["@bao"] * 13) == shown([]) == shown(["@bao", 7]) == [("tags",)]


def test_an_empty_row_of_numbers_is_a_problem_at_its_place() -> None:
    entries: dict[Path, Entry] = {("grid",): Entry("1"), ("grid", 0): Entry("1", rows=True)}
    draft = collect(FORM, entries)
    assert list(draft.problems) == [("grid", 0, 0)]


def test_what_was_typed_in_one_variant_is_there_when_it_is_chosen_again() -> None:
    _, entries = fill(FORM, {"target": {"kind": "b", "x": 3}})
    other = {**entries, ("target",): Entry("2"), ("target", -3): Entry("text")}
    assert collect(FORM, other).arguments == {"target": "text"}
    assert collect(FORM, {**other, ("target",): Entry("1")}).arguments == {"target": {"kind": "b", "x": 3}}


def test_null_is_set_and_taken_back() -> None:
    maybe = next(one for one in FORM.fields if one.path == ("maybe",))
    once = nulled(maybe, {})
    assert collect(FORM, once).arguments == {"maybe": None}
    assert collect(FORM, nulled(maybe, once)).arguments == {}
