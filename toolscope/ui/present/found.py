"""A query that was run, with what is shown beside its matches: looked up, not yet drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolscope.retrieval.easing import exact_names, without_gate
from toolscope.retrieval.explain import query_words
from toolscope.retrieval.index import Index
from toolscope.retrieval.near import NearWord
from toolscope.retrieval.search import Hit, Result, search
from toolscope.retrieval.verdict import QueryWord


@dataclass(frozen=True, slots=True)
class Found:
    """A query that was run, with what is shown beside its matches."""

    result: Result
    words: tuple[QueryWord, ...]
    eased: Result | None = None
    """Without the words that let nothing in, when that finds something."""
    wanted: str | None = None
    """The tool somebody expects: its model-visible name, or what was typed."""
    near: Mapping[str, tuple[NearWord, ...]] = field(default_factory=dict)
    """Words spelled nearly like the unknown ones, by term, as far as they were looked up."""
    names: tuple[str, ...] = ()
    """Exact tool names in it, when it holds several of which some are not found."""

    @property
    def blank(self) -> bool:
        """Whether nothing was typed."""
        return not self.result.query.strip()

    @property
    def hit(self) -> Hit | None:
        """The expected tool's match, within the limit or not."""
        return self.result.ranks.get(self.wanted) if self.wanted else None

    @property
    def offer(self) -> tuple[str, ...]:
        """Wordings to ask instead: each name on its own, or the query without the words that let nothing in."""
        return self.names or ((self.eased.query,) if self.eased is not None else ())

    @property
    def missed(self) -> bool:
        """Whether a tool is expected and a model would not get it."""
        return self.wanted is not None and (self.hit is None or self.hit.rank > self.result.limit)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The terms that no tool holds."""
        return tuple(dict.fromkeys(word.term for word in self.words if word.unknown))


def look(
    index: Index, query: str, limit: int, wanted: str | None, near: Mapping[str, tuple[NearWord, ...]] | None = None
) -> Found:
    """Run a query. Under 2 ms for 3,300 tools."""
    result = search(index, query, limit)
    eased = None if result.ranking else without_gate(index, result)
    found = eased if eased is not None and eased.ranking else None
    names = exact_names(index, query)
    some_missed = not {name.lower() for name in names} <= {hit.tool.name.lower() for hit in result.hits}
    known = {} if near is None else near
    return Found(result, query_words(index, result), found, wanted, known, names if some_missed else ())
