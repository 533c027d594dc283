"""A query to ranked tools, and several queries to the payload a model would receive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

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


@dataclass(frozen=True, eq=False)
class Ranking(Sequence[Hit]):
    """All matches without a limit, best first. A query may match thousands: hits are made when they are looked at."""

    searched: Index
    positions: Sequence[int] = ()
    scores: Sequence[float] = ()

    def __len__(self) -> int:
        return len(self.positions)

    @overload
    def __getitem__(self, at: int) -> Hit: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, at: int | slice) -> Hit | tuple[Hit, ...]:
        if isinstance(at, slice):
            return tuple(self._hit(n) for n in range(*at.indices(len(self))))
        return self._hit(range(len(self))[at])

    def _hit(self, n: int) -> Hit:
        return Hit(self.searched.tools[self.positions[n]], self.scores[n], n + 1)

    @cached_property
    def by_name(self) -> Mapping[str, Hit]:
        """The matches by tool name."""
        return _ByName(self)


@dataclass(frozen=True, slots=True, eq=False)
class _ByName(Mapping[str, Hit]):
    """A ranking looked up by name; nothing is built for it."""

    ranking: Ranking

    def __getitem__(self, name: str) -> Hit:
        position = self.ranking.searched.positions[name]
        try:
            return self.ranking[self.ranking.positions.index(position)]
        except ValueError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return (hit.tool.name for hit in self.ranking)

    def __len__(self) -> int:
        return len(self.ranking)


@dataclass(frozen=True, eq=False)
class Result:
    """Everything one query finds, and by which words."""

    query: str
    words: tuple[Word, ...]
    """The query's words in order, with the user's spelling."""
    admission: Admission
    ranking: Ranking
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

    @property
    def ranks(self) -> Mapping[str, Hit]:
        """Every match by tool name."""
        return self.ranking.by_name


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
    exact = index.spelled.get(query.strip().lower(), ()) if found and index.profile.stemming else ()
    ranking = Ranking(index, *index.ranked(terms, admission.positions, exact))
    if ranking or index.profile.gate or not query.strip():
        return Result(query, found, admission, ranking, limit)
    ranking = _substring(index, query)
    return Result(query, found, admission, ranking, limit, fallback=bool(ranking))


def _substring(index: Index, query: str) -> Ranking:
    """Legacy fallback: names that contain the query, all with the same score."""
    wanted = query.lower().strip()
    found = [position for position, tool in enumerate(index.tools) if wanted in tool.name.lower()]
    return Ranking(index, found, [0.0] * len(found))


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
