"""A query to ranked tools."""

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
    ranking = Ranking(index, *index.ranked(terms, admission.positions, exact_positions(index, query, found)))
    if ranking or index.profile.stemming or not query.strip():
        return Result(query, found, admission, ranking, limit)
    ranking = _substring(index, query)
    return Result(query, found, admission, ranking, limit, fallback=bool(ranking))


def exact_positions(index: Index, query: str, words: Sequence[Word]) -> tuple[int, ...]:
    """The documents whose exact name a query is, in any case of letters; none in the legacy release."""
    return index.spelled.get(query.strip().lower(), ()) if words and index.profile.stemming else ()


def _substring(index: Index, query: str) -> Ranking:
    """Legacy fallback: names that contain the query, all with the same score."""
    wanted = query.lower().strip()
    found = sorted(at for name, positions in index.spelled.items() if wanted in name for at in positions)
    return Ranking(index, found, [0.0] * len(found))
