"""The shortest edits of a query that bring a tool into the result, each with the rank it really reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from toolscope.catalog.tool import Tool
from toolscope.retrieval.explain import other_gates, without
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Result, search
from toolscope.retrieval.terms import Word, fields, terms, words
from toolscope.retrieval.verdict import position_of

_MOST = 3
_TRIED = 40
_FURTHER = 5
"""Words of the tool that are tried as an addition."""
_FILLER = re.compile(
    "all|among|and|any|are|but|can|for|from|has|have|into|its|mcp|more|not|one|only|other|that|the|them|then|they|this"
    "|use|was|when|which|who|will|with|you|your",
    re.IGNORECASE,
)
"""Words that would find a tool by accident."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another wording, run for real."""

    query: str
    rank: int
    """The rank the tool reaches with it, within the limit."""


@dataclass(frozen=True, slots=True)
class NearWord:
    """A word that some tools hold, spelled nearly like one that none does."""

    spelling: str
    df: int
    """Tools that hold it."""


def near_words(index: Index, term: str) -> tuple[NearWord, ...]:
    """Words spelled nearly like an unknown term, the nearest first, at most three. About 10 ms for 3,000 words."""
    candidates = [known for known in index.holders if abs(len(known) - len(term)) <= 2]
    return tuple(
        NearWord(_spelling(index, near), index.df(near)) for near in get_close_matches(term, candidates, 3, 0.75)
    )


def suggest(index: Index, result: Result, tool: Tool) -> tuple[Suggestion, ...]:
    """Rewordings that find a tool of the index within the limit, the best rank first, at most three.

    None when it is found already.
    """
    hit = result.ranks.get(tool.name)
    if hit is not None and hit.rank <= result.limit:
        return ()
    found: list[Suggestion] = []
    tried = {_plain(result.query)}
    for query in _edits(index, result, tool):
        if _plain(query) in tried:
            continue
        tried.add(_plain(query))
        reached = search(index, query, result.limit).ranks.get(tool.name)
        if reached is not None and reached.rank <= result.limit:
            found.append(Suggestion(query, reached.rank))
        if len(tried) > _TRIED or sum(suggestion.rank == 1 for suggestion in found) == _MOST:
            break
    return tuple(sorted(found, key=lambda suggestion: suggestion.rank)[:_MOST])


def _edits(index: Index, result: Result, tool: Tool) -> Iterator[str]:
    """Candidate wordings, the smallest edits first."""
    position = position_of(index, tool)
    mine = set(index.documents[position]) if position is not None else set()
    held = [word.spelling for word in result.words if word.term in mine]
    foreign = {word.term for word in result.words if word.term not in mine}
    if foreign and held:
        yield without(result, foreign)
    yield from (other.query for other in other_gates(index, result))
    yield from _respelled(index, result, mine)
    yield from (without(result, {term}) for term in dict.fromkeys(result.terms))
    source = _spoken(index, tool.label)
    telling = _telling(index, tool, set(result.terms))
    rare = sorted(held, key=lambda spelling: index.df(terms(index.profile, spelling)[0]))
    yield _joined(held, source)
    yield _joined(source, [word for word in held if word in rare[:-1]])
    yield from (_joined(held, [word]) for word in telling)
    for word in telling:
        yield _joined(source, rare[:1], [word])
        yield _joined(held, telling[:1], [word])
    name = _spoken(index, tool.raw_name)
    yield _joined(held, name)
    yield _joined(name)
    yield _joined(source, name)
    yield tool.name


def _respelled(index: Index, result: Result, mine: set[str]) -> Iterator[str]:
    """The query with an unknown word replaced by one of the tool's that is spelled nearly like it."""
    for word in result.words:
        if index.df(word.term):
            continue
        near = get_close_matches(word.term, sorted(mine), 1, 0.75)
        if near:
            yield _replaced(result.query, word, _spelling(index, near[0]))


def _telling(index: Index, tool: Tool, given: set[str]) -> list[str]:
    """Words of the tool that the query does not have: of its name first, then of its other fields, the rarest first."""
    seen: dict[str, tuple[int, int, str]] = {}
    for field, text in fields(index.profile, tool).items():
        further = field not in ("name", "source")
        for word in words(index.profile, text):
            if word.term not in given and len(word.term) > 2 and not _FILLER.fullmatch(word.spelling):
                seen.setdefault(word.term, (further, index.df(word.term), word.spelling.lower()))
    return [spelling for _, _, spelling in sorted(seen.values())[:_FURTHER]]


def _spelling(index: Index, term: str) -> str:
    """A term as the first tool that holds it writes it: stems are not words."""
    tool = index.tools[index.holders[term][0]]
    for text in fields(index.profile, tool).values():
        for word in words(index.profile, text):
            if word.term == term:
                return word.spelling.lower()
    return term


def _spoken(index: Index, text: str) -> list[str]:
    """The searchable words of a name or label."""
    return [word.spelling for word in words(index.profile, text)]


def _joined(*parts: list[str]) -> str:
    return " ".join(dict.fromkeys(word for part in parts for word in part))


def _plain(query: str) -> str:
    return " ".join(query.lower().split())


def _replaced(query: str, word: Word, by: str) -> str:
    return query[: word.start] + by + query[word.start + len(word.spelling) :]
