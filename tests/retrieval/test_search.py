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
from toolscope.retrieval.search import HINT, search
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
        result = search(index, query["q"], 25)
        assert result.terms == wanted["tokens"]
        if release != "0.19":
            assert result.admission.gate == wanted["gate"]
        found = [names.index(hit.tool.name) for hit in result.ranking]
        assert (found[:5], found[:25], len(found)) == (wanted["m5"], wanted["m25"], wanted["all"]), query["q"]
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


def test_every_stem_is_the_reference_s() -> None:
    stems = vector("stems")
    for word, stem in [*stems["pairs"], *(row[:2] for row in stems["differs"])]:
        if word.isalnum() and word.isascii():
            assert terms(HERMES_21, word) == [stem], word


def test_the_hint_has_the_reference_s_length() -> None:
    assert len(HINT) == 231


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
