"""A query to ranked tools, and several queries to the payload a model would receive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import inf
from operator import add

from toolscope.canonical import Json
from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings
from toolscope.retrieval.admission import Admission, admit
from toolscope.retrieval.index import Index
from toolscope.retrieval.terms import Word, words

HINT = (
    "No tool matched: every result must hold the rarest word of the query. Ask again with fewer and plainer words, or "
    "with the name of one of the sources above and what you need from it. A miss does not mean that nothing can do the "
    "job."
)
"""Our own words in the reference's 231 characters (hermes.md §8)."""

_MAX_REQUIRED, _MAX_REQUIRED_NAME = 32, 64


@dataclass(frozen=True, slots=True)
class Hit:
    """A tool that a query found."""

    tool: Tool
    score: float
    """``inf`` for an exact name."""
    rank: int
    """From 1."""


@dataclass(frozen=True)
class Result:
    """Everything one query finds, and by which words."""

    query: str
    words: tuple[Word, ...]
    """The query's words in order, with the user's spelling."""
    admission: Admission
    ranking: tuple[Hit, ...]
    """All matches without a limit, best first."""
    limit: int
    fallback: bool = False
    """Legacy: found as a substring of the name, without scores."""

    @property
    def terms(self) -> list[str]:
        """The searched terms, in query order, repeats kept."""
        return [word.term for word in self.words]

    @property
    def hits(self) -> tuple[Hit, ...]:
        """What a model would be given."""
        return self.ranking[: self.limit]

    @cached_property
    def ranks(self) -> Mapping[str, Hit]:
        """Every match by tool name."""
        return {hit.tool.name: hit for hit in self.ranking}


def effective_limit(settings: Settings, limit: Json = None) -> int:
    """The limit as Hermes takes it: a default where there is none or it is junk, then clamped (hermes.md §8)."""
    try:
        wanted = settings.search_default_limit if limit is None else int(limit)
    except (TypeError, ValueError, OverflowError):
        wanted = settings.search_default_limit
    return max(1, min(settings.max_search_limit, wanted))


def search(index: Index, query: str, limit: int) -> Result:
    """Run one query (hermes.md §8)."""
    found = tuple(words(index.profile, query))
    terms = [word.term for word in found]
    admission = admit(index, terms)
    scores = total(index, terms, admission.positions)
    if found and index.profile.stemming:
        scores |= dict.fromkeys(index.spelled.get(query.strip().lower(), ()), inf)
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    hits = tuple(Hit(index.tools[position], score, rank) for rank, (position, score) in enumerate(ranked, 1))
    if hits or index.profile.stemming or not query.strip():
        return Result(query, found, admission, hits, limit)
    return Result(query, found, admission, _substring(index, query), limit, fallback=True)


def total(index: Index, terms: Sequence[str], positions: Sequence[int]) -> dict[int, float]:
    """The score of each document: the sum, in query order, of what explain shows for each word."""
    if not positions or not terms:
        return dict.fromkeys(positions, 0.0)
    scores = reduce(add, (index.contributions(term, positions) for term in terms))
    return dict(zip(positions, map(float, scores), strict=True))


def _substring(index: Index, query: str) -> tuple[Hit, ...]:
    """Legacy fallback: names that contain the query, all with the same score."""
    wanted = query.lower().strip()
    found = [tool for tool in index.tools if wanted in tool.name.lower()]
    return tuple(Hit(tool, 0.0, rank) for rank, tool in enumerate(found, 1))


# what a model receives


def payload(index: Index, settings: Settings, queries: Sequence[str] | str, limit: Json = None) -> Json:
    """The ``tool_search`` answer (hermes.md §8), or ``{"error": ...}``."""
    profile, most = index.profile, effective_limit(settings, limit)
    given = [queries] if isinstance(queries, str) else list(queries)
    wanted = [query.strip() for query in given if query.strip()]
    if not wanted:
        return {"error": "queries is empty: give at least one query with a word in it"}
    if len(wanted) > profile.max_queries:
        return {"error": f"{len(wanted)} queries in one call; at most {profile.max_queries} are taken"}
    results = [search(index, query, most) for query in wanted]
    if not profile.batched:
        return _single(index, profile.description_clip, results[0])
    found = {hit.tool.name: hit.tool for result in results for hit in result.hits}
    return {
        "queries": wanted,
        "total_available": len(index.tools),
        "results": [_group(index, result) for result in results],
        "tools": {name: _entry(tool, profile.description_clip, profile.clip_mark) for name, tool in found.items()},
    }


def _single(index: Index, clip: int, result: Result) -> Json:
    matches = [{"name": hit.tool.name, **_summary(hit.tool, clip, "")} for hit in result.hits]
    return {"query": result.query, "total_available": len(index.tools), "matches": matches}


def _group(index: Index, result: Result) -> Json:
    group: dict[str, Json] = {"query": result.query, "matches": [hit.tool.name for hit in result.hits]}
    if not result.hits and index.tools:
        group["available_sources"] = sources(index)
        group["hint"] = HINT
    return group


def sources(index: Index) -> list[Json]:
    """The groups there are, with their numbers of tools, by label."""
    counts: dict[str, int] = {}
    for tool in index.tools:
        counts[tool.label] = counts.get(tool.label, 0) + 1
    return [{"name": label, "tool_count": counts[label]} for label in sorted(counts)]


def _entry(tool: Tool, clip: int, mark: str) -> Json:
    required = tool.parameters.get("required") if isinstance(tool.parameters, dict) else None
    names = [name[:_MAX_REQUIRED_NAME] for name in required or () if isinstance(name, str)]
    return {**_summary(tool, clip, mark), "required": names[:_MAX_REQUIRED]}


def _summary(tool: Tool, clip: int, mark: str) -> dict[str, Json]:
    text = tool.description
    return {
        "source": tool.source if tool.source == "mcp" else "plugin",
        "source_name": f"mcp-{tool.label}" if tool.source == "mcp" else tool.label,
        "description": text if len(text) <= clip else text[:clip] + mark,
    }
