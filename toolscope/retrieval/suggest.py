"""The shortest edits of a query that bring a tool into the result, each with the rank it really reaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from toolscope.catalog.tool import Tool
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Result, search
from toolscope.retrieval.terms import Word, terms

_MOST = 3
_TRIED = 40


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another wording, run for real."""

    query: str
    rank: int
    """The rank the tool reaches with it, within the limit."""


def near_words(index: Index, term: str) -> tuple[str, ...]:
    """Known terms spelled nearly like an unknown one, the nearest first, at most three."""
    return _near(index, term)


@lru_cache(maxsize=512)
def _near(index: Index, term: str) -> tuple[str, ...]:
    candidates = [known for known in index.holders if abs(len(known) - len(term)) <= 2]
    return tuple(get_close_matches(term, candidates, 3, 0.75))


def suggest(index: Index, result: Result, tool: Tool) -> tuple[Suggestion, ...]:
    """Rewordings that find ``tool`` within the limit, the best rank first; none when it is found already."""
    hit = result.ranks.get(tool.name)
    if hit is not None and hit.rank <= result.limit:
        return ()
    found: list[Suggestion] = []
    tried = {result.query}
    for query in _edits(index, result, tool):
        if query in tried:
            continue
        tried.add(query)
        if len(tried) > _TRIED:
            break
        reached = search(index, query, result.limit).ranks.get(tool.name)
        if reached is not None and reached.rank <= result.limit:
            found.append(Suggestion(query, reached.rank))
    found.sort(key=lambda s: s.rank)
    return tuple(found[:_MOST])


def _edits(index: Index, result: Result, tool: Tool) -> Iterator[str]:
    """Candidate wordings, the smallest edits first."""
    words = result.words
    mine = set(index.documents[index.positions[tool.name.lower()]])
    held = [word.spelling for word in words if word.term in mine]
    source = " ".join(dict.fromkeys(tool.label.replace("-", " ").replace("_", " ").split()))
    if len(held) < len(words) and held:
        yield " ".join(held)
    for word in words:
        for near in _near(index, word.term) if not index.df(word.term) else ():
            if near in mine:
                yield _replaced(result.query, word, near)
    for word in words:
        yield " ".join(other.spelling for other in words if other is not word)
    if not set(terms(index.profile, source)) <= set(result.terms):
        yield " ".join([*held, source])
        yield " ".join([source, *held])
    name = tool.raw_name.replace("_", " ").replace("-", " ")
    yield " ".join(dict.fromkeys([*held, *name.split()]))
    yield name
    yield f"{source} {name}"
    yield tool.name


def _replaced(query: str, word: Word, by: str) -> str:
    return query[: word.start] + by + query[word.start + len(word.spelling) :]
