"""A slider as cells."""

from __future__ import annotations

from math import inf

import pytest

from toolscope.ui.present.reading import Reading, Tick
from toolscope.ui.present.scale import CAP, THRESHOLD
from toolscope.ui.present.track import breakpoints, columns, fitting, ticks_at, track

TICKS = (Tick(0.06, 119), Tick(0.31, 614), Tick(17.0, 33_147))


@pytest.mark.parametrize(("width", "note", "cells"), [(80, 24, 20), (120, 32, 52), (200, 48, 116), (100, 32, 32)])
def test_the_note_is_as_wide_as_the_terminal_allows(width: int, note: int, cells: int) -> None:
    assert (columns(width).note, columns(width).track) == (note, cells)
    assert columns(width).note_start == 32 + cells + 2


@pytest.mark.parametrize("width", range(1, 80))
def test_a_terminal_too_narrow_still_gives_a_track(width: int) -> None:
    assert columns(width).track >= 1
    assert columns(width).note >= 0


def test_the_track_is_filled_to_the_thumb_and_dashed_without_effect() -> None:
    assert track(Reading(1.5, limit=2.0, decides=True), THRESHOLD, 20, True).plain == "━" * 11 + "●─" + "╌" * 7
    assert track(Reading(5.0, limit=2.0), THRESHOLD, 20, True).plain == "━" * 12 + "╌○" + "╌" * 6
    assert track(Reading(1.5), THRESHOLD, 20, True).plain == "━" * 11 + "○" + "─" * 8
    assert track(Reading(1.5, limit=-inf), THRESHOLD, 20, True).plain == "╌" * 11 + "○" + "╌" * 8


def test_one_cell_beside_the_thumb_stays_while_there_is_something_to_gain() -> None:
    assert track(Reading(1.5, limit=1.6), THRESHOLD, 20, True).plain[11:14] == "○─╌"


def test_an_unknown_value_has_no_thumb() -> None:
    assert track(Reading(None), CAP, 20, False).plain == "─" * 20


def test_nought_is_the_leftmost_cell() -> None:
    assert track(Reading(0.0, decides=True), THRESHOLD, 20, False).plain.startswith("●─")


def test_breakpoints_stand_under_their_values() -> None:
    shown = Reading(1.5, TICKS, limit=2.0)
    line = breakpoints(shown, THRESHOLD, 52).plain
    assert [x for x, cell in enumerate(line) if cell == "▴"] == [THRESHOLD.column(t.value, 52) for t in TICKS]


def test_a_breakpoint_outside_the_scale_is_not_drawn() -> None:
    assert breakpoints(Reading(4_000, (Tick(100_000, 100_000),)), CAP, 52).plain.strip() == ""


def test_the_mouse_finds_a_breakpoint_one_cell_away_and_no_further() -> None:
    shown = Reading(1.5, TICKS)
    at = THRESHOLD.column(17.0, 52)
    assert ticks_at(shown, THRESHOLD, 52, at) == (TICKS[2],)
    assert ticks_at(shown, THRESHOLD, 52, at + 1) == ()
    assert ticks_at(shown, THRESHOLD, 52, at + 1, reach=1) == (TICKS[2],)
    assert ticks_at(shown, THRESHOLD, 52, at + 2, reach=1) == ()


def test_breakpoints_of_one_cell_are_found_together() -> None:
    close = (Tick(0.06, 1), Tick(0.061, 2))
    assert ticks_at(Reading(1.5, close), THRESHOLD, 20, THRESHOLD.column(0.06, 20)) == close


def test_the_longest_spelling_that_fits_is_shown() -> None:
    assert fitting(("no effect above 2 %: cap 4,000", "no effect above 2 %"), 24) == "no effect above 2 %"
    assert fitting(("long", "longer"), 2) == "longer"
