"""The settings that a sweep goes through."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config.grid import MOST_POINTS, axes, read
from toolscope.config.model import ConfigError, Settings
from toolscope.config.profiles import HERMES_19, HERMES_21

Write = Callable[[str, str], Path]
BASE = Settings(context_length=200_000, threshold_pct=3.0, listing="off")


def test_a_grid_goes_through_the_caps_first_then_the_percentages_then_the_contexts() -> None:
    points = list(axes(HERMES_21, "64k,unknown", "1,2", "300,400").points(BASE))
    assert [(point.context_length, point.threshold_pct, point.listing_max_tokens) for point in points] == [
        (64_000, 1.0, 300),
        (64_000, 1.0, 400),
        (64_000, 2.0, 300),
        (64_000, 2.0, 400),
        (None, 1.0, 300),
        (None, 1.0, 400),
        (None, 2.0, 300),
        (None, 2.0, 400),
    ]
    assert {point.listing for point in points} == {"off"}


def test_what_is_not_swept_stays() -> None:
    assert list(axes(HERMES_21, None, None, None).points(BASE)) == [BASE]
    (point,) = axes(HERMES_21, None, "7", None).points(BASE)
    assert (point.context_length, point.threshold_pct, point.listing_max_tokens) == (200_000, 7.0, 4000)


def test_a_context_is_a_number_or_a_model_even_one_with_colons() -> None:
    found = axes(HERMES_21, "claude-sonnet-4-5, vendor/llama3:70b:free ,128k,UNKNOWN", None, None)
    assert [(point.context_length, point.model) for point in found.points(BASE)] == [
        (200_000, "claude-sonnet-4-5"),
        (131_072, "vendor/llama3:70b:free"),
        (128_000, None),
        (None, None),
    ]


def test_a_model_that_no_table_knows_is_said_once() -> None:
    found = axes(HERMES_21, "claud-x,claud-x,gpt-4o", None, None)
    (complaint,) = found.complaints(HERMES_21)
    assert "claud-x is no model of the table" in complaint.message


@given(
    st.decimals(0, 50, places=2),
    st.decimals(0, 50, places=2),
    st.decimals(Decimal("0.25"), 20, places=2),
    st.booleans(),
)
def test_a_range_has_every_step_and_its_end_when_a_step_meets_it(
    one: Decimal, other: Decimal, step: Decimal, down: bool
) -> None:
    low, high = sorted((one, other))
    first, last, by = (high, low, -step) if down else (low, high, step)
    text = f"{first}:{last}:{by}"
    found = axes(HERMES_21, None, text, None).thresholds
    assert found is not None
    wanted = [float(first + index * by) for index in range(int((high - low) / step) + 1)]
    assert list(found) == wanted
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("context", "threshold", "listing", "says"),
    [
        (None, "1,,2", None, "--threshold-pct 1,,2: give one value, several as a,b,c, or from:to:step"),
        (None, "101", None, "--threshold-pct 101: give a number from 0 to 100"),
        (None, "90:110:10", None, "--threshold-pct 110: give a number from 0 to 100"),
        (None, "0:10", None, "--threshold-pct 0:10: give three numbers, from:to:step"),
        (None, "0:10:0", None, "with a step that is not 0"),
        (None, "0:nan:1", None, "--threshold-pct 0:nan:1: "),
        (None, "0:inf:1", None, "--threshold-pct 0:inf:1: "),
        (None, "0:10:-1", None, "leads away from the second number"),
        (None, "0:100:1e-9999", None, "the step is too small"),
        (None, None, "199", "--listing-max-tokens 199: give a whole number from 200 to 60000"),
        (None, None, "4,000", "--listing-max-tokens 4: "),
        (None, None, "200:300:0.5", "give three numbers, from:to:step"),
        ("64000:128000", None, None, "--context 64000:128000: give three numbers"),
        ("0", None, None, "--context 0: "),
        ("200,000", None, None, "--context 000: "),
        ("1k:100k:1", "1,2,3", None, "the grid has 297,003 points"),
    ],
)
def test_an_axis_that_cannot_be_used_is_said_with_its_option(
    context: str | None, threshold: str | None, listing: str | None, says: str
) -> None:
    with pytest.raises(ConfigError) as raised:
        axes(HERMES_21, context, threshold, listing)
    assert says in str(raised.value)


def _file(write: Write, rows: Any) -> Path:
    return write("grid.json", json.dumps(rows))


def test_the_rows_of_a_file_come_back_in_their_order_over_the_other_settings(write: Write) -> None:
    rows = [[64_000, 5, 4000], [None, 0, 200, "off"], [0, 0.5, 60_000, None, "auto"], ["gpt-4o", 1, 300, True, False]]
    points, complaints = read(_file(write, rows), BASE)
    assert [
        (p.context_length, p.model, p.threshold_pct, p.listing_max_tokens, p.enabled, p.listing) for p in points
    ] == [
        (64_000, None, 5.0, 4000, "auto", "off"),
        (None, None, 0.0, 200, "off", "off"),
        (0, None, 0.5, 60_000, "auto", "auto"),
        (128_000, "gpt-4o", 1.0, 300, "on", "off"),
    ]
    assert complaints == []


def test_what_is_out_of_range_is_clamped_and_said_with_its_rows(write: Write) -> None:
    rows = [[1000, 101, 100], [1000, 5, 4000], [1000, 101, 70_000], *[[1000, -1, 4000.7]] * 20]
    points, complaints = read(_file(write, rows), BASE)
    assert [(p.threshold_pct, p.listing_max_tokens) for p in points[:4]] == [
        (100.0, 200),
        (5.0, 4000),
        (100.0, 60_000),
        (0.0, 4000),
    ]
    assert [str(complaint).partition("grid.json: ")[2] for complaint in complaints] == [
        "rows 1, 3: threshold_pct is outside 0 to 100; 100 is used",
        "row 1: listing_max_tokens is outside 200 to 60,000; 200 is used",
        "row 3: listing_max_tokens is outside 200 to 60,000; 60,000 is used",
        "rows 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 8 more: threshold_pct is outside 0 to 100; 0 is used",
        "rows 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 8 more: "
        "listing_max_tokens must be a whole number, not 4000.7; it is read as 4,000",
    ]


def test_not_a_number_is_read_as_the_reference_reads_it(write: Write) -> None:
    ((point,), complaints) = read(write("g.json", "[[1000, NaN, 4000]]"), BASE)
    assert point.threshold_pct == 100.0
    assert len(complaints) == 1


def test_every_release_reads_a_row_alike(write: Write) -> None:
    points, complaints = read(_file(write, [[1000, 5, 100, "on", "off"]]), Settings(profile=HERMES_19))
    assert (points[0].listing_max_tokens, points[0].listing) == (200, "off")
    assert [complaint.key for complaint in complaints] == ["row 1"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "must be a list of rows, not a mapping"),
        ("[]", "holds no row"),
        ("[[1000, 5, 4000], 5]", "row 2: must be a list of 3 to 5 values"),
        ("[[1000, 5]]", "row 1: must be a list of 3 to 5 values"),
        ('[[1000, 5, 4000, "on", "on", 1]]', "row 1: must be a list of 3 to 5 values"),
        ('[[1000, "much", 4000]]', "row 1: threshold_pct: must be a number from 0 to 100"),
        ("[[1000, null, 4000]]", "row 1: threshold_pct: must be"),
        ("[[1000, 5, Infinity]]", "row 1: listing_max_tokens: must be a whole number from 200 to 60,000"),
        ("[[1000, 5, []]]", "row 1: listing_max_tokens: must be"),
        ('[[1000, 5, 4000, "maybe"]]', "row 1: enabled: must be auto, on or off"),
        ("[[true, 5, 4000]]", "row 1: context_length: must be a number of tokens or null, not a boolean"),
        ("[[NaN, 5, 4000]]", "row 1: context_length: must be"),
        (f"[[1{'0' * 30}, 5, 4000]]", "row 1: context_length: must be"),
        ('[["no such model!", 5, 4000]]', "row 1: --context no such model!"),
        ("[[1000, 5, 4000],\n [1000, 5, 4000],\n [1000]]", ":3: row 3: "),
        ("[[1000, 5, 4000", "not valid JSON"),
    ],
)
def test_a_file_that_cannot_be_used_is_said_with_its_row(write: Write, text: str, says: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read(write("grid.json", text), BASE)
    assert says in str(raised.value)
    assert "grid.json" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_grid_without_an_ending_is_read_as_json_and_else_as_yaml(write: Write) -> None:
    assert len(read(write("grid", "[[1000, 5, 4000]]"), BASE)[0]) == 1
    points, _ = read(write("grid.yaml", "- [1000, 5, 4000, on, off]\n- [~, 5, 4000]\n"), BASE)
    assert [(p.context_length, p.enabled, p.listing) for p in points] == [(1000, "on", "off"), (None, "auto", "off")]


def test_a_file_with_too_many_rows_is_refused(write: Write) -> None:
    text = f"[{','.join(['[1,1,1]'] * (MOST_POINTS + 1))}]"
    with pytest.raises(ConfigError, match="200,001 rows"):
        read(write("grid.json", text), BASE)
