"""Results and scores, as the reference has them."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

import pytest

from tests.build import RELEASES, catalog, status
from tests.golden import vector
from toolscope.catalog.snapshot import Catalog
from toolscope.config.profiles import HERMES_21
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import search
from toolscope.retrieval.terms import document, terms

CASES = vector("search")["catalogs"]


def _catalog(case: dict[str, Any], release: str) -> Catalog:
    made = (status(s["name"], s["tools"], capabilities=s.get("capabilities", ())) for s in case["servers"])
    return catalog(*made, profile=RELEASES[release])


@cache
def _index(position: int, release: str) -> Index:
    return Index.of(RELEASES[release], _catalog(CASES[position], release).deferred)


def _wanted(query: dict[str, Any], release: str) -> dict[str, Any]:
    if release == "0.19":
        found: dict[str, Any] = query["0.19"]
        return found
    return {**query["seed"], **query.get(release, {})}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("position", range(len(CASES)), ids=[case["title"] for case in CASES])
def test_every_result_is_the_reference_s(position: int, release: str) -> None:
    index = _index(position, release)
    names = [tool.name for tool in index.tools]
    for query in CASES[position]["queries"]:
        wanted = _wanted(query, release)
        few, result = search(index, query["q"], 5), search(index, query["q"], 25)
        assert result.terms == wanted["tokens"]
        if release != "0.19":
            assert result.admission.gate == wanted["gate"]
        found = [names.index(hit.tool.name) for hit in result.ranking]
        assert [names.index(hit.tool.name) for hit in few.hits] == wanted["m5"], query["q"]
        assert [names.index(hit.tool.name) for hit in result.hits] == wanted["m25"], query["q"]
        assert (found[:25], len(found)) == (wanted["m25"], wanted["all"]), query["q"]
        if wanted.get("fallback"):
            assert result.fallback
            continue
        scores = ["inf" if hit.score == inf else float(f"{hit.score:.12g}") for hit in result.hits]
        assert scores == wanted["scores"], query["q"]


@pytest.mark.parametrize("position", range(len(CASES)), ids=[case["title"] for case in CASES])
def test_every_document_is_the_reference_s(position: int) -> None:
    case = CASES[position]
    for release, suffix in (("seed", ""), ("0.19", "_0.19")):
        index = _index(position, release)
        assert [len(terms) for terms in index.documents] == case[f"doc_len{suffix}"]
        for words, wanted in zip(index.documents, case.get(f"docs{suffix}", ()), strict=False):
            assert list(words) == wanted.split() or sorted(words) == sorted(wanted.split())


def test_words_are_runs_of_ascii_letters_and_digits() -> None:
    assert terms(HERMES_21, "résumé v1.2") == ["r", "sum", "v1", "2"]


def test_documents_name_the_source_once_when_the_name_has_it() -> None:
    index = _index(0, "seed")
    assert document(HERMES_21, index.tools[0]).count("tidewatch") == 1


def test_names_that_differ_by_case_are_all_exact() -> None:
    tools: list[dict[str, Any]] = [
        {"name": name, "description": "Same words.", "inputSchema": {}} for name in ("Get", "get", "other")
    ]
    index = Index.of(HERMES_21, catalog(status("s", tools)).deferred)
    hits = search(index, "mcp__S__GET", 5).hits
    assert [(hit.tool.name, hit.score) for hit in hits] == [("mcp__s__Get", inf), ("mcp__s__get", inf)]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("query", ["", "   ", "???", "портфель", "list", "mcp__a__b"])
def test_an_empty_catalog_finds_nothing(release: str, query: str) -> None:
    result = search(Index.of(RELEASES[release], ()), query, 5)
    assert (list(result.ranking), result.hits, dict(result.ranks), result.fallback) == ([], (), {}, False)


@pytest.mark.parametrize("release", RELEASES)
def test_tools_without_a_word_are_documents_too(release: str) -> None:
    tools = [{"name": "検索", "description": "探す", "inputSchema": {}}, {"name": "find", "description": "Find it"}]
    index = Index.of(RELEASES[release], catalog(status("日本", tools), profile=RELEASES[release]).deferred)
    assert [hit.tool.raw_name for hit in search(index, "find", 5).hits] == ["find"]
    alone = Index.of(RELEASES[release], index.tools[:1])
    assert not search(alone, "find", 5).ranking


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("query", ["", "  ", "???", "查询余额", "\x1b\n"])
def test_a_query_without_a_searchable_word_finds_nothing(release: str, query: str) -> None:
    result = search(_index(0, release), query, 25)
    assert (result.words, result.admission.gate, list(result.ranking)) == ((), None, [])


def test_a_repeated_word_counts_again() -> None:
    once, twice = (search(_index(0, "seed"), query, 5).hits for query in ("tide", "tide tide"))
    assert [hit.tool for hit in once] == [hit.tool for hit in twice]
    assert [hit.score for hit in twice] == [hit.score * 2 for hit in once]


def test_a_ranking_is_read_by_rank_by_slice_and_by_name() -> None:
    ranking = search(_index(0, "seed"), "tide", 1).ranking
    hits = tuple(ranking)
    assert len(hits) == len(ranking) > 1
    assert (ranking[0], ranking[-1], ranking[1:]) == (hits[0], hits[-1], hits[1:])
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert dict(ranking.by_name) == {hit.tool.name: hit for hit in hits}
    assert ranking.by_name.get("nobody") is None
    assert ranking.by_name.get(next(t.name for t in _index(0, "seed").tools if t.name not in ranking.by_name)) is None
