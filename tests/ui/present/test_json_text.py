"""JSON for the screen."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from toolscope.ui.present.json_text import json_content, line_count

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(codec="ascii")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_the_text_is_the_value_s_own_json(value: object) -> None:
    shown = json_content(value).plain
    assert json.loads(shown.replace("\u2421", "\x7f")) == value
    assert shown.count("\n") + 1 == line_count(value)


def test_keys_strings_and_numbers_are_told_apart() -> None:
    content = json_content({"a": "b", "n": 1, "t": True, "z": None})
    styles = {content.plain[s.start : s.end]: s.style for s in content.spans}
    assert styles['"a"'] == "$soft"
    assert styles['"b"'] == "$value-text"
    assert styles["1"] == styles["true"] == "$value-number"


def test_a_limit_counts_the_lines_that_are_left_out() -> None:
    lines = json_content(list(range(5000)), limit=3).plain.splitlines()
    assert lines == ["[", "  0,", "  1,", "… 4,999 more lines"]


def test_a_string_can_be_cut() -> None:
    assert json_content("x" * 50, longest=10).plain == '"xxxxxxxxxx" … 40 more characters'


def test_text_from_outside_is_shown_and_not_obeyed() -> None:
    shown = json_content({"[/red]\x1b[31m": "\u202edcba \ud800 \x9b"}).plain
    assert "[/red]\\u001b[31m" in shown
    assert not set("\x1b\u202e\ud800\x9b") & set(shown)


def test_deep_nesting_is_put_on_one_line() -> None:
    value: object = 1
    for _ in range(900):
        value = [value]
    assert len(json_content(value).plain.splitlines()) == line_count(value) == 81
