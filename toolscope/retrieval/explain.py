"""Why a tool is where it is for a query, found or not: the parts that its score is the sum of, and a verdict."""

from __future__ import annotations

from dataclasses import dataclass

from toolscope.catalog.tool import Tool
from toolscope.retrieval.index import B, Index
from toolscope.retrieval.marks import FieldText, marked
from toolscope.retrieval.rivals import Rival, rival
from toolscope.retrieval.search import Hit, Result, exact_positions
from toolscope.retrieval.verdict import QueryWord, Verdict, on_query, on_tool, position_of

_ABOVE = 2
"""Neighbours that are compared with it."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a query a tool holds, in distinct words."""

    held: int
    known: int
    """Words that some tool holds."""
    needed: int
    """How many a tool must hold to be let in; 0 where the release has no such rule, or the query is too short."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One tool under one query."""

    tool: Tool
    words: tuple[QueryWord, ...]
    """In query order; their scores, added in that order, are ``score``."""
    score: float
    """By words alone: an exact name ranks first whatever this is."""
    texts: tuple[FieldText, ...]
    """What is searched of it, the query's words marked."""
    length: int
    """Terms of the tool's document."""
    mean_length: float
    rank: int | None
    """Among all matches, from 1; ``None`` when it was not admitted."""
    free_rank: int | None
    """Its rank if every tool were let in that holds any word of the query; ``None`` when it holds none."""
    above: tuple[Rival, ...]
    """The matches just above it, at most two, best first."""
    level: tuple[Hit, ...]
    """The other matches with the same score: among them the catalog's order decides."""
    short_of_limit: float
    """How much score it lacks to the last match within the limit; 0 within it, ``inf`` behind an exact name."""
    coverage: Coverage
    verdict: Verdict

    @property
    def length_factor(self) -> float:
        """What its length makes of a word's weight: 1 for an average tool, more for a longer one, which costs score."""
        return (1 - B) + B * self.length / self.mean_length


def query_words(index: Index, result: Result, tool: Tool | None = None) -> tuple[QueryWord, ...]:
    """The query's words with their frequencies and, for an indexed tool, where it holds them and what they add."""
    return _seen(index, result, tool, marked(index.profile, tool, set(result.terms)) if tool else ())


def _seen(index: Index, result: Result, tool: Tool | None, texts: tuple[FieldText, ...]) -> tuple[QueryWord, ...]:
    position = position_of(index, tool) if tool else None
    held = [(text.field, text.counts) for text in texts]
    found = []
    for word in result.words:
        score = 0.0 if position is None else index.contribution(word.term, position)
        here = {field: counts[word.term] for field, counts in held if word.term in counts}
        gate = word.term == result.admission.gate
        df, idf = index.df(word.term), index.idf(word.term)
        found.append(QueryWord(word.spelling, word.term, df, idf, gate, here, score))
    return tuple(found)


def explain(index: Index, result: Result, tool: Tool) -> Explanation:
    """Explain a tool of the index under a query that was run on it."""
    position = position_of(index, tool)
    if position is None:
        raise ValueError(f"{tool.name} is not in the index; catalog.absence says why")
    texts = marked(index.profile, tool, set(result.terms))
    words = _seen(index, result, tool, texts)
    hit = result.ranks.get(tool.name)
    rank = hit.rank if hit else None
    score = 0.0
    for word in words:
        score += word.score
    neighbours = result.ranking[max(0, rank - 1 - _ABOVE) : rank - 1] if rank else ()
    return Explanation(
        tool=tool,
        words=words,
        score=score,
        texts=texts,
        length=len(index.documents[position]),
        mean_length=index.mean_length,
        rank=rank,
        free_rank=_free_rank(index, result, position) if index.profile.gate else None if result.fallback else rank,
        above=tuple(rival(index, result.words, tool, other) for other in neighbours),
        level=_level(result, hit) if hit else (),
        short_of_limit=result.hits[-1].score - score if rank is not None and rank > result.limit else 0.0,
        coverage=_coverage(result, words),
        verdict=on_tool(index, result, tool, words),
    )


def summarise(index: Index, result: Result) -> Verdict:
    """The verdict on a query as a whole, without an expected tool."""
    return on_query(index, result, query_words(index, result))


def _free_rank(index: Index, result: Result, position: int) -> int | None:
    held = index.covered(dict.fromkeys(result.terms)).nonzero()[0]
    positions, _ = index.ranked(result.terms, held, exact_positions(index, result.query, result.words))
    return positions.index(position) + 1 if position in positions else None


def _level(result: Result, hit: Hit) -> tuple[Hit, ...]:
    """Equals stand next to one another."""
    scores = result.ranking.scores
    first = last = hit.rank - 1
    while first > 0 and scores[first - 1] == hit.score:
        first -= 1
    while last + 1 < len(scores) and scores[last + 1] == hit.score:
        last += 1
    return tuple(other for other in result.ranking[first : last + 1] if other.rank != hit.rank)


def _coverage(result: Result, words: tuple[QueryWord, ...]) -> Coverage:
    known = {word.term: word.count for word in words if not word.unknown}
    return Coverage(sum(1 for count in known.values() if count), len(known), result.admission.needed)
