"""Pictures as half blocks."""

from __future__ import annotations

import io
from typing import Any

import pytest

from toolscope.ui.present.picture import picture_lines

Image: Any = pytest.importorskip("PIL.Image")


def png(width: int, height: int, colour: tuple[int, int, int, int] = (255, 0, 0, 255)) -> bytes:
    held = io.BytesIO()
    Image.new("RGBA", (width, height), colour).save(held, "PNG")
    return held.getvalue()


@pytest.mark.parametrize(
    ("size", "cells", "rows"), [((4, 4), 4, 2), ((3, 5), 3, 3), ((1000, 500), 40, 10), ((500, 1000), 12, 12)]
)
def test_two_pixels_fit_in_a_cell(size: tuple[int, int], cells: int, rows: int) -> None:
    lines = picture_lines(png(*size), 40, 12)
    assert len(lines) == rows
    assert {line.cell_length for line in lines} == {4 + cells}


def test_colours_are_those_of_the_picture_and_nothing_shines_through() -> None:
    assert "#ff0000 on #ff0000" in str(picture_lines(png(2, 2), 40, 12)[0].spans)
    assert "#7f0000" in str(picture_lines(png(2, 2, (255, 0, 0, 127)), 40, 12)[0].spans)


def test_what_cannot_be_drawn_says_why_in_one_line() -> None:
    (line,) = picture_lines(b"no picture", 40, 12)
    assert "not a picture" in line.plain
    (line,) = picture_lines(png(100, 100)[:60], 40, 12)
    assert "cannot be drawn" in line.plain
    (line,) = picture_lines(png(7_000, 6_000), 40, 12)
    assert "too large" in line.plain
