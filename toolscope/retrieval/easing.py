"""The same query with its admission eased: what the words that let nothing in keep away."""

from __future__ import annotations

import re

from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Result, search
from toolscope.retrieval.terms import Word, terms

_BETWEEN = re.compile(r"[\s,;|\"'`()\[\]]+")
"""What stands between names that were pasted together."""


def without_gate(index: Index, result: Result) -> Result | None:
    """The same query without the words that let nothing in; ``None`` when no searchable word would be left.

    These are all unknown words when the gate is one of them, for the next of them would be the gate; else the gate.
    """
    gate = result.admission.gate
    if gate is None:
        return None
    dropped = {gate} if index.df(gate) else {term for term in result.terms if not index.df(term)}
    left = without(result, dropped)
    return search(index, left, result.limit) if terms(index.profile, left) else None


def other_gates(index: Index, result: Result) -> tuple[Result, ...]:
    """The same query with each word put first that is as rare as the gate: of equals the first one decides."""
    gate = result.admission.gate
    if gate is None or not index.df(gate):
        return ()
    tied = {w.term: w for w in reversed(result.words) if w.term != gate and index.df(w.term) == index.df(gate)}
    return tuple(
        search(index, f"{word.spelling} {without(result, {word.term})}", result.limit)
        for word in reversed(tied.values())
    )


def without(result: Result, dropped: set[str]) -> str:
    """The query's text without the words of some terms; where one of them is glued to something, the other words."""
    text = result.query
    gone = [word for word in result.words if word.term in dropped]
    if any(_glued(text, word) for word in gone):
        return " ".join(word.spelling for word in result.words if word.term not in dropped)
    for word in reversed(gone):
        text = text[: word.start] + text[word.start + len(word.spelling) :]
    return " ".join(text.split())


def _glued(text: str, word: Word) -> bool:
    end = word.start + len(word.spelling)
    before = text[max(0, word.start - 1) : word.start]
    return bool((before + text[end : end + 1]).strip())


def exact_names(index: Index, query: str) -> tuple[str, ...]:
    """The exact tool names in a query that holds several: as one query they find nothing, one by one each is first."""
    found = [name for name in _BETWEEN.split(query) if name.lower() in index.spelled]
    names = tuple(dict.fromkeys(found))
    return names if len(names) > 1 else ()
