"""What one query costs, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rank_bm25 import BM25Okapi

from tests.bench.catalogs import servers
from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from tests.bench.timing import best
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.demo import fleet as demo
from toolscope.retrieval import labelled
from toolscope.retrieval.evaluate import evaluate
from toolscope.retrieval.explain import explain
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import search
from toolscope.retrieval.suggest import suggest
from toolscope.retrieval.terms import terms
from toolscope.survey import Survey, take

_QUERIES = (
    "create invoice",
    "list open incident of a project",
    "export dashboard",
    "zone quota",
    "restore snapshot volume",
)
_LONG = "list all the open incidents of a project with their state and owner"


def rows(sizes: Sizes) -> Iterator[Row]:
    """Queries over an index that is there, and over one that is not."""
    survey = take(servers(sizes.many), Settings(context_length=200_000))
    yield from _queries(survey, sizes)
    yield from _reasons(survey, sizes)


def _queries(survey: Survey, sizes: Sizes) -> Iterator[Row]:
    index = survey.index
    one = _each(index, _QUERIES, sizes)
    tools = survey.catalog.deferred

    def rebuild() -> None:
        search(Index.of(index.profile, tools), _QUERIES[0], 5)

    rebuilding = best(rebuild, min(sizes.rounds, 3))
    engine = BM25Okapi([list(document) for document in index.documents])
    asked = [terms(index.profile, query) for query in _QUERIES]
    plain = best(lambda: [engine.get_scores(query) for query in asked], sizes.rounds, 5) / len(asked)
    words = f"rank_bm25 get_scores: {plain * 1e3:.2f} ms, {plain / one:,.0f} times"
    yield below(f"one query, {len(tools):,} tools", one * 1e3, 2, "ms", words)
    ratio = rebuilding / one
    yield Row("  against rebuild-and-search", f"{ratio:,.0f} times faster", "20 times", ratio > 20)
    legacy = take(survey.statuses, replace(survey.settings, profile=HERMES_19)).index
    yield below("  without a gate (hermes-0.19)", _each(legacy, (*_QUERIES, _LONG), sizes) * 1e3, 2, "ms")


def _each(index: Index, queries: tuple[str, ...], sizes: Sizes) -> float:
    """Seconds of one of these queries once their words are known."""
    search(index, queries[0], 5)
    return best(lambda: [search(index, query, 5) for query in queries], sizes.rounds, 5) / len(queries)


def _reasons(survey: Survey, sizes: Sizes) -> Iterator[Row]:
    index = survey.index
    results = [search(index, query, 5) for query in (*_QUERIES, "create invoise zulip")]
    pairs = list(zip(results, index.tools[:: len(index.tools) // len(results)], strict=False))
    why = best(lambda: [explain(index, *pair) for pair in pairs], sizes.rounds, 3) / len(pairs)
    yield Row("why a tool is found or not", f"{why * 1e3:.1f} ms")
    wordings = best(lambda: [suggest(index, *pair) for pair in pairs], sizes.rounds) / len(pairs)
    yield below("rewordings that find it, up to 60 of them run", wordings * 1e3, 100, "ms")
    labels = labelled.read(demo.QUERIES)
    whole = best(lambda: evaluate([survey], labels), min(sizes.rounds, 2))
    yield Row(f"evaluate, {len(labels)} queries with and without the gate", f"{whole:.2f} s")
