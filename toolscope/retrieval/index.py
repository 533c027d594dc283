"""The BM25 index over one catalog: rank-bm25 with the Lucene idf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from typing import TYPE_CHECKING, Any

from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.retrieval.terms import document

if TYPE_CHECKING:
    import numpy as np

K1, B = 1.5, 0.75


@dataclass(frozen=True)
class Index:
    """The deferred tools as documents."""

    profile: Profile
    tools: tuple[Tool, ...] = ()
    """In catalog order, which breaks ties."""
    documents: tuple[tuple[str, ...], ...] = ()
    """Their terms."""

    @classmethod
    def of(cls, profile: Profile, tools: Sequence[Tool]) -> Index:
        """Index tools; about 30 µs each, so large catalogs belong in a thread."""
        return cls(profile, tuple(tools), tuple(tuple(document(profile, tool)) for tool in tools))

    @cached_property
    def holders(self) -> Mapping[str, tuple[int, ...]]:
        """Term to the documents that hold it, in catalog order."""
        holders: dict[str, list[int]] = {}
        for position, terms in enumerate(self.documents):
            for term in dict.fromkeys(terms):
                holders.setdefault(term, []).append(position)
        return {term: tuple(positions) for term, positions in holders.items()}

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Tool name to its position."""
        return {tool.name: position for position, tool in enumerate(self.tools)}

    @cached_property
    def spelled(self) -> Mapping[str, tuple[int, ...]]:
        """Tool name in lower case to the positions of the tools that are spelled so: how exact names are recognised."""
        spelled: dict[str, tuple[int, ...]] = {}
        for position, tool in enumerate(self.tools):
            spelled[tool.name.lower()] = (*spelled.get(tool.name.lower(), ()), position)
        return spelled

    @cached_property
    def mean_length(self) -> float:
        """Terms of the average document, at least 1."""
        return max(sum(map(len, self.documents)) / len(self.documents), 1.0) if self.documents else 1.0

    def df(self, term: str) -> int:
        """In how many documents a term occurs."""
        return len(self.holders.get(term, ()))

    def idf(self, term: str) -> float:
        """How much a term says: ``ln(1 + (N - df + 0.5) / (df + 0.5))``."""
        df = self.df(term)
        return log(1 + (len(self.tools) - df + 0.5) / (df + 0.5))

    def contributions(self, term: str, positions: Sequence[int]) -> np.ndarray[Any, Any]:
        """What one occurrence of a query term adds to the score of each of these documents."""
        scores: np.ndarray[Any, Any] = self._engine.scores_of([term], positions)
        return scores

    @cached_property
    def _engine(self) -> Any:
        return _engine_class()(self)


@cache
def _engine_class() -> Any:
    """rank-bm25 costs 75 ms to import: only when something is searched."""
    import numpy as np
    from rank_bm25 import BM25Okapi

    class LuceneBM25(BM25Okapi):  # type: ignore[misc]
        """BM25 as Hermes computes it: Lucene's idf, and the reference's order of operations, which decides ties."""

        def __init__(self, index: Index) -> None:
            self.multiply_first = index.profile.stemming
            filled = any(index.documents)
            super().__init__([list(terms) for terms in index.documents] if filled else [[""]], k1=K1, b=B)
            self.avgdl = index.mean_length
            self.lengths = np.array([len(terms) for terms in index.documents] or [0], dtype=np.float64)

        def _calc_idf(self, nd: dict[str, int]) -> None:
            self.idf = {term: log(1 + (self.corpus_size - df + 0.5) / (df + 0.5)) for term, df in nd.items()}

        def scores_of(self, query: list[str], doc_ids: Sequence[int]) -> Any:
            ids = np.fromiter(doc_ids, dtype=np.intp, count=len(doc_ids))
            scores = np.zeros(len(ids))
            norm = self.k1 * ((1 - self.b) + (self.b * self.lengths[ids]) / self.avgdl)
            for term in query:
                idf = self.idf.get(term, 0.0)
                tf = np.array([self.doc_freqs[i].get(term, 0) for i in doc_ids], dtype=np.float64)
                if self.multiply_first:
                    scores += ((idf * tf) * (self.k1 + 1)) / (tf + norm)
                else:
                    scores += idf * ((tf * (self.k1 + 1)) / (tf + norm))
            return scores

    return LuceneBM25
