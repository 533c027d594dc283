"""JSON as a value."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from toolscope.canonical import compact, escaped_size, fingerprint, size


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
