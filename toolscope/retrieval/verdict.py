"""What became of an expected tool, or of a whole query, named and said in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Literal, TypeAlias

from toolscope.catalog.tool import Tool
from toolscope.plain import one_line
from toolscope.retrieval.index import Index
from toolscope.retrieval.rivals import rival
from toolscope.retrieval.search import Hit, Result
from toolscope.retrieval.terms import Field

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
    """A name that scripts can rely on, and one or two sentences that are safe to show."""

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


def position_of(index: Index, tool: Tool) -> int | None:
    """Where an indexed tool stands."""
    return index.positions.get(tool.name)


def on_tool(index: Index, result: Result, tool: Tool, words: Sequence[QueryWord]) -> Verdict:
    """What became of an indexed tool; ``words`` are the query's words as seen by it."""
    hit = result.ranks.get(tool.name)
    if hit is None:
        return _refused(index, result, words)
    if hit.rank <= result.limit:
        return Verdict("found", _found(result, hit))
    return Verdict("outranked", f"{_outranked(index, result, tool, words, hit.rank)} {_unseen(result)}")


def on_query(index: Index, result: Result, words: Sequence[QueryWord]) -> Verdict:
    """What became of a query as a whole."""
    found = len(result.ranking)
    if found:
        given = "" if found <= result.limit else f"; a model is given the first {result.limit}"
        return Verdict("found", f"{_matching(found, result.fallback)}{given}.")
    return _nothing(result, words)


def _matching(n: int, fallback: bool) -> str:
    if fallback:
        names = "name contains" if n == 1 else "names contain"
        return f"No word matched, but {n:,} tool {names} the query as text"
    return f"{_tools(n)} match{'es' if n == 1 else ''}"


def _found(result: Result, hit: Hit) -> str:
    n = len(result.ranking)
    if isinf(hit.score):
        return "The query is its exact name, which always comes first."
    if result.fallback:
        return f"No word matched, but its name contains the query as text; it is {hit.rank} of {n} in catalog order."
    if n == 1:
        return "It is the only match."
    return f"It is {hit.rank} of {n:,} matches, and a model is given " + (
        "all of them." if n <= result.limit else f"the first {result.limit}."
    )


def _unseen(result: Result) -> str:
    return f"The limit is {result.limit}, so a model that asks this never sees it."


def _outranked(index: Index, result: Result, tool: Tool, words: Sequence[QueryWord], rank: int) -> str:
    if result.fallback:
        return f"Its name contains the query as text, but {_tools(rank - 1)} that match like it come first by name."
    known = {word.term: word.count for word in words if not word.unknown}
    held = sum(1 for count in known.values() if count)
    has = (
        "every word"
        if held == len({word.term for word in words})
        else f"{held} of {len(known)} known {_words(len(known))}"
    )
    servers = Counter(index.tools[position].server for position in result.ranking.positions[: rank - 1])
    who = _rivals(rank - 1, servers)
    return f"It has {has}, but {who}: the first {rival(index, result.words, tool, result.ranking[0]).reason}."


def _rivals(n: int, servers: Counter[str]) -> str:
    """How many rank higher, and whose they are."""
    verb = "ranks higher" if n == 1 else "rank higher"
    if len(servers) == 1:
        return f"{n:,} {one_line(next(iter(servers)), 40)} {'tool' if n == 1 else 'tools'} {verb}"
    most = ", ".join(f"{count:,} of {one_line(server, 40)}" for server, count in servers.most_common(3))
    return f"{_tools(n)} {verb} ({most}{', …' if len(servers) > 3 else ''})"


def _refused(index: Index, result: Result, words: Sequence[QueryWord]) -> Verdict:
    """Why the admission turned a tool away."""
    gate = next((word for word in words if word.gate), None)
    if not words or all(word.unknown for word in words) or (gate and gate.unknown):
        return _nothing(result, words)
    if gate is None:
        return Verdict("gate_absent", "It holds none of the query's words.")
    if not gate.count:
        rarest = f"the rarest word of the query, and only the {_tools(gate.df)} that hold it are let in"
        if gate.df == 1:
            rarest = "the rarest word of the query, and only the 1 tool that holds it is let in"
        tied = [w.spelling for w in words if w.df == gate.df and w.term != gate.term and w.count]
        tie = f" {quoted(tied)} {_is(tied)} as rare, but the first of equals decides." if tied else ""
        return Verdict("gate_absent", f"It does not hold “{gate.spelling}”, {rarest}.{tie}")
    known = {word.term: word.count for word in words if not word.unknown}
    held, needed = sum(1 for count in known.values() if count), result.admission.needed
    return Verdict(
        "coverage", f"It holds {held} of the query's {len(known)} known words; at least {needed} are needed."
    )


def _nothing(result: Result, words: Sequence[QueryWord]) -> Verdict:
    """Why a query found nothing at all."""
    if not words:
        return Verdict("no_words", f"The query {_wordless(result.query)}.")
    unknown = list(dict.fromkeys(word.spelling for word in words if word.unknown))
    gate = next((word for word in words if word.gate), None)
    if not unknown or (gate and not gate.unknown):
        needed, known = result.admission.needed, len({word.term for word in words if not word.unknown})
        rarest = f"“{gate.spelling}” and " if gate else ""
        return Verdict("coverage", f"No tool holds {rarest}enough of the query: {needed} of its {known} known words.")
    named = f"{quoted(unknown)} {_is(unknown)} in no tool"
    if gate is None:
        return Verdict("unknown_word", f"{named}, and no tool's name contains the query as text.")
    return Verdict("unknown_word", f"{named}. Only tools that hold the rarest word are let in, so nothing is found.")


def _wordless(query: str) -> str:
    if not query.strip():
        return "is empty"
    if any(map(str.isalnum, query)):
        return "has no searchable word: it is in another script, and only ASCII letters and digits are read"
    return "has no searchable word: it is punctuation alone"


def quoted(spellings: Sequence[str]) -> str:
    """Words in quotation marks, as a list in a sentence; at most four are named."""
    marked = [f"“{spelling}”" for spelling in spellings]
    if len(marked) > 4:
        marked = [*marked[:3], f"{len(marked) - 3} more words"]
    return marked[0] if len(marked) == 1 else f"{', '.join(marked[:-1])} and {marked[-1]}"


def _is(words: Sequence[str]) -> str:
    return "is" if len(words) == 1 else "are"


def _tools(n: int) -> str:
    return f"{n:,} {'tool' if n == 1 else 'tools'}"


def _words(n: int) -> str:
    return "word" if n == 1 else "words"
