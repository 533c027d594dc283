"""Text from outside is made safe to show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolscope.plain import clean, hides_text, one_line


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    shown = clean(text)
    assert not any(ord(c) < 32 and c != "\n" for c in shown)
    assert not any(0x7F <= ord(c) <= 0x9F or 0xD800 <= ord(c) <= 0xDFFF for c in shown)


def test_escapes_become_pictures_and_invisible_characters_become_visible() -> None:
    assert clean("\x1b[2J\x00\x7f\x9b") == "␛[2J␀␡\ufffd"
    assert clean("a\u202eb\u200bc\U000e0041") == "a\ufffdb\ufffdc\ufffd"


def test_lines_stay_lines_and_tabs_become_spaces() -> None:
    assert clean("a\r\nb\tc") == "a\nb    c"


def test_one_line_folds_white_space_and_is_cut_with_an_ellipsis() -> None:
    assert one_line("  a\n\n b  ") == "a b"
    assert one_line("abcdef", 4) == "abc…"


def test_brackets_are_just_text() -> None:
    assert clean("[/red] [ open arr[0]") == "[/red] [ open arr[0]"


def test_hidden_text_is_noticed() -> None:
    assert hides_text("a\u200bb")
    assert not hides_text("a\tb\r\nc")
