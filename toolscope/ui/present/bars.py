"""A server's mode over all budgets, drawn on a logarithmic axis with the budget of now as a line through it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, log10
from typing import TypeAlias

from textual.content import Content

from toolscope.disclosure.ladder import Ladder
from toolscope.disclosure.listing import Mode
from toolscope.plain import Plain
from toolscope.ui.present.text import COMING, MODE_GLYPH, assemble, number, runs

LOWEST, HIGHEST = 60, 60_000
"""The ends of the axis, in tokens."""

Stretches: TypeAlias = tuple[tuple[int, Mode], ...]
"""Where each mode begins: budgets in tokens, ascending. Below the first one the group is hidden."""

_SPAN = log10(HIGHEST) - log10(LOWEST)
_LABELS = (
    ("100", 100),
    ("60k", 60_000),
    ("1k", 1_000),
    ("10k", 10_000),
    ("300", 300),
    ("3k", 3_000),
    ("30k", 30_000),
)
"""By importance: a later one gives way to an earlier one and to the budget."""


# where a budget lies


def place(tokens: float, width: int) -> float:
    """The place of a budget on an axis of ``width`` cells, between 0 and ``width - 1``."""
    inside = min(max(tokens, LOWEST), HIGHEST)
    return (log10(inside) - log10(LOWEST)) / _SPAN * (width - 1)


def column(tokens: float, width: int) -> int:
    """The cell of a budget."""
    return round(place(tokens, width))


def tokens_at(cell: int, width: int) -> int:
    """The budget that a cell stands for; the first cell is everything from nothing to there."""
    if cell <= 0:
        return 0
    share = min(cell, width - 1) / max(1, width - 1)
    return round(10 ** (log10(LOWEST) + _SPAN * share))


# where the modes change


def stretches(ladder: Ladder, label: str) -> Stretches:
    """The modes of one label from the smallest budget that lists it."""
    found: list[tuple[int, Mode]] = []
    for rung in ladder.steps:
        mode = ladder.mode(rung, label)
        if not found or found[-1][1] != mode:
            found.append((rung.tokens, mode))
    return tuple(found)


def above(parts: Stretches, budget: int) -> tuple[int, ...]:
    """The budgets to try for the next mode up, nearest first."""
    return tuple(tokens for tokens, _ in parts if tokens > budget)


def below(parts: Stretches, budget: int) -> tuple[int, ...]:
    """The budgets to try for a step down, nearest first; at the end nothing is listed."""
    return (*(tokens for tokens, _ in reversed(parts) if tokens < budget), 0)


# drawing


def bar(parts: Stretches, now: Mode | None, width: int, at: int | None) -> Content:
    """The modes in ``width`` cells: the one that holds now is lit, the others step back; the line is at ``at``."""
    modes: list[Mode] = ["hidden"] * width
    for tokens, mode in parts:
        if tokens <= HIGHEST:
            start = ceil(place(tokens, width) - 1e-9)
            modes[start:] = [mode] * (width - start)
    cells = [(MODE_GLYPH[mode], f"$mode-{mode}" if mode == now else f"$mode-{mode}-dim") for mode in modes]
    if at is not None:
        cells[at] = LINE
    return runs(cells)


LINE = ("┃", "bold $here")


def axis(width: int, budget: int | None) -> Content:
    """The labels of the axis and the budget among them; ``None`` when no budget has an effect."""
    cells = [(" ", "$soft")] * width
    taken: list[range] = []
    if budget is not None:
        at = column(budget, width)
        tag = f"▼ {number(budget)}"
        start = at
        if at + len(tag) > width:
            tag = f"{number(budget)} ▼"
            start = max(0, at - len(tag) + 1)
        cells[start : start + len(tag)] = [(char, "bold $here") for char in tag]
        taken.append(range(start, start + len(tag)))
    for label, tokens in _LABELS:
        start = min(column(tokens, width), width - len(label))
        room = range(start - 2, start + len(label) + 2)
        if start >= 0 and not any(room.start < span.stop and span.start < room.stop for span in taken):
            cells[start : start + len(label)] = [(char, "$soft") for char in label]
            taken.append(range(start, start + len(label)))
    return runs(cells[:width])


def around(words: Sequence[tuple[Plain | str, str]], width: int, at: int | None) -> Content:
    """Words in ``width`` cells, and the line at ``at`` behind them: where they reach it they hide it.

    So they can be read in one go, and stay where they are while the line moves. What does not fit ends in an ellipsis.
    """
    line = assemble()
    for word, style in _words(words):
        piece = assemble((word, style))
        gap = " " if line.cell_length else ""
        begins = line.cell_length + len(gap)
        if begins + piece.cell_length > width:
            line = _ended(line, piece, width, begins, gap, style)
            break
        line = assemble(line, gap, piece)
    return line if at is None or line.cell_length >= at else _with_line(line, at)


def _words(words: Sequence[tuple[Plain | str, str]]) -> Iterable[tuple[str, str]]:
    return ((word, style) for text, style in words for word in text.split(" ") if word)


def _with_line(line: Content, at: int) -> Content:
    return assemble(line, " " * (at - line.cell_length), LINE)


def _ended(line: Content, piece: Content, width: int, begins: int, gap: str, style: str) -> Content:
    """The line with as much of a word as fits, when that is worth it, and an ellipsis."""
    room = width - begins
    if room >= 8:
        return assemble(line, gap, piece.truncate(room, ellipsis=True))
    return assemble(line, gap, (COMING, style)) if room >= 1 else line
