"""JSON as a value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.canonical import compact, deeper_than, escaped_size, fingerprint, size, walk


def test_the_compact_spelling_is_pythons_without_spaces_and_with_every_character() -> None:
    assert compact({"a": [1.0, 1e-07, "ü\u2028"]}) == '{"a":[1.0,1e-07,"ü\u2028"]}'


@given(st.dictionaries(st.text(), st.integers() | st.text()))
def test_a_fingerprint_does_not_depend_on_the_order_of_keys(value: dict[str, Any]) -> None:
    assert fingerprint(value) == fingerprint(dict(reversed(value.items())))


@given(st.text())
def test_the_escaped_size_is_what_json_takes(text: str) -> None:
    assert escaped_size(text) == len(json.dumps(text, ensure_ascii=False)) - 2


def test_what_json_cannot_hold_is_spelled_all_the_same() -> None:
    assert compact({1, 2} - {2}) == "{1}"
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert "too deeply" in compact(deep)
    assert len(fingerprint(deep)) == 64
    assert size("ab") == 4


@pytest.mark.parametrize("value", [[], {"a": [{}]}, [[1], {"b": [2]}]])
def test_nesting_is_measured_without_recursion(value: object) -> None:
    for _ in range(10_000):
        value = [value]
    assert deeper_than(value, 10_000)
    assert not deeper_than(value, 10_003)


def test_a_walk_meets_every_value_with_its_depth_but_what_is_left_out() -> None:
    value = {"a": [1, {"b": 2}], "c": {"b": 3}}
    everything = [(value, 0), ([1, {"b": 2}], 1), (1, 2), ({"b": 2}, 2), (2, 3), ({"b": 3}, 1), (3, 2)]
    met = list(walk(value))
    assert met[0] == (value, 0)
    assert sorted(met, key=repr) == sorted(everything, key=repr)
    assert sorted(walk(value, {"a", "b"}), key=repr) == sorted([(value, 0), ({"b": 3}, 1)], key=repr)
