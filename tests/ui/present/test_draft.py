"""Entries, arguments, JSON text: three spellings of one draft."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.calling import ISSUE
from toolscope.canonical import compact
from toolscope.ui.present.draft import Entry, entered, number, read_editor, read_text, spell
from toolscope.ui.present.filling import collect, fill, unset_count
from toolscope.ui.present.form import Path, read_form

FORM = read_form(ISSUE)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_KEYS = st.sampled_from([*ISSUE["properties"], "unknown", "\x1b[0m"])


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(_KEYS, _VALUES, max_size=6))
def test_filling_the_form_and_reading_it_gives_the_same_arguments(arguments: dict[str, Any]) -> None:
    form, entries = fill(FORM, arguments)
    draft = collect(form, entries)
    assert draft.problems == {}
    assert {key: compact(value) for key, value in draft.arguments.items()} == {
        key: compact(value) for key, value in arguments.items()
    }


@settings(max_examples=300, deadline=None)
@given(_VALUES)
def test_what_is_spelled_for_editing_reads_back(value: Any) -> None:
    assert compact(read_text(spell(value, 2))[0]) == compact(value)


def test_nothing_unseen_is_put_into_an_editor() -> None:
    text = spell({"k": "a\u202eb\u200b\x1b\x9b\U000e0041"})
    assert text == r'{"k": "a\u202eb\u200b\u001b\u009b\udb40\udc41"}'
    assert read_text(text)[0] == {"k": "a\u202eb\u200b\x1b\x9b\U000e0041"}


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("3", 3),
        ("-0.5", -0.5),
        ("1e3", 1000.0),
        ("9007199254740993", 9007199254740993),
        ("012", "012"),
        ("+3", "+3"),
        (" 3", " 3"),
        ("3 apples", "3 apples"),
        ("1e400", "1e400"),
        ("0.12345678901234567890123", "0.12345678901234567890123"),
        ("NaN", "NaN"),
        ("9" * 5_000, "9" * 5_000),
    ],
)
def test_a_number_is_one_only_when_nothing_is_lost(typed: str, value: Any) -> None:
    assert repr(number(typed)) == repr(value)


def field(key: str) -> Any:
    return next(one for one in FORM.fields if one.path == (key,))


def test_a_text_stays_a_text() -> None:
    assert entered(field("title"), Entry("012")) == "012"
    assert entered(field("title"), Entry("null")) == "null"


def test_a_list_is_one_value_or_a_json_list() -> None:
    assert entered(field("labels"), Entry("bug")) == "bug"
    assert entered(field("labels"), Entry('["a", "b"]')) == ["a", "b"]
    assert entered(field("labels"), Entry("[a")) == "[a"


def test_unset_fields_and_empty_groups_stay_out() -> None:
    entries: dict[Path, Entry] = {("title",): Entry("x"), ("priority",): Entry(""), ("assignee", "user_id"): Entry("")}
    assert collect(FORM, entries).arguments == {"title": "x"}
    assert unset_count(FORM, entries) == 8 - 1  # all optional leaves; the required one inside the group does not count


def test_an_entry_that_is_not_json_is_a_problem_with_its_place() -> None:
    draft = collect(FORM, {("steps",): Entry('[{"do": }]', as_json=True), ("title",): Entry("x")})
    assert draft.arguments == {"title": "x"}
    assert "line 1, column 9" in draft.problems[("steps",)]


def test_values_that_a_control_cannot_hold_stand_there_as_json() -> None:
    _, entries = fill(FORM, {"title": "two\nlines", "estimate": "3", "priority": "odd", "assignee": {}, "more": 1})
    assert entries[("title",)] == Entry("two\nlines")
    assert entries[("estimate",)] == Entry('"3"', as_json=True)
    assert entries[("priority",)] == Entry('"odd"', as_json=True)
    assert entries[("assignee",)] == Entry("{}", as_json=True)
    assert entries[("more",)] == Entry("1")


def test_the_editor_names_line_and_column() -> None:
    draft = read_editor('{\n  "a" 1\n}', lambda _: None)
    assert "line 2, column 7" in draft.problems[()]
    assert read_editor("[1]", lambda _: None).problems[()].startswith("arguments are an object")
    assert read_editor("  ", lambda _: None).arguments == {}


def test_reading_that_loses_something_is_noted() -> None:
    draft = read_editor('{"a": 1, "a": 2}', lambda _: None)
    assert draft.arguments == {"a": 2}
    assert "twice" in draft.notes[0]
