"""What reading catalogs costs, how it grows, and what is kept of it when a server changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial

from tests.bench.catalogs import changed, many_servers, servers
from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from tests.bench.timing import best
from toolscope import tokens
from toolscope.config.model import Settings
from toolscope.connections.state import ServerStatus
from toolscope.disclosure.exact import count_exactly
from toolscope.survey import Survey, take

_SETTINGS = Settings(context_length=200_000)


def rows(sizes: Sizes) -> Iterator[Row]:
    """Wire JSON to a survey with its ladder and its index, and the exact counts of it."""
    yield from _growth(sizes)
    yield from _one_of_many(sizes)
    yield from _counts(sizes)


def whole(statuses: Sequence[ServerStatus], previous: Survey | None = None) -> Survey:
    """Everything that a screen of these servers needs."""
    seen = take(statuses, _SETTINGS, previous=previous)
    assert seen.ladder.breakpoints
    assert seen.index.documents
    return seen


def _growth(sizes: Sizes) -> Iterator[Row]:
    for count in (sizes.few, sizes.many, sizes.most):
        statuses = servers(count)
        seconds = best(partial(whole, statuses), min(sizes.rounds, 2))
        words = f"{seconds / count * 1e6:.0f} µs a tool; {_size(statuses) / 1e6:.1f} MB of tools"
        what = f"survey with index, {count:,} tools"
        yield (
            below(what, seconds, 1.5, "s", words)
            if count == sizes.many
            else Row(what, f"{seconds:.2f} s", beside=words)
        )


def _one_of_many(sizes: Sizes) -> Iterator[Row]:
    statuses = many_servers(sizes.many)
    before = whole(statuses)
    news = changed(statuses)
    again = best(lambda: whole(news, before), min(sizes.rounds, 3))
    anew = best(lambda: whole(news), min(sizes.rounds, 2))
    words = f"all of them: {anew * 1e3:.0f} ms, {anew / again:.1f} times"
    yield Row(f"one changed server of {len(statuses)}", f"{again * 1e3:.0f} ms", beside=words)


def _counts(sizes: Sizes) -> Iterator[Row]:
    statuses = many_servers(sizes.many)
    survey = take(statuses, _SETTINGS)
    vocabulary = best(_vocabulary, 1)
    tokens.count_once.cache_clear()
    first = best(lambda: count_exactly(survey.disclosure), 1)
    beside = f"and {vocabulary:.2f} s for the vocabulary, once"
    yield below(f"exact counts, {sizes.many:,} tools", first, 1, "s", beside)
    again = best(lambda: count_exactly(survey.disclosure), min(sizes.rounds, 3))
    moved = take(changed(statuses), _SETTINGS, previous=survey)
    one = best(lambda: count_exactly(moved.disclosure), 1)
    yield Row("  again; after one server of 30 changed", f"{again * 1e3:.1f} ms", beside=f"{one * 1e3:.0f} ms")


def _vocabulary() -> None:
    tokens._encoding.cache_clear()
    tokens.count("")


def _size(statuses: Sequence[ServerStatus]) -> int:
    """Bytes of compact JSON."""
    lists = (status.listing.tools for status in statuses if status.listing)
    return sum(len(json.dumps(tool, separators=(",", ":"))) for tools in lists for tool in tools)
