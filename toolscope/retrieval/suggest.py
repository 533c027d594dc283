"""The shortest edits of a query that bring a tool into the result, each with the rank it really reaches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from toolscope.catalog.tool import Tool
from toolscope.retrieval.easing import exact_names, other_gates, without
from toolscope.retrieval.index import Index
from toolscope.retrieval.near import near_terms, near_words, spelling, unjoined
from toolscope.retrieval.search import Result, search
from toolscope.retrieval.terms import Word, words

_MOST = 3
_TRIED = 60
"""Wordings that are run at most."""
_FURTHER = 6
"""Words of the tool that are tried as an addition."""
_LOOKED_UP = 2
"""Unknown words whose neighbours in the whole catalog are looked for, 10 ms each."""
_FILLER = re.compile(
    "about|above|after|all|along|also|among|and|any|anyone|are|been|before|being|below|between|both|but|can|cannot|did"
    "|does|during|each|either|else|ever|every|for|from|had|has|have|her|here|him|his|how|into|its|itself|just|left|let"
    "|like|made|make|many|may|mcp|more|most|much|must|neither|never|nor|not|now|off|once|one|only|onto|other|our|out"
    "|over|own|per|rather|same|she|should|since|some|such|than|that|the|their|them|then|there|these|they|this|those"
    "|through|thus|too|under|unless|until|upon|use|used|uses|using|very|via|was|were|what|whatever|when|whenever|where"
    "|whether|which|while|who|whoever|whom|whose|why|will|with|within|without|would|yet|you|your",
    re.IGNORECASE,
)
"""Words that would find a tool by accident."""
_CODE = re.compile(r"[0-9]+|(?=[a-z]*[0-9])[a-z0-9]{6,}", re.IGNORECASE)
"""Numbers, and what looks like the hash of a shortened name: nobody would type it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another wording, run for real."""

    query: str
    rank: int
    """The rank the tool reaches with it, within the limit."""
    edits: int
    """Words that are dropped, added or replaced."""
    split: tuple[str, ...] = ()
    """All names of the query, when it held several: one query each, of which ``query`` finds the tool."""


def suggest(index: Index, result: Result, tool: Tool) -> tuple[Suggestion, ...]:
    """The three shortest rewordings that find a tool of the index within the limit, the best rank first.

    None when it is found already. Up to 60 queries are run: about 30 ms for 3,300 tools.
    """
    hit = result.ranks.get(tool.name)
    if hit is not None and hit.rank <= result.limit:
        return ()
    split = exact_names(index, result.query)
    candidates: dict[str, str] = {}
    for query in _edits(index, result, tool, split):
        candidates.setdefault(_plain(query), query)
    candidates.pop(_plain(result.query), None)
    tried = sorted(candidates.values(), key=lambda query: (query not in split, edits(result.query, query)))
    found: list[Suggestion] = []
    for query in [*tried[:_TRIED], *([tool.name] if len(tried) > _TRIED else ())]:
        changed = edits(result.query, query)
        if len(found) >= _MOST and changed > found[-1].edits:
            break
        reached = search(index, query, result.limit).ranks.get(tool.name)
        if reached is not None and reached.rank <= result.limit:
            found.append(Suggestion(query, reached.rank, changed, split if query in split else ()))
    shortest = sorted(found, key=lambda one: (not one.split, one.edits, one.rank))[:_MOST]
    return tuple(sorted(shortest, key=lambda one: (one.rank, not one.split, one.edits)))


def edits(query: str, other: str) -> int:
    """How many words differ: a word in place of another counts once, another order or spacing as one."""
    if "".join(query.lower().split()) == "".join(other.lower().split()):
        return 1
    before, after = Counter(query.lower().split()), Counter(other.lower().split())
    return max((before - after).total(), (after - before).total(), 1)


def _edits(index: Index, result: Result, tool: Tool, split: Sequence[str]) -> Iterator[str]:
    """Candidate wordings; of equally short ones the first are tried first."""
    mine = set(index.documents[index.positions[tool.name]])
    held = [word.spelling for word in result.words if word.term in mine]
    yield from (name for name in split if name.lower() == tool.name.lower())
    yield from (other.query for other in other_gates(index, result))
    yield from _respelled(index, result, mine)
    foreign = {word.term for word in result.words if word.term not in mine}
    for dropped in (
        foreign,
        {term for term in foreign if not index.df(term)},
        *({t} for t in dict.fromkeys(result.terms)),
    ):
        if dropped and dropped != set(result.terms):
            yield without(result, dropped)
    source, name = _spoken(index, tool.label), _spoken(index, tool.raw_name)
    telling = _telling(index, tool, set(result.terms), mine, named_only=not held)
    every = [word.spelling for word in result.words]
    for added in (source, *([word] for word in telling)):
        yield _joined(every, added)
        yield _joined(held, added)
        yield from (_joined([word for word in held if word != gone], added) for gone in held)
    for word in telling:
        yield _joined(held, source, [word])
        yield _joined(held, telling[:1], [word])
    yield from (_joined(held, name), _joined(name), _joined(source, name), tool.name)


def _respelled(index: Index, result: Result, mine: set[str]) -> Iterator[str]:
    """The query with an unknown word replaced: by its parts, or by one that is spelled nearly like it."""
    unknown = list({word.term: word for word in result.words if not index.df(word.term)}.values())
    for word in unknown:
        near = [spelling(index, term) for term in near_terms(word.term, mine, 1)]
        parts = unjoined(index, word)
        yield from (_replaced(result, {word.term: by}) for by in (*near, *([parts] if parts else ())))
    best = {word.term: spelling(index, near[0]) for word in unknown if (near := near_terms(word.term, mine, 1))}
    if len(best) > 1:
        yield _replaced(result, best)
    for word in unknown[:_LOOKED_UP]:
        yield from (_replaced(result, {word.term: near.spelling}) for near in near_words(index, word.term))


def _telling(index: Index, tool: Tool, given: set[str], mine: set[str], named_only: bool) -> list[str]:
    """Words of the tool that the query does not have: of its name first, then of its description, the rarest first.

    A wording that keeps no word of the query is told by the name alone: other words would be a riddle.
    """
    seen: dict[str, tuple[int, int, str]] = {}
    for further, text in enumerate((tool.raw_name,) if named_only else (tool.raw_name, tool.description)):
        for word in words(index.profile, text):
            if word.term in mine and word.term not in given and _tells(word):
                seen.setdefault(word.term, (further, index.df(word.term), word.spelling.lower()))
    return [said for _, _, said in islice(sorted(seen.values()), _FURTHER)]


def _tells(word: Word) -> bool:
    return len(word.term) > 2 and not _FILLER.fullmatch(word.spelling) and not _CODE.fullmatch(word.spelling)


def _spoken(index: Index, text: str) -> list[str]:
    """The searchable words of a name or label."""
    return [word.spelling for word in words(index.profile, text)]


def _joined(*parts: Sequence[str]) -> str:
    return " ".join(dict.fromkeys(word for part in parts for word in part))


def _plain(query: str) -> str:
    return " ".join(query.lower().split())


def _replaced(result: Result, by: dict[str, str]) -> str:
    """The query with words of some terms replaced."""
    text = result.query
    for word in reversed(result.words):
        if word.term in by:
            text = text[: word.start] + by[word.term] + text[word.start + len(word.spelling) :]
    return text
