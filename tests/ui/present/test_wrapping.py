"""Long text in rows."""

from __future__ import annotations

import time

import pytest
from rich.cells import cell_len
from textual.content import Content

from toolscope.ui.present.wrapping import first_lines, fold, wrap


@pytest.mark.parametrize(
    "text", ["", "a b", "word " * 50, "x" * 100, "漢字" * 30, "漢 " * 40, "a\n\nb", "   " + "y" * 60]
)
@pytest.mark.parametrize("hang", ["", "  "])
def test_folding_loses_nothing_but_the_spaces_it_breaks_at(text: str, hang: str) -> None:
    rows = list(fold(text, 20, hang))
    assert all(cell_len(row) <= 20 for row in rows)
    assert "".join(rows).replace(" ", "") == text.replace("\n", "").replace(" ", "")


def test_the_rows_of_a_list_item_hang_and_its_dash_is_never_alone() -> None:
    assert list(fold("- name: one two three", 12, "  ")) == ["- name: one", "  two three"]
    assert list(fold("- " + "x" * 15, 10, "  ")) == ["- " + "x" * 8, "  " + "x" * 7]


def test_a_word_longer_than_the_row_is_cut_where_it_must_be() -> None:
    assert list(fold("ab " + "x" * 25, 10)) == ["ab", "x" * 10, "x" * 10, "x" * 5]
    assert list(fold("  " + "y" * 18, 10)) == ["  " + "y" * 8, "y" * 10]


def test_a_word_that_ends_at_the_edge_stays_on_its_row() -> None:
    assert list(fold("one two three", 7)) == ["one two", "three"]
    assert list(fold("日本 日本 日本", 9)) == ["日本 日本", "日本"]


def test_wide_characters_are_measured_in_cells() -> None:
    assert list(fold("日本 日本 日本", 10)) == ["日本 日本", "日本"]
    assert list(fold("日本日本日本", 5)) == ["日本", "日本", "日本"]


def test_no_room_at_all_still_comes_to_an_end() -> None:
    assert list(fold("ab", 0)) == ["a", "b"]
    assert list(fold("日本", 1, "  ")) == ["日", "  本"]


def test_no_more_is_folded_than_is_shown() -> None:
    began = time.perf_counter()
    assert first_lines("x" * 5_000_000, 70, 3) == (["x" * 70] * 3, True)
    assert first_lines("漢" * 5_000_000, 70, 3) == (["漢" * 35] * 3, True)
    assert time.perf_counter() - began < 1
    assert first_lines("one", 70, 3) == (["one"], False)


def test_styled_lines_are_cut_at_spaces_and_moved_in() -> None:
    assert [line.plain for line in wrap([Content("one two three")], 12, indent=2)] == ["  one two", "  three"]
