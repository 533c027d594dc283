"""A picture in half blocks, two pixels a cell; needs Pillow, which the extra ``images`` installs."""

from __future__ import annotations

import io
from functools import lru_cache

from textual.content import Content

from toolscope.plain import one_line
from toolscope.ui.present.text import assemble, runs

_MOST_PIXELS = 40_000_000
"""Pixels of the largest picture that is decoded."""


@lru_cache(maxsize=16)
def picture_lines(data: bytes, width: int, height: int) -> tuple[Content, ...]:
    """The picture in at most so many cells and rows; one line that says why where it cannot be drawn."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        return (_said("to see it here, install toolscope[images]"),)
    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                return (_said(f"too large to be drawn: {picture.width:,} × {picture.height:,} pixels"),)
            scale = min(width / picture.width, 2 * height / picture.height, 1.0)
            size = (max(1, int(picture.width * scale)), max(1, int(picture.height * scale)))
            small = picture.convert("RGBA").resize(size)
    except UnidentifiedImageError:
        return (_said("cannot be drawn: not a picture that Pillow knows"),)
    except Exception as error:  # decoders fail in many ways on broken pictures
        return (_said(f"cannot be drawn: {error or type(error).__name__}"),)
    return tuple(_row(small.load(), y, *size) for y in range(0, size[1], 2))


def _row(pixels: object, y: int, width: int, height: int) -> Content:
    """Two rows of pixels as one line."""
    cells = (("▀", f"{_colour(pixels, x, y)} on {_colour(pixels, x, y + 1, height)}") for x in range(width))
    return assemble("    ", runs(cells))


def _colour(pixels: object, x: int, y: int, height: int | None = None) -> str:
    """The colour of a pixel on black; what is transparent, or below the picture, is black."""
    if height is not None and y >= height:
        return "#000000"
    red, green, blue, alpha = pixels[x, y]  # type: ignore[index]
    return "#" + "".join(f"{part * alpha // 255:02x}" for part in (red, green, blue))


def _said(words: str) -> Content:
    return assemble("    ", (one_line(words, 200), "$soft"))
