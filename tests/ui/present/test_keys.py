"""Keys in words."""

from __future__ import annotations

import pytest

from toolscope.ui.present.keys import KeyHint, help_lines, key_line, key_words, placed

HINTS = [KeyHint(f"f{n}", f"F{n}", f"Action {n}") for n in range(2, 10)]
HELP = KeyHint("question_mark", "?", "Help", stays=True)
GROUPS = {"Call": {"a sentence that is far too long to stand beside its key in one row of a narrow column": ["Ctrl+G"]}}


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("ctrl+z", "Ctrl+Z"),
        ("shift+right", "⇧→"),
        ("f9", "F9"),
        ("question_mark", "?"),
        ("m", "m"),
        ("escape", "Esc"),
        ("ctrl+up", "Ctrl+↑"),
    ],
)
def test_keys_have_one_spelling(key: str, shown: str) -> None:
    assert key_words(key) == shown


@pytest.mark.parametrize("width", [8, 20, 40, 80, 120])
def test_help_is_there_at_every_width_and_nothing_is_clipped(width: int) -> None:
    line = key_line([*HINTS, HELP], width).plain
    assert line.endswith("? Help")
    assert len(line) <= width
    assert all(line[column:].startswith(hint.content.plain) for column, hint in placed([*HINTS, HELP], width))


def test_keys_are_left_out_from_the_end() -> None:
    assert key_line([*HINTS, HELP], 40).plain == "F2 Action 2  F3 Action 3          ? Help"


@pytest.mark.parametrize("width", [40, 74, 94])
def test_no_word_of_the_help_is_clipped(width: int) -> None:
    lines = help_lines(GROUPS, width, True)
    assert all(line.cell_length <= width for line in lines)
    text = " ".join(" ".join(line.plain for line in lines).split())
    assert "narrow column" in text
    assert "How to read it" in text
    assert "Ctrl+G" in text


def test_the_help_goes_on_below_its_own_words() -> None:
    lines = [line.plain.rstrip() for line in help_lines(GROUPS, 40, False)]
    assert lines[0] == "Call"
    assert lines[1].startswith("Ctrl+G      a sentence")
    assert all(line.startswith(" " * 12) for line in lines[2:-1])
