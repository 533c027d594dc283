"""Why a tool is where it is for a query, found or not: the parts that its score is the sum of, and a verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from toolscope.catalog.tool import Tool
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Hit, Result, search
from toolscope.retrieval.terms import Field, fields, terms
from toolscope.retrieval.verdict import QueryWord, Verdict, on_query, on_tool, position_of


@dataclass(frozen=True, slots=True)
class Explanation:
    """One tool under one query."""

    tool: Tool
    words: tuple[QueryWord, ...]
    """In query order; their scores, added in that order, are ``score``."""
    score: float
    """By words alone: an exact name ranks first whatever this is."""
    length: int
    """Terms of the tool's document."""
    mean_length: float
    rank: int | None
    """Among all matches, from 1; ``None`` when it was not admitted."""
    above: tuple[Hit, ...]
    """The matches just above it, at most two, best first."""
    short_of_limit: float
    """How much score it lacks to the last match within the limit; 0 within it, ``inf`` behind an exact name."""
    verdict: Verdict


def query_words(index: Index, result: Result, tool: Tool | None = None) -> tuple[QueryWord, ...]:
    """The query's words with their frequencies and, for an indexed tool, where it holds them and what they add."""
    position = position_of(index, tool) if tool else None
    held = _held(index, tool) if tool else {}
    found = []
    for word in result.words:
        score = 0.0 if position is None else index.contribution(word.term, position)
        here: dict[Field, int] = {field: counts[word.term] for field, counts in held.items() if word.term in counts}
        gate = word.term == result.admission.gate
        df, idf = index.df(word.term), index.idf(word.term)
        found.append(QueryWord(word.spelling, word.term, df, idf, gate, here, score))
    return tuple(found)


def explain(index: Index, result: Result, tool: Tool) -> Explanation:
    """Explain a tool of the index under a query that was run on it."""
    position = position_of(index, tool)
    if position is None:
        raise ValueError(f"{tool.name} is not in the index; catalog.absence says why")
    words = query_words(index, result, tool)
    hit = result.ranks.get(tool.name)
    rank = hit.rank if hit else None
    score = 0.0
    for word in words:
        score += word.score
    outside = rank is not None and rank > result.limit
    return Explanation(
        tool=tool,
        words=words,
        score=score,
        length=len(index.documents[position]),
        mean_length=index.mean_length,
        rank=rank,
        above=result.ranking[max(0, rank - 3) : rank - 1] if rank else (),
        short_of_limit=result.hits[-1].score - score if outside else 0.0,
        verdict=on_tool(index, result, tool, words),
    )


def summarise(index: Index, result: Result) -> Verdict:
    """The verdict on a query as a whole, without an expected tool."""
    return on_query(index, result, query_words(index, result))


# the same query, its admission eased


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
    """The query's text without the words of some terms."""
    text = result.query
    for word in reversed(result.words):
        if word.term in dropped:
            text = text[: word.start] + text[word.start + len(word.spelling) :]
    return " ".join(text.split())


def _held(index: Index, tool: Tool) -> dict[Field, Counter[str]]:
    return {field: Counter(terms(index.profile, text)) for field, text in fields(index.profile, tool).items()}
