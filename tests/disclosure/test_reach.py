"""From a place on a bar back to the settings that reach it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.disclosure.disclose import budget, disclose, share
from toolscope.disclosure.ladder import Ladder
from toolscope.disclosure.reach import THRESHOLD_STEPS, keep_names, reach, smallest_context, smallest_threshold

CATALOG = catalog(
    status("tracker", [tool(f"issue_{n}", "Do something to an issue.") for n in range(30)]),
    status("cloud", [tool(f"resource_{n}_list", "List resources.") for n in range(400)]),
    status("chat", [tool("send", "Send a message.")]),
)
LADDER = Ladder.of(CATALOG)
contexts = st.integers(1, 10_000_000)
tokens = st.integers(1, 60_000)


def test_the_steps_of_the_percentage_are_fine_where_it_is_small() -> None:
    assert THRESHOLD_STEPS[:3] == (0.0, 0.01, 0.02)
    assert THRESHOLD_STEPS[99:103] == (0.99, 1.0, 1.1, 1.2)
    assert THRESHOLD_STEPS[189:192] == (9.9, 10.0, 11.0)
    assert THRESHOLD_STEPS[-1] == 100.0
    assert list(THRESHOLD_STEPS) == sorted(set(THRESHOLD_STEPS))


@given(contexts, tokens)
def test_the_smallest_threshold_reaches_and_the_step_below_does_not(context: int, wanted: int) -> None:
    settings = Settings(context_length=context)
    step = smallest_threshold(settings, wanted)
    if step is None:
        assert context < wanted
        return
    assert share(replace(settings, threshold_pct=step)) >= wanted
    below = THRESHOLD_STEPS[max(0, THRESHOLD_STEPS.index(step) - 1)]
    assert share(replace(settings, threshold_pct=below)) < wanted


@given(st.floats(0.001, 100), tokens)
def test_the_smallest_context_reaches_and_one_token_less_does_not(threshold: float, wanted: int) -> None:
    settings = Settings(threshold_pct=threshold)
    context = smallest_context(settings, wanted)
    if context is None:
        assert share(replace(settings, context_length=1_000_000_000)) <= wanted
        return
    assert share(replace(settings, context_length=context)) >= wanted
    assert context == 1 or share(replace(settings, context_length=context - 1)) < wanted


@pytest.mark.parametrize("threshold", [0.0, 1e-300, 5e-324])
def test_no_context_is_large_enough_for_no_percentage(threshold: float) -> None:
    assert smallest_context(Settings(threshold_pct=threshold), 1) is None


@given(st.integers(60_000, 10_000_000), tokens, st.integers(200, 60_000))
def test_reaching_a_rung_gives_a_budget_that_holds_it(context: int, wanted: int, cap: int) -> None:
    reached = reach(Settings(context_length=context, listing_max_tokens=cap), wanted)
    assert budget(reached).tokens >= wanted
    assert reached.listing_max_tokens == max(cap, wanted)
    assert reached.threshold_pct in THRESHOLD_STEPS


def test_a_click_on_a_bar_moves_the_percentage_and_a_lower_cap() -> None:
    settings = Settings(context_length=200_000, threshold_pct=1.5)
    assert reach(settings, 613).threshold_pct == 0.31
    assert reach(settings, 613).listing_max_tokens == 4_000
    assert reach(settings, 33_147) == replace(settings, threshold_pct=17.0, listing_max_tokens=33_147)


def test_while_the_context_is_unknown_only_the_cap_moves() -> None:
    settings = Settings(threshold_pct=1.5)
    assert smallest_threshold(settings, 1) is None
    assert reach(settings, 613) == replace(settings, listing_max_tokens=613)
    assert reach(settings, 90_000).listing_max_tokens == 60_000


def test_what_is_out_of_reach_is_approached() -> None:
    reached = reach(Settings(context_length=5_000), 9_000)
    assert (reached.threshold_pct, reached.listing_max_tokens) == (100.0, 5_000)


@given(contexts, tokens)
def test_a_cap_is_raised_to_what_is_wanted_and_never_beyond_the_context(context: int, wanted: int) -> None:
    settings = Settings(context_length=context)
    reached = reach(settings, wanted)
    assert settings.listing_max_tokens <= reached.listing_max_tokens <= max(settings.listing_max_tokens, wanted)
    if reached.listing_max_tokens > settings.listing_max_tokens:
        assert reached.listing_max_tokens <= share(reached)
        assert budget(reached).tokens == min(wanted, context)


@pytest.mark.parametrize("label", ["tracker", "cloud", "chat"])
def test_keeping_names_takes_the_smallest_rung_that_has_them(label: str) -> None:
    wanted = next(group.label for group in LADDER.groups if label in group.label)
    settings = keep_names(LADDER, Settings(context_length=200_000), wanted)
    assert settings is not None
    assert disclose(CATALOG, LADDER, settings).mode(wanted) in ("names", "full")
    lower = [rung for rung in LADDER.steps if rung.tokens < disclose(CATALOG, LADDER, settings).rung.tokens]
    assert all(LADDER.mode(rung, wanted) == "summary" for rung in lower)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(context_length=200_000, listing="off"),
        Settings(context_length=200_000, enabled="off"),
        Settings(context_length=200_000, profile=HERMES_19),
        Settings(context_length=10),
    ],
)
def test_names_that_no_budget_keeps_are_none(settings: Settings) -> None:
    label = LADDER.groups[0].label
    assert keep_names(LADDER, settings, label) is None
    assert keep_names(LADDER, Settings(context_length=200_000), "nobody") is None
