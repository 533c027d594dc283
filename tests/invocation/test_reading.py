from __future__ import annotations

import math

import pytest

from toolscope.invocation.reading import Read, read_json, spells


def test_json_is_read_as_python_reads_it() -> None:
    assert read_json(' {"a": [1, null]} ') == Read({"a": [1, None]})
    assert math.isnan(read_json("NaN").value)
    assert read_json('{"a": 1, "a": 2}') == Read({"a": 2}, lossy=True)
    assert read_json("12345678901234567890") == Read(12345678901234567890)


@pytest.mark.parametrize("text", ["", "{'a': 1}", "[1,]", "\ufeff{}", "[" * 100_000, "1" * 5000])
def test_what_is_not_json_has_a_reason(text: str) -> None:
    read = read_json(text)
    assert read.value is None
    assert read.error


@pytest.mark.parametrize(("text", "value", "same"), [("1e3", 1000, True), ("٣", 3, True), ("0.10", 0.1, True)])
def test_a_number_says_what_its_text_said(text: str, value: float, same: bool) -> None:
    assert spells(text, value) is same
