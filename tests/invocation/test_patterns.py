from __future__ import annotations

import pytest

from toolscope.invocation.patterns import costly, patterns


@pytest.mark.parametrize(
    "pattern",
    [
        r"^(a+)+$",
        r"(a*)*b",
        r"^(?:\w+\s?)+$",
        r"(a|a)*b",
        r"^([a-z0-9]+(\.)?)+@",
        r"(x?){40}x",
        r"(([a-z])+.)+[A-Z]",
        r"^(?P<word>a{2,})*$",
        r".*.*.*.*.*=",
        r"((a{1,9}){1,9}){1,9}",
    ],
)
def test_repetition_of_what_varies_is_costly(pattern: str) -> None:
    assert costly({"pattern": pattern}, {"a": "a" * 50}) == pattern


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[A-Z]{2}[0-9]+$",
        r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
        r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$",
        r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
        r"^(red|green|blue)$",
        r"^(https?|ssh)://[^/]+/.*$",
        r"[(+]a[)*]+",
        r"^\(\d+\)$",
        r"(?:ab){3}",
        r"[]a]+",
        "+",
        "",
    ],
)
def test_ordinary_patterns_are_matched_where_they_are(pattern: str) -> None:
    assert costly({"pattern": pattern}, {"a": "x" * 30}) is None


def test_long_texts_make_open_patterns_costly() -> None:
    schema = {"properties": {"a": {"pattern": r"\s+$"}}}
    assert costly(schema, {"a": "x" * 1000}) is None
    assert costly(schema, {"b": ["x", {"k": "x" * 100_000}]}) is not None
    assert costly(schema, {"x" * 100_000: 1}) is not None


def test_patterns_are_found_wherever_a_schema_holds_them() -> None:
    schema = {
        "properties": {"pattern": {"type": "string"}, "a": {"items": [{"pattern": "1"}]}},
        "patternProperties": {"2": {"propertyNames": {"pattern": "3"}}},
        "anyOf": [{"pattern": 5}],
    }
    assert sorted(patterns(schema)) == ["1", "2", "3"]


def test_without_texts_nothing_is_costly() -> None:
    assert costly({"pattern": "(a+)+"}, {}) is None
