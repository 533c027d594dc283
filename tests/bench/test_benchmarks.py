"""The core's own steps under pytest-benchmark: ``python -m pytest tests/bench --benchmark-enable``.

Otherwise each runs once, on next to nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.catalogs import changed, many_servers
from tests.bench.deciding import rendered
from tests.bench.sizes import FULL, TINY
from tests.bench.surveying import whole
from toolscope.config.model import Settings
from toolscope.disclosure.disclose import disclose
from toolscope.disclosure.exact import count_exactly
from toolscope.retrieval.search import search
from toolscope.survey import Survey


@pytest.fixture(scope="session")
def survey(request: pytest.FixtureRequest) -> Survey:
    count = (TINY if request.config.getoption("benchmark_disable") else FULL).many
    return whole(many_servers(count))


def test_a_ladder_step(benchmark: BenchmarkFixture, survey: Survey) -> None:
    chosen = benchmark(survey.ladder.select, survey.ladder.breakpoints[-1])
    assert chosen == survey.ladder.steps[-1]


def test_the_naive_way_to_the_same_manifest(benchmark: BenchmarkFixture, survey: Survey) -> None:
    budget = survey.ladder.breakpoints[-1]
    assert benchmark(rendered, survey, budget) == survey.ladder.select(budget).length.chars


def test_a_decision(benchmark: BenchmarkFixture, survey: Survey) -> None:
    moved: Settings = replace(survey.settings, threshold_pct=0.3)
    assert benchmark(disclose, survey.catalog, survey.ladder, moved).settings is moved


def test_a_query(benchmark: BenchmarkFixture, survey: Survey) -> None:
    assert benchmark(search, survey.index, "create invoice", 5).query == "create invoice"


def test_a_survey_of_which_one_server_changed(benchmark: BenchmarkFixture, survey: Survey) -> None:
    news = changed(survey.statuses)
    again = benchmark(partial(whole, news, survey))
    kept = [name for name, offer in again.offers.items() if offer is survey.offers[name]]
    assert len(kept) == len(news) - 1


def test_exact_counts_that_were_counted_before(benchmark: BenchmarkFixture, survey: Survey) -> None:
    first = count_exactly(survey.disclosure)
    assert benchmark(count_exactly, survey.disclosure) == first
