"""Lines that mean something when they are clicked, and the names and matches they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf

from textual.content import Content

from toolscope.retrieval.search import Hit, Result
from toolscope.retrieval.verdict import QueryWord
from toolscope.ui.present.text import assemble, spread, tool_name

_BAR = 4
"""Cells of a score's bar."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line on the screen, and what a click on it means."""

    line: Content
    tool: str | None = None
    """The model-visible name that it shows."""
    queries: tuple[str, ...] = ()
    """The wording that it offers; several are to be asked one a line."""


def word_style(word: QueryWord) -> str:
    """How a query word is told from others wherever it stands."""
    if word.unknown:
        return "$verdict-deny underline"
    return "$verdict-ask underline" if word.gate else "$ink"


def quoting(text: str, words: Sequence[QueryWord], style: str = "$ink") -> Content:
    """A sentence, the query words that it quotes marked as everywhere."""
    line = assemble((text, style))
    for word in words:
        at = text.find(f"“{word.spelling}”")
        if at >= 0:
            line = line.stylize(f"bold {word_style(word)}", at + 1, at + 1 + len(word.spelling))
    return line


def name_within(name: str, width: int, style: str = "$ink") -> Content:
    """A tool's name in so many cells: its prefix is cut first, for the end tells tools apart."""
    whole = tool_name(name, style)
    return whole if len(name) <= width else assemble(("…", "$soft"), whole[len(name) - width + 1 :])


def score_text(score: float) -> str:
    """A score in two decimals; ``exact`` for an exact name."""
    return "exact" if isinf(score) else f"{score:.2f}"


def hit_line(hit: Hit, top: float, width: int, *, wanted: bool = False, note: str = "") -> Content:
    """Rank, name, score, bar."""
    filled = _BAR if isinf(hit.score) or not top else max(1, round(hit.score / top * _BAR))
    bar = "$here" if wanted else "$measure"
    right = assemble(f"{score_text(hit.score):>5} ", ("▄" * filled, bar), ("▁" * (_BAR - filled), "$faint"))
    room = width - right.cell_length - len(note) - 8
    name = name_within(hit.tool.name, room, "bold $here" if wanted else "$ink")
    rank = (f"{hit.rank:>3}  ", "bold $here" if wanted else "$soft")
    return spread(assemble(rank, name, (f"   {note}" if note else "", "$here")), right, width)


def top_score(result: Result) -> float:
    """The best score by words: what bars are measured by."""
    return next((score for score in result.ranking.scores if not isinf(score)), 0.0)
