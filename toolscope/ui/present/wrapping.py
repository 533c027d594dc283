"""Long text cut into lines of a width, without ever looking at more than is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from rich.cells import cell_len, chop_cells
from textual.content import Content

from toolscope.ui.present.text import assemble

_MIN = 8


def wrap(lines: Iterable[Content], width: int, indent: int = 0) -> Iterator[Content]:
    """Each line cut to a width in cells, moved in by ``indent``."""
    margin, room = " " * indent, max(_MIN, width - indent)
    for line in lines:
        parts = [line] if line.cell_length <= room else line.wrap(room)
        yield from (assemble(margin, part) for part in parts)


def fold(text: str, width: int) -> Iterator[str]:
    """Plain text as lines of at most ``width`` cells, at spaces where there are any. Lazy, and quick for long lines."""
    width = max(_MIN, width)
    for line in text.split("\n"):
        yield from _fold_ascii(line, width) if line.isascii() else _fold_cells(line, width)


def first_lines(text: str, width: int, limit: int) -> tuple[list[str], bool]:
    """At most ``limit`` folded lines, and whether there are more."""
    lines = list(islice(fold(text, width), limit + 1))
    return lines[:limit], len(lines) > limit


def _fold_ascii(line: str, width: int) -> Iterator[str]:
    start, end = 0, len(line)
    while end - start > width:
        space = line.rfind(" ", start + width // 2, start + width + 1)
        cut = space if space > start else start + width
        yield line[start:cut]
        start = cut + (1 if space > start else 0)
    yield line[start:]


def _fold_cells(line: str, width: int) -> Iterator[str]:
    while len(line) > width or cell_len(line) > width:
        head = chop_cells(line[: width + 1], width)[0]
        space = head.rfind(" ", width // 2)
        cut = space if space > 0 else len(head)
        yield line[:cut]
        line = line[cut + (1 if space > 0 else 0) :]
    yield line
