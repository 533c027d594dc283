"""Draws the small chart that a demo tool returns, as a PNG."""

from __future__ import annotations

import struct
import zlib

WIDTH, HEIGHT, MARGIN = 320, 160, 12
PAPER, AXIS, IDEAL, LEFT = (251, 250, 247), (90, 98, 110), (151, 163, 179), (95, 215, 167)

Colour = tuple[int, int, int]


def burndown(left: list[int]) -> bytes:
    """What is left at the end of each day as bars, and the straight way down as a line; 320 by 160 pixels."""
    rows = [bytearray(bytes(PAPER) * WIDTH) for _ in range(HEIGHT)]
    inner_width, inner_height = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    step, most = inner_width / max(len(left), 1), max([*left, 1])
    for day, open_issues in enumerate(left):
        top = HEIGHT - MARGIN - round(inner_height * open_issues / most)
        _fill(rows, MARGIN + round(day * step), top, round(step) - 2, HEIGHT - MARGIN - top, LEFT)
    for x in range(inner_width):
        _fill(rows, MARGIN + x, MARGIN + round(inner_height * x / inner_width), 1, 2, IDEAL)
    _fill(rows, MARGIN, MARGIN, 1, inner_height, AXIS)
    _fill(rows, MARGIN, HEIGHT - MARGIN, inner_width, 1, AXIS)
    return png(rows)


def _fill(rows: list[bytearray], x: int, y: int, width: int, height: int, colour: Colour) -> None:
    """Paint a rectangle; what lies outside is cut off."""
    x, right = max(x, 0), min(x + width, WIDTH)
    for row in rows[max(y, 0) : min(y + height, HEIGHT)]:
        row[3 * x : 3 * right] = bytes(colour) * max(right - x, 0)


def png(rows: list[bytearray]) -> bytes:
    """A PNG of rows of RGB bytes."""
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
