"""A server's modes over all budgets."""

from __future__ import annotations

import pytest

from tests.build import status, survey, tool
from toolscope.survey import Survey
from toolscope.ui.present import bars


def taken() -> Survey:
    """Three groups of different sizes."""
    many = status("big", [tool(f"read_{n}", "Read one thing.") for n in range(60)])
    return survey(many, status("mid", [tool(f"m{n}", "x") for n in range(9)]), status("one", [tool("a", "y")]))


@pytest.mark.parametrize("width", [28, 48, 109])
def test_the_axis_runs_from_60_to_60000_and_both_ends_hold_what_lies_beyond(width: int) -> None:
    assert bars.column(0, width) == bars.column(60, width) == 0
    assert bars.column(60_000, width) == bars.column(1_000_000, width) == width - 1
    assert bars.tokens_at(0, width) == 0
    assert bars.tokens_at(width - 1, width) == 60_000


@pytest.mark.parametrize("width", [28, 48, 109])
def test_a_click_on_a_cell_puts_the_line_into_that_cell(width: int) -> None:
    assert [bars.column(bars.tokens_at(cell, width), width) for cell in range(width)] == list(range(width))


def test_the_modes_of_a_group_only_grow_with_the_budget() -> None:
    now = taken()
    order = ["hidden", "summary", "names", "full"]
    for group in now.ladder.groups:
        parts = bars.stretches(now.ladder, group.label)
        assert [tokens for tokens, _ in parts] == sorted(tokens for tokens, _ in parts)
        assert [order.index(mode) for _, mode in parts] == sorted(order.index(mode) for _, mode in parts)


def test_every_stretch_is_what_the_ladder_selects_there() -> None:
    now = taken()
    for group in now.ladder.groups:
        for tokens, mode in bars.stretches(now.ladder, group.label):
            assert now.ladder.mode(now.ladder.select(tokens), group.label) == mode
            assert now.ladder.mode(now.ladder.select(tokens - 1), group.label) != mode


def test_a_bar_shows_each_mode_in_its_stretch_and_lights_only_the_one_that_holds() -> None:
    drawn = bars.bar(((100, "summary"), (1_000, "names"), (10_000, "full")), "names", 46, 20)
    text = drawn.plain
    assert len(text) == 46
    assert text[20] == "┃"
    assert "".join(dict.fromkeys(text.replace("┃", ""))) == "·▂▄▇"
    styles = {str(span.style) for span in drawn.spans}
    assert styles == {"$mode-hidden-dim", "$mode-summary-dim", "$mode-names", "$mode-full-dim", "bold $here"}


def test_a_bar_of_settings_without_effect_is_dim_all_over_and_has_no_line() -> None:
    drawn = bars.bar(((100, "summary"),), None, 30, None)
    assert "┃" not in drawn.plain
    assert all(str(span.style).endswith("-dim") for span in drawn.spans)


def test_the_axis_names_the_budget_over_the_line_and_leaves_room_around_it() -> None:
    assert bars.axis(48, 3_000).plain == "   100     300     1k      ▼ 3,000           60k"
    assert bars.axis(28, 3_000).plain.index("▼") == bars.column(3_000, 28)
    assert bars.axis(48, None).plain.split() == ["100", "300", "1k", "3k", "10k", "60k"]


def test_at_the_right_end_the_number_stands_left_of_its_mark() -> None:
    axis = bars.axis(48, 60_000).plain
    assert axis.endswith("60,000 ▼")


@pytest.mark.parametrize("at", range(30))
def test_the_line_stands_behind_words_and_never_between_them(at: int) -> None:
    words = "exited 1 TOKEN not set"
    drawn = bars.around((("exited 1", "$bad"), ("TOKEN not set", "$soft")), 30, at).plain
    assert drawn.startswith(words)
    assert drawn[len(words) :].strip() == ("┃" if at > len(words) else "")
    assert len(drawn) == (at + 1 if at > len(words) else len(words))


def test_words_that_do_not_fit_end_in_an_ellipsis_inside_the_width() -> None:
    drawn = bars.around((("one two three four five", "$soft"),), 12, None).plain
    assert drawn == "one two …"
    assert bars.around((("unbelievablylongword", "$soft"),), 12, None).plain == "unbelievabl…"


def test_wide_characters_count_twice() -> None:
    assert bars.around((("日本語 です", "$soft"),), 20, 6).cell_length <= 20
    assert bars.around((("日本語 です", "$soft"),), 20, 15).plain.index("┃") == 10


def test_steps_go_to_the_changes_of_that_server() -> None:
    parts: bars.Stretches = ((100, "summary"), (500, "names"))
    assert bars.above(parts, 99) == (100, 500)
    assert bars.above(parts, 500) == ()
    assert bars.below(parts, 600) == (500, 100, 0)
    assert bars.below(parts, 100) == (0,)
