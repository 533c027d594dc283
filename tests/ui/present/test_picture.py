"""Pictures as half blocks."""

from __future__ import annotations

import io
import sys
import wave
from typing import Any

import pytest

from toolscope.ui.present.picture import Picture, dimensions, look
from toolscope.ui.present.sound import playing_time

Image: Any = pytest.importorskip("PIL.Image")


def sent(width: int, height: int, colour: tuple[int, int, int, int] = (255, 0, 0, 255), kind: str = "PNG") -> bytes:
    held = io.BytesIO()
    image = Image.new("RGBA", (width, height), colour)
    (image if kind == "PNG" else image.convert("RGB")).save(held, kind)
    return held.getvalue()


def seen(data: bytes) -> Picture:
    picture = look(data)
    assert isinstance(picture, Picture)
    return picture


@pytest.mark.parametrize(
    ("size", "cells", "rows"), [((4, 4), 4, 2), ((3, 5), 3, 3), ((1000, 500), 40, 10), ((500, 1000), 12, 12)]
)
def test_two_pixels_fit_in_a_cell(size: tuple[int, int], cells: int, rows: int) -> None:
    lines = seen(sent(*size)).drawn(40, 12)
    assert len(lines) == rows
    assert {line.cell_length for line in lines} == {cells}


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_the_kinds_of_pictures_that_tools_send_are_read(kind: str) -> None:
    picture = seen(sent(640, 320, kind=kind))
    assert picture.before == (640, 320)
    assert picture.width <= 200
    assert abs(picture.width - 2 * picture.height) <= 1


def test_colours_are_those_of_the_picture_and_what_is_transparent_is_grey() -> None:
    assert "#ff0000 on #ff0000" in str(seen(sent(2, 2)).drawn(40, 12)[0].spans)
    assert "#808080" in str(seen(sent(2, 2, (255, 0, 0, 0))).drawn(40, 12)[0].spans)


def test_what_cannot_be_drawn_says_why_in_one_line() -> None:
    assert "not a picture" in str(look(b"no picture"))
    assert "cannot be drawn" in str(look(sent(100, 100)[:60]))
    assert "too large" in str(look(sent(7_000, 6_000)))


def test_without_the_library_it_is_said_how_to_get_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    data = sent(2, 2)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert "toolscope[images]" in str(look(data))


def test_sizes_and_lengths_are_read_from_the_first_bytes() -> None:
    assert dimensions(sent(640, 320)) == (640, 320)
    assert dimensions(sent(3, 4, kind="GIF")) == (3, 4)
    assert dimensions(b"") is None
    held = io.BytesIO()
    with wave.open(held, "wb") as sound:
        sound.setparams((1, 1, 8_000, 0, "NONE", ""))
        sound.writeframes(bytes(12_000))
    assert playing_time(held.getvalue()) == "1.5 s at 8.0 kHz"
    assert playing_time(held.getvalue()[:20]) == ""
    assert playing_time(b"RIFF") == playing_time(b"ID3") == ""
