"""Value to column to step, and the next breakpoint."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.ui.present.scale import CAP, CONTEXT, THRESHOLD, Scale, neighbour

SCALES = {"threshold_pct": THRESHOLD, "listing_max_tokens": CAP, "context": CONTEXT}
scales = st.sampled_from([THRESHOLD, CAP, CONTEXT])
widths = st.integers(10, 140)


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)
@given(width=widths)
def test_every_column_that_a_step_lies_in_comes_back(scale: Scale, width: int) -> None:
    taken = {scale.column(step, width) for step in scale.steps}
    for column in range(width):
        value = scale.value(column, width)
        assert value in scale.steps
        if column in taken:
            assert scale.column(value, width) == column


@pytest.mark.parametrize("scale", [CAP, CONTEXT], ids=["listing_max_tokens", "context"])
@given(width=st.integers(10, 100))
def test_a_token_track_has_a_step_in_every_column(scale: Scale, width: int) -> None:
    assert [scale.column(scale.value(column, width), width) for column in range(width)] == list(range(width))


def test_the_percentage_has_no_step_only_in_columns_below_a_tenth_percent() -> None:
    for width in (10, 20, 52, 96):
        taken = {THRESHOLD.column(step, width) for step in THRESHOLD.steps}
        assert set(range(THRESHOLD.column(0.1, width), width)) <= taken


@given(scales, widths)
def test_columns_and_values_grow_together(scale: Scale, width: int) -> None:
    columns = [scale.column(step, width) for step in scale.steps]
    assert columns == sorted(columns)
    values = [scale.value(column, width) for column in range(width)]
    assert values == sorted(values)


@given(scales, widths)
def test_the_ends_of_the_track_are_the_ends_of_the_scale(scale: Scale, width: int) -> None:
    assert (scale.column(scale.low, width), scale.column(scale.high, width)) == (0, width - 1)
    assert (scale.value(0, width), scale.value(width - 1, width)) == (scale.low, scale.high)
    assert (scale.value(-5, width), scale.value(width + 5, width)) == (scale.low, scale.high)


def test_nought_percent_has_the_leftmost_cell_for_itself() -> None:
    assert THRESHOLD.column(0, 52) == 0
    assert THRESHOLD.column(1e-9, 52) == THRESHOLD.column(0.01, 52) == 1
    assert THRESHOLD.column(1.5, 52) == 28


@given(scales, st.floats(0, 3e9), st.integers(1, 10))
def test_moving_never_goes_the_other_way(scale: Scale, value: float, steps: int) -> None:
    assert scale.moved(value, steps) >= value
    assert scale.moved(value, -steps) <= value


@given(scales, st.integers(1, 10), st.data())
def test_as_many_steps_up_as_down_lead_back(scale: Scale, steps: int, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(scale.steps) - 1 - steps))
    assert scale.moved(scale.moved(scale.steps[at], steps), -steps) == scale.steps[at]


def test_a_value_between_two_steps_moves_to_the_one_beside_it() -> None:
    assert (CAP.moved(4_321, 1), CAP.moved(4_321, -1)) == (4_400, 4_300)
    assert CAP.moved(4_321, -10) == 3_400
    assert (CONTEXT.moved(5_000_000, 1), CONTEXT.moved(5_000_000, -1)) == (5_000_000, 2_000_000)


def test_the_next_breakpoint_is_never_the_present_one() -> None:
    ticks = [10.0, 20.0, 30.0]
    assert (neighbour(ticks, 20, 1), neighbour(ticks, 20, -1)) == (30, 10)
    assert (neighbour(ticks, 30, 1), neighbour(ticks, 10, -1)) == (None, None)
    assert neighbour((), 10, 1) is None
