"""Why a tool is where it is for a query, found or not: the parts that its score is the sum of, and a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolscope.catalog.tool import Tool
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Hit, Result, search, total
from toolscope.retrieval.terms import Field, fields, terms

VerdictName: TypeAlias = Literal[
    "found",
    "unknown_word",
    "gate_absent",
    "coverage",
    "outranked",
    "out_of_scope",
    "server_unavailable",
    "collided",
    "no_words",
    "no_such_tool",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an expected tool, or of the query as a whole, in one sentence."""

    name: VerdictName
    sentence: str


@dataclass(frozen=True, slots=True)
class QueryWord:
    """One word of a query, and what it says about one tool."""

    spelling: str
    term: str
    df: int
    """Tools that hold it."""
    idf: float
    gate: bool
    """The rarest word, which admits."""
    fields: Mapping[Field, int]
    """How often each field of the tool holds it; empty without a tool."""
    score: float
    """What it adds to the tool's score; 0 without a tool."""

    @property
    def unknown(self) -> bool:
        """Whether no tool holds it."""
        return self.df == 0

    @property
    def count(self) -> int:
        """How often the tool holds it."""
        return sum(self.fields.values())


@dataclass(frozen=True, slots=True)
class Explanation:
    """One tool under one query."""

    tool: Tool
    words: tuple[QueryWord, ...]
    """In query order; their scores add up to ``score``."""
    score: float
    """By words alone: an exact name ranks first whatever this is."""
    length: int
    """Terms of the tool's document."""
    mean_length: float
    rank: int | None
    """Among all matches, from 1; ``None`` when it was not admitted."""
    ungated_rank: int
    """Among all tools that hold any of the words, if the gate did not exist; 0 when it holds none."""
    above: tuple[Hit, ...]
    """The matches just above it, at most two, best first."""
    short_of_limit: float
    """How much score it lacks to the last match within the limit; 0 when it is within."""
    verdict: Verdict


def query_words(index: Index, result: Result, tool: Tool | None = None) -> tuple[QueryWord, ...]:
    """The query's words with their frequencies and, for a tool, where it holds them and what they add."""
    position = index.positions.get(tool.name.lower()) if tool else None
    held = _held(index, tool) if tool else {}
    found = []
    for word in result.words:
        score = 0.0 if position is None else float(index.contributions(word.term, [position])[0])
        here: dict[Field, int] = {field: counts[word.term] for field, counts in held.items() if word.term in counts}
        gate = word.term == result.admission.gate
        df, idf = index.df(word.term), index.idf(word.term)
        found.append(QueryWord(word.spelling, word.term, df, idf, gate, here, score))
    return tuple(found)


def explain(index: Index, result: Result, tool: Tool) -> Explanation:
    """Explain an indexed tool under a query that was run."""
    words = query_words(index, result, tool)
    hit = result.ranks.get(tool.name)
    rank = hit.rank if hit else None
    score = 0.0
    for word in words:
        score += word.score
    last = result.hits[-1] if result.hits else None
    outside = rank is not None and rank > result.limit
    return Explanation(
        tool=tool,
        words=words,
        score=score,
        length=len(index.documents[index.positions[tool.name.lower()]]),
        mean_length=index.mean_length,
        rank=rank,
        ungated_rank=_ungated_rank(index, result, tool),
        above=result.ranking[max(0, rank - 3) : rank - 1] if rank else (),
        short_of_limit=last.score - score if outside and last else 0.0,
        verdict=_verdict(result, tool, words, rank),
    )


def summarise(index: Index, result: Result) -> Verdict:
    """The verdict on a query as a whole, without an expected tool."""
    if not result.words:
        return _no_words(result)
    if result.hits:
        n = len(result.ranking)
        return Verdict("found", f"{n} {'tool matches' if n == 1 else 'tools match'}; the limit is {result.limit}.")
    if not index.tools:
        return Verdict("server_unavailable", "There is no tool to find: no server has listed any.")
    return _refused(result, query_words(index, result), "No tool")


def without_gate(index: Index, result: Result) -> Result | None:
    """The same query without its gate word; ``None`` when nothing would be left to search."""
    gate = result.admission.gate
    if gate is None:
        return None
    left = _without(result, gate)
    return search(index, left, result.limit) if terms(index.profile, left) else None


def _without(result: Result, term: str) -> str:
    text = result.query
    for word in reversed(result.words):
        if word.term == term:
            text = text[: word.start] + text[word.start + len(word.spelling) :]
    return " ".join(text.split())


def _held(index: Index, tool: Tool) -> dict[Field, dict[str, int]]:
    counted: dict[Field, dict[str, int]] = {}
    for field, text in fields(index.profile, tool).items():
        counts: dict[str, int] = {}
        for term in terms(index.profile, text):
            counts[term] = counts.get(term, 0) + 1
        counted[field] = counts
    return counted


def _ungated_rank(index: Index, result: Result, tool: Tool) -> int:
    """Rank by positive score alone: what would be if no word could shut a tool out."""
    query = result.terms
    held = sorted({position for term in dict.fromkeys(query) for position in index.holders.get(term, ())})
    scores = total(index, query, held)
    mine = index.positions[tool.name.lower()]
    if mine not in scores:
        return 0
    return 1 + sum(1 for p, score in scores.items() if (-score, p) < (-scores[mine], mine))


def _verdict(result: Result, tool: Tool, words: tuple[QueryWord, ...], rank: int | None) -> Verdict:
    if not result.words:
        return _no_words(result)
    if rank is None:
        return _refused(result, words, f"{tool.raw_name} of {tool.server}")
    if rank <= result.limit:
        if result.ranking[rank - 1].score == float("inf"):
            return Verdict("found", "The query is its exact name, which always comes first.")
        return Verdict("found", f"Rank {rank} of {len(result.ranking)}; the limit is {result.limit}.")
    return _outranked(result, tool, words, rank)


def _outranked(result: Result, tool: Tool, words: tuple[QueryWord, ...], rank: int) -> Verdict:
    known = [word for word in words if not word.unknown]
    has = (
        "every word"
        if all(word.count for word in known)
        else f"{sum(1 for w in known if w.count)} of {len(known)} words"
    )
    rivals = sorted({hit.tool.server for hit in result.ranking[: rank - 1]} - {tool.server})
    who = f"{rank - 1} tools score higher" + (f", from {', '.join(rivals[:3])}" if rivals else "")
    sentence = f"It has {has}, but {who}. The limit is {result.limit}, so a model that asks this never sees it."
    return Verdict("outranked", sentence)


def _refused(result: Result, words: tuple[QueryWord, ...], who: str) -> Verdict:
    """Why the admission turned a tool, or every tool, away."""
    gate = next((word for word in words if word.gate), None)
    unknown = list(dict.fromkeys(word.spelling for word in words if word.unknown))
    if unknown and (gate is None or gate.unknown):
        one = len(unknown) == 1
        named = _quoted(unknown)
        effect = (
            "it is the rarest word, and without it nothing is found" if gate else "nothing else in the query matches"
        )
        return Verdict("unknown_word", f"{named} {'is' if one else 'are'} in no tool: {effect}.")
    if gate is not None and not gate.count and result.ranking:
        return Verdict(
            "gate_absent",
            f"“{gate.spelling}” is the rarest word, in {gate.df} {_tools(gate.df)}, and {who} does not hold it.",
        )
    if result.admission.needed:
        need = result.admission.needed
        return Verdict("coverage", f"{who} holds too few of the query's known words: at least {need} are needed.")
    if gate is not None:
        return Verdict("gate_absent", f"{who} does not hold “{gate.spelling}”, the rarest word of the query.")
    return Verdict("gate_absent", f"{who} holds none of the query's words.")


def _no_words(result: Result) -> Verdict:
    what = "is empty" if not result.query.strip() else "has no searchable word: only ASCII letters and digits are read"
    return Verdict("no_words", f"The query {what}.")


def _quoted(spellings: list[str]) -> str:
    marked = [f"“{spelling}”" for spelling in spellings]
    return marked[0] if len(marked) == 1 else f"{', '.join(marked[:-1])} and {marked[-1]}"


def _tools(n: int) -> str:
    return "tool" if n == 1 else "tools"
