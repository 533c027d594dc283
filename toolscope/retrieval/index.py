"""The BM25 index over one catalog: rank-bm25 with the Lucene idf."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import inf, log
from typing import TYPE_CHECKING, Any, TypeAlias

from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.retrieval.terms import document

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
"""One number for each document, or for each of some documents."""
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
        return cls(profile, tuple(tools), tuple(document(profile, tool) for tool in tools))

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

    # numbers, by document

    def holding(self, term: str) -> Array:
        """The positions of the documents that hold a term, in catalog order."""
        holding: Array = self._engine.weights(term)[0]
        return holding

    def covered(self, terms: Iterable[str]) -> Array:
        """How many of these terms each document holds."""
        import numpy as np

        counts = np.zeros(len(self.tools), dtype=np.intp)
        for term in terms:
            counts[self.holding(term)] += 1
        return counts

    def contribution(self, term: str, position: int) -> float:
        """What one occurrence of a query term adds to the score of a document; 0 when it does not hold the term."""
        holding, weights = self._engine.weights(term)
        at = int(holding.searchsorted(position))
        return float(weights[at]) if at < len(holding) and holding[at] == position else 0.0

    def ranked(self, query: Sequence[str], admitted: Array, exact: Sequence[int] = ()) -> tuple[list[int], list[float]]:
        """Admitted documents with their scores, best first, equals in catalog order; exact names come before all."""
        import numpy as np

        scores = self._engine.get_scores(query)
        if exact:
            admitted = np.union1d(admitted, np.array(exact, dtype=np.intp))
            scores[list(exact)] = inf
        order = admitted[np.argsort(-scores[admitted], kind="stable")]
        return order.tolist(), scores[order].tolist()

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
            self.holders = index.holders
            self.weigh = _multiplied_first if index.profile.stemming else _divided_first
            self.known: dict[str, tuple[Array, Array]] = {}
            super().__init__([list(terms) for terms in index.documents] or [[]], k1=K1, b=B)
            self.avgdl = index.mean_length
            self.lengths = np.array(self.doc_len, dtype=np.float64)

        def _calc_idf(self, nd: dict[str, int]) -> None:
            self.idf = {term: log(1 + (self.corpus_size - df + 0.5) / (df + 0.5)) for term, df in nd.items()}

        def get_scores(self, query: Sequence[str]) -> Array:
            """For each document the sum, in query order and repeats counted, of what ``weights`` says of a term."""
            scores = np.zeros(self.corpus_size)
            for term in query:
                holding, weights = self.weights(term)
                scores[holding] += weights
            return scores

        def weights(self, term: str) -> tuple[Array, Array]:
            """The documents that hold a term, and what it adds to the score of each. Computed once."""
            if term not in self.known:
                holding = np.array(self.holders.get(term, ()), dtype=np.intp)
                tf = np.array([self.doc_freqs[position][term] for position in holding], dtype=np.float64)
                norm = self.k1 * ((1 - self.b) + (self.b * self.lengths[holding]) / self.avgdl)
                self.known[term] = holding, self.weigh(self.idf.get(term, 0.0), tf, norm)
            return self.known[term]

    return LuceneBM25


def _multiplied_first(idf: float, tf: Array, norm: Array) -> Any:
    """One term's share of the score, as releases with stemming write it: the last bits differ from the other way."""
    return ((idf * tf) * (K1 + 1)) / (tf + norm)


def _divided_first(idf: float, tf: Array, norm: Array) -> Any:
    """The same as the legacy release writes it."""
    return idf * ((tf * (K1 + 1)) / (tf + norm))
