"""A picture as characters: each cell shows two pixels, one above the other. The extra ``images`` decodes it."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from textual.content import Content

from toolscope.plain import Plain, one_line
from toolscope.ui.present.text import runs

_MOST_WIDE, _MOST_HIGH = 200, 100
"""Pixels that are kept: more than any terminal has room for beside the history."""
_MOST_PIXELS = 40_000_000
"""Pixels of the largest picture that is decoded."""
_GREY = (128, 128, 128, 255)
"""Behind what is transparent: dark and light ink are both seen on it."""
_NOT_HERE = Plain("drawn here once Pillow is installed: pip install 'toolscope[images]'")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture made small enough for a terminal."""

    width: int
    """Pixels that are left of it."""
    height: int
    rgb: bytes
    """Three bytes a pixel, row by row."""
    before: tuple[int, int]
    """Width and height as it was sent."""

    def drawn(self, width: int, height: int) -> tuple[Content, ...]:
        """At most so many cells wide and lines high."""
        scale = min(1.0, width / self.width, 2 * height / self.height)
        return _drawn(self, max(1, int(self.width * scale)), max(1, int(self.height * scale)))


def look(data: bytes) -> Picture | Plain:
    """A picture ready to be drawn, or why it cannot be, in one line. May take a second: use a thread."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        return _NOT_HERE
    Image.MAX_IMAGE_PIXELS = None  # its own limit is a warning on standard error; ours is below
    try:
        with Image.open(io.BytesIO(data)) as found:
            before = found.size
            if found.width * found.height > _MOST_PIXELS:
                return Plain(f"too large to be drawn: {found.width:,}×{found.height:,} pixels")
            found.thumbnail((_MOST_WIDE, _MOST_HIGH))
            small = found.convert("RGBA")
        flat = Image.alpha_composite(Image.new("RGBA", small.size, _GREY), small).convert("RGB")
        return Picture(flat.width, flat.height, flat.tobytes(), before)
    except UnidentifiedImageError:
        return Plain("cannot be drawn: not a picture that Pillow knows")
    except Exception as error:  # decoders fail in many ways on broken pictures
        return one_line(f"cannot be drawn: {error or type(error).__name__}", 120)


def dimensions(data: bytes) -> tuple[int, int] | None:
    """Width and height, where the first bytes of a PNG or GIF say them."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        wide, high = struct.unpack(">II", data[16:24])
    elif data[:4] == b"GIF8" and len(data) >= 10:
        wide, high = struct.unpack("<HH", data[6:10])
    else:
        return None
    return wide, high


@lru_cache(maxsize=16)
def _drawn(picture: Picture, wide: int, high: int) -> tuple[Content, ...]:
    """The lines of a picture of so many pixels; kept, since the same ones are asked for again."""
    rgb = _resized(picture, wide, high)

    def colour(x: int, y: int) -> str:
        at = 3 * (y * wide + x)
        return f"#{rgb[at : at + 3].hex()}"

    def style(x: int, y: int) -> str:
        return f"{colour(x, y)} on {colour(x, y + 1)}" if y + 1 < high else colour(x, y)

    return tuple(runs(("▀", style(x, y)) for x in range(wide)) for y in range(0, high, 2))


def _resized(picture: Picture, wide: int, high: int) -> bytes:
    from PIL import Image

    whole: Any = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    return bytes(whole.resize((wide, high)).tobytes())
