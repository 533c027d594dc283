"""What a step of a slider costs without its drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.bench.catalogs import servers
from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from tests.bench.timing import best
from toolscope.config.grid import axes
from toolscope.config.model import Settings
from toolscope.disclosure.disclose import budget, disclose
from toolscope.disclosure.listing import HEADER, Group
from toolscope.disclosure.sweep import sweep
from toolscope.survey import Survey, take

_BUDGETS = (50, 300, 1_000, 4_000, 20_000, 60_000)


def rows(sizes: Sizes) -> Iterator[Row]:
    """The decision against the naive way to it."""
    survey = take(servers(sizes.many), Settings(context_length=200_000))
    yield from _ladder(survey, sizes)
    yield from _sweep(survey, sizes)


def _ladder(survey: Survey, sizes: Sizes) -> Iterator[Row]:
    ladder = survey.ladder
    assert ladder.breakpoints
    lookup = best(lambda: [ladder.select(tokens) for tokens in _BUDGETS], sizes.rounds, 2_000) / len(_BUDGETS)
    naive = best(lambda: [rendered(survey, tokens) for tokens in _BUDGETS], sizes.rounds) / len(_BUDGETS)
    ratio = naive / lookup
    yield below("ladder step", lookup * 1e6, 10, "µs", f"rendering every rung: {naive * 1e3:.1f} ms")
    yield Row("  against rendering every rung", f"{ratio:,.0f} times faster", "1,000 times", ratio > 1_000)
    moved = replace(survey.settings, threshold_pct=0.3)
    step = best(lambda: disclose(survey.catalog, ladder, moved), sizes.rounds, 200)
    yield Row("whole decision", f"{step * 1e6:.0f} µs")


def _sweep(survey: Survey, sizes: Sizes) -> Iterator[Row]:
    base = survey.settings
    points = list(axes(base.profile, "50k:950k:100k", "0:49.9:0.5", "500:59000:6000").points(base))
    whole = best(lambda: list(sweep(survey.catalog, survey.ladder, points)), min(sizes.rounds, 3))
    some = points[:: len(points) // 40]
    naive = best(lambda: [rendered(survey, budget(point).tokens) for point in some], min(sizes.rounds, 2)) / len(some)
    yield below(f"sweep of {len(points):,} points", whole, 2, "s", f"rendering each: {naive * len(points):.0f} s")


def rendered(survey: Survey, tokens: int) -> int:
    """The naive way to a manifest: render every rung until one fits."""
    ladder = survey.ladder
    for rung in ladder.rungs:
        blocks = (Group(group.label, group.tools).text(ladder.mode(rung, group.label)) for group in ladder.groups)
        text = "\n".join((HEADER, *blocks))
        if -(-len(text) // 4) <= tokens:
            return len(text)
    return 0
