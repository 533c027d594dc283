"""A grid of settings to decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from tests.disclosure.drawn import SERVERS, SETTINGS, of
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.disclosure.disclose import disclose
from toolscope.disclosure.ladder import Ladder
from toolscope.disclosure.sweep import steps, sweep

SEEN = catalog(
    status("cloud", [tool(f"resource_{n}", "List resources.") for n in range(300)]),
    status("tracker", [tool(f"issue_{n}", "Do something.") for n in range(20)]),
)


@given(SERVERS, st.lists(SETTINGS, max_size=6))
def test_a_row_is_what_is_disclosed_under_the_same_settings(
    servers: dict[str, list[Any]], grid: list[Settings]
) -> None:
    seen = of(servers)
    ladder = Ladder.of(seen)
    rows = list(sweep(seen, ladder, grid))
    assert [row.decision.settings for row in rows] == grid
    for row, settings in zip(rows, grid, strict=True):
        alone = disclose(seen, Ladder.of(seen), settings)
        found = row.decision
        assert (found.budget, found.activated, found.tier, found.rung) == (
            alone.budget,
            alone.activated,
            alone.tier,
            alone.rung,
        )
        assert row.modes == {label: alone.mode(label) for label in seen.groups}


@given(SERVERS, st.lists(SETTINGS, min_size=1, max_size=6))
def test_no_row_is_over_its_budget(servers: dict[str, list[Any]], grid: list[Settings]) -> None:
    seen = of(servers)
    for row in sweep(seen, Ladder.of(seen), grid):
        assert len(row.decision.manifest) == row.decision.rung.length.chars
        assert row.decision.rung.tokens <= row.decision.budget.tokens


def test_rows_of_one_rung_share_their_modes() -> None:
    one, other = sweep(SEEN, Ladder.of(SEEN), [Settings(), Settings(context_length=100_000)])
    assert one.modes is other.modes


def test_the_steps_say_which_label_collapses_and_whether_a_budget_selects_them() -> None:
    full, names, mixed, groups = steps(Settings().profile, Ladder.of(SEEN))
    assert (full.modes, full.collapses) == ({"cloud": "full", "tracker": "full"}, None)
    assert (names.modes, names.collapses) == ({"cloud": "names", "tracker": "names"}, None)
    assert (mixed.modes, mixed.collapses) == ({"cloud": "summary", "tracker": "names"}, "cloud")
    assert (groups.rung.form, groups.collapses) == ("groups", "tracker")
    assert all(step.reachable for step in (full, names, mixed, groups))


def test_a_step_that_is_longer_than_one_before_it_is_out_of_reach() -> None:
    ladder = Ladder.of(catalog(status("a", [tool("b", "C.")])))
    assert [step.reachable for step in steps(Settings().profile, ladder)] == [True, True, False]
    budgets = [replace(Settings(context_length=100_000), threshold_pct=tokens / 1000) for tokens in range(200)]
    forms = {row.decision.form for row in sweep(catalog(status("a", [tool("b", "C.")])), ladder, budgets)}
    assert forms == {"full", "names", "none"}


def test_a_release_without_a_listing_has_no_steps() -> None:
    assert steps(HERMES_19, Ladder.of(SEEN)) == ()
    (row,) = sweep(SEEN, Ladder.of(SEEN), [Settings(profile=HERMES_19, context_length=1_000)])
    assert (row.decision.activated, row.decision.form, set(row.modes.values())) == (True, "none", {"hidden"})


def test_nothing_deferred_has_no_steps() -> None:
    assert steps(Settings().profile, Ladder()) == ()
