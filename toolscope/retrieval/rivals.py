"""Tools that come before another one, and what each of them has more of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf

from toolscope.catalog.tool import Tool
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Hit
from toolscope.retrieval.terms import Word


@dataclass(frozen=True, slots=True)
class Rival:
    """A match above another tool."""

    hit: Hit
    lead: float
    """How much more it scores; 0 for equals, ``inf`` for an exact name."""
    word: str | None
    """The query word that makes most of the lead; ``None`` when words make none."""
    reason: str
    """What it has more of, in words that go on from its name: ``says “members” 4 times to its twice``."""


def rival(index: Index, words: Sequence[Word], tool: Tool, hit: Hit) -> Rival:
    """Compare a match with a tool of the index that comes after it, or was not admitted at all."""
    mine, theirs = index.positions[tool.name], index.positions[hit.tool.name]
    ahead = {word.spelling: 0.0 for word in words}
    total = 0.0
    for word in words:
        lead = index.contribution(word.term, theirs) - index.contribution(word.term, mine)
        ahead[word.spelling] += lead
        total += lead
    if isinf(hit.score):
        return Rival(hit, hit.score, None, "has the query as its exact name")
    best = max(words, key=lambda word: ahead[word.spelling], default=None)
    if best is None or ahead[best.spelling] <= 0:
        return Rival(hit, max(0.0, total), None, "scores the same, and comes first in the catalog's order")
    ours, other = index.documents[mine], index.documents[theirs]
    return Rival(hit, total, best.spelling, _more(best, ours, other))


def _more(word: Word, ours: Sequence[str], theirs: Sequence[str]) -> str:
    mine, other = ours.count(word.term), theirs.count(word.term)
    if not mine:
        return f"also has “{word.spelling}”"
    if other > mine:
        return f"says “{word.spelling}” {_times(other)} to its {_times(mine)}"
    return f"is shorter, {len(theirs):,} words to its {len(ours):,}"


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
