"""How an answer is written."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from toolscope.cli.output import Answer, dumps

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_what_is_written_is_read_back_alike_and_laid_out_as_json_does(value: Any) -> None:
    assert dumps(value) == json.dumps(value, indent=2)
    assert json.loads(dumps({"many": [value] * 200})) == {"many": [value] * 200}


def test_each_element_of_a_long_list_has_a_line_of_its_own() -> None:
    lines = dumps({"rows": [{"a": [n]} for n in range(101)]}).splitlines()
    assert lines[2] == '    {"a": [0]},'
    assert len(lines) == 101 + 4


def test_numbers_that_json_does_not_know_become_text_wherever_they_are() -> None:
    odd = float("nan"), float("inf"), float("-inf")
    assert json.loads(dumps({"a": odd, "b": {"c": float("inf")}})) == {"a": ["nan", "inf", "-inf"], "b": {"c": "inf"}}
    assert json.loads(dumps([{"x": odd[0]}] * 101)) == [{"x": "nan"}] * 101


def test_an_answer_is_not_spelled_out_by_whoever_holds_it() -> None:
    assert "needle" not in repr(Answer({"rows": ["needle"]}, "needle"))
