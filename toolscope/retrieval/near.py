"""Words of a catalog that somebody may have meant by one that no tool holds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from toolscope.retrieval.index import Index
from toolscope.retrieval.terms import Word, fields, terms, words

_MOST = 3
_ALIKE = 0.75
"""Of 1 for the same word."""
_LONGER = 3
"""Letters that it may have more or fewer: stems lose their endings."""
_WITHIN = 4
"""Letters from which on a word is looked for inside others: ``table`` in ``appTableRecord``."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class NearWord:
    """A word that some tools hold, spelled nearly like one that none does."""

    spelling: str
    df: int
    """Tools that hold it."""


def near_words(index: Index, term: str) -> tuple[NearWord, ...]:
    """Words spelled nearly like an unknown term, the nearest first, then words that hold it; at most three.

    About 10 ms for 3,000 words.
    """
    alike = near_terms(term, index.holders)
    if len(alike) < _MOST and len(term) >= _WITHIN:
        holding = sorted((known for known in index.holders if term in known and known not in alike), key=len)
        alike = [*alike, *holding][:_MOST]
    return tuple(NearWord(spelling(index, known), index.df(known)) for known in alike)


def near_terms(term: str, known: Iterable[str], most: int = _MOST) -> list[str]:
    """Terms spelled nearly like this one, the nearest first."""
    likely = [other for other in known if len(other) > 2 and abs(len(other) - len(term)) <= _LONGER]
    return get_close_matches(term, likely, most, _ALIKE)


def unjoined(index: Index, word: Word) -> str | None:
    """``add Person`` for ``addPerson`` when tools hold each part: words are not split at capitals by the search."""
    parts = _HUMP.split(word.spelling)
    known = all(index.df(term) for part in parts for term in terms(index.profile, part))
    return " ".join(parts) if len(parts) > 1 and known else None


def spelling(index: Index, term: str) -> str:
    """A term as the first tool that holds it writes it, small: stems are not words. Capitals inside it stay."""
    tool = index.tools[index.holders[term][0]]
    for text in fields(index.profile, tool).values():
        for word in words(index.profile, text):
            if word.term == term:
                said = word.spelling
                return said.lower() if said == said.capitalize() else said
    return term
