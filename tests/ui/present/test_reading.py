"""What each slider says, and which part of it has an effect."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.connections.state import State
from toolscope.disclosure.reach import smallest_threshold
from toolscope.survey import Survey
from toolscope.ui.present.dials import DIALS, LISTING, PERCENTAGE, WINDOW, Dial
from toolscope.ui.present.notes import notes
from toolscope.ui.present.reading import Reading, Tick, reading
from toolscope.ui.present.track import fitting

SERVERS = (
    status("tracker", [tool(f"issue_{n}", "Do something to an issue.", "text") for n in range(40)]),
    status("cloud", [tool(f"resource_{n}_list", "List the resources of a project.", "text") for n in range(400)]),
)
BASE = Settings(context_length=200_000, threshold_pct=1.5, model="claude-sonnet-4-5")
ALL = survey(*SERVERS, settings=BASE)


def taken(**changes: Any) -> Survey:
    return ALL.with_settings(replace(BASE, **changes))


def words(shown: Reading, width: int = 32) -> tuple[str, str]:
    return fitting(shown.meaning, width), fitting(shown.reason, width)


def test_the_smaller_side_decides_and_the_larger_says_from_where_it_has_no_effect() -> None:
    now = taken()
    assert words(reading(now, PERCENTAGE)) == ("= 3,000 tokens  ◂ decides", "no effect above 2 %: cap 4,000")
    assert words(reading(now, LISTING)) == ("cap, 1,000 to spare", "no effect above 3,000: 1.5 %")
    assert words(reading(now, WINDOW)) == ("claude-sonnet-4-5", "no effect above 266,667")
    assert [reading(now, dial).decides for dial in DIALS] == [True, False, True]
    assert [reading(now, dial).limit for dial in DIALS] == [2.0, 3_000, 266_667]


def test_notes_give_way_where_there_is_little_room() -> None:
    now = taken()
    assert words(reading(now, PERCENTAGE), 24) == ("= 3,000  ◂ decides", "no effect above 2 %")
    assert words(reading(now, PERCENTAGE), 48)[1] == "no effect above 2 %: cap 4,000, c raises it"


def test_a_share_above_the_cap_offers_to_raise_it_as_long_as_there_is_room() -> None:
    assert words(reading(taken(threshold_pct=5.0), PERCENTAGE))[1] == "cap 4,000 is lower: c raises it"
    full = reading(taken(threshold_pct=50.0, listing_max_tokens=60_000), PERCENTAGE)
    assert words(full, 48)[1] == "no effect above 30 %: cap 60,000"


def test_breakpoints_stand_where_a_slider_reaches_a_rung() -> None:
    now = taken()
    rungs = now.ladder.breakpoints
    for dial in DIALS:
        for tick in reading(now, dial).ticks:
            moved = now.with_settings(dial.write(replace(now.settings, listing_max_tokens=60_000), tick.value))
            if dial is LISTING:
                moved = moved.with_settings(replace(moved.settings, threshold_pct=100.0))
            assert tick.tokens in rungs
            assert moved.disclosure.rung.tokens == tick.tokens


def test_two_rungs_within_one_step_are_one_breakpoint_named_by_the_larger() -> None:
    now = taken(context_length=10_000_000)
    ticks = reading(now, PERCENTAGE).ticks
    assert len({tick.value for tick in ticks}) == len(ticks) < len(now.ladder.breakpoints)
    assert ticks[0].tokens == max(tokens for tokens in now.ladder.breakpoints if tokens <= 1_000)


@pytest.mark.parametrize(
    ("changes", "why"),
    [({"enabled": "off"}, "enabled is off"), ({"listing": "off"}, "listing is off")],
)
@pytest.mark.parametrize("dial", DIALS, ids=[dial.name for dial in DIALS])
def test_a_switch_that_is_off_makes_every_slider_idle_and_says_so_first(
    dial: Dial, changes: dict[str, Any], why: str
) -> None:
    shown = reading(taken(**changes), dial)
    assert (shown.limit, shown.decides, shown.locked) == (-inf, False, False)
    assert words(shown, 24)[0].endswith(why)
    assert words(shown)[0] == f"no effect: {why}"


def test_without_tools_there_is_nothing_to_decide() -> None:
    assert words(reading(survey(), PERCENTAGE))[0] == "no effect: no tools to defer"
    waiting = survey(status("slow", state=State.CONNECTING))
    assert words(reading(waiting, PERCENTAGE))[0] == "no effect: no tools yet"


def test_an_unknown_context_locks_the_percentage_and_offers_models() -> None:
    now = taken(context_length=None, model=None)
    shown = reading(now, PERCENTAGE)
    assert (shown.locked, shown.limit, shown.ticks) == (True, -inf, ())
    assert words(shown) == ("context unknown: o offers models", "no effect: 10,000 is assumed")
    assert words(shown, 24)[0] == "context unknown: press o"
    window = reading(now, WINDOW)
    assert (window.value, window.locked, window.decides) == (None, False, False)
    assert words(window) == ("10,000 tokens are assumed", "o offers models, Enter types")
    assert words(reading(now, LISTING))[1] == "no effect above 10,000"
    assert reading(taken(context_length=None, listing_max_tokens=20_000), WINDOW).decides


def test_a_percentage_below_the_smallest_cap_leaves_the_cap_nothing() -> None:
    assert words(reading(taken(threshold_pct=0.05), LISTING))[1] == "no effect: 0.05 % decides"
    assert words(reading(taken(threshold_pct=0.0), WINDOW))[1] == "no effect: 0 % of it is nothing"


def test_a_release_without_a_listing_has_a_gate_instead() -> None:
    now = taken(profile=HERMES_19, threshold_pct=10.0)
    tools = now.disclosure.deferred_tokens
    gate = reading(now, PERCENTAGE)
    assert words(gate)[0] == "20,000 tokens activate"
    assert words(gate, 48)[1] == f"off from {gate.ticks[0].value:g} %: tools {tools:,}"
    for dial in (PERCENTAGE, WINDOW):
        tick = reading(now, dial).ticks[0]
        assert tick.tokens == 0
        assert not now.with_settings(dial.write(now.settings, tick.value)).disclosure.activated
    below = now.with_settings(WINDOW.write(now.settings, reading(now, WINDOW).ticks[0].value - 1))
    assert below.disclosure.activated
    assert words(reading(now, LISTING)) == ("hermes-0.19 has no listing", "")
    assert words(reading(taken(profile=HERMES_19, enabled="on"), PERCENTAGE))[0] == "no effect: enabled is on"
    unknown = taken(profile=HERMES_19, context_length=None)
    assert reading(unknown, PERCENTAGE).locked
    assert words(reading(unknown, WINDOW))[0] == "20,000 tokens activate"


def lines(now: Survey, dial: Dial, typed: tuple[str, str] | None = None, pointed: Tick | None = None) -> list[str]:
    return [line.plain.rstrip() for line in notes(now, dial, reading(now, dial), 32, typed, pointed)]


def test_a_breakpoint_that_is_pointed_at_is_named_with_its_value() -> None:
    now = taken()
    last = reading(now, PERCENTAGE).ticks[-1]
    assert lines(now, PERCENTAGE, pointed=last)[1] == f"▴ {PERCENTAGE.shown(last.value)} = {last.tokens:,} all → full"
    cap = reading(now, LISTING).ticks[-1]
    needed = smallest_threshold(now.settings, cap.tokens)
    assert lines(now, LISTING, pointed=cap)[1].startswith(f"▴ {cap.tokens:,} = {needed:g} % ")
    window = reading(now, WINDOW).ticks[-1]
    assert lines(now, WINDOW, pointed=window)[1] == f"▴ {window.value:,.0f} = {window.tokens:,} all → full"


def test_a_label_gives_up_its_other_side_before_what_changes_there() -> None:
    now = taken()
    last = reading(now, PERCENTAGE).ticks[-1]
    narrow = [line.plain.rstrip() for line in notes(now, PERCENTAGE, reading(now, PERCENTAGE), 21, None, last)]
    assert narrow[1] == f"▴ {PERCENTAGE.shown(last.value)} all → full"


def test_the_breakpoint_under_the_thumb_is_named_where_it_has_an_effect() -> None:
    first = reading(taken(), PERCENTAGE).ticks[0]
    assert lines(taken(threshold_pct=first.value), PERCENTAGE)[1] == "▴ all → summary"
    cap = taken(listing_max_tokens=int(reading(taken(), LISTING).ticks[0].value))
    assert lines(cap, LISTING)[1].startswith("▴ = 0.")
    last = reading(taken(), PERCENTAGE).ticks[-1]
    beyond = lines(taken(threshold_pct=last.value), PERCENTAGE)
    assert beyond[1] == f"▴ needs cap {last.tokens:,}: c raises it"
    assert lines(taken(threshold_pct=last.value + 1), PERCENTAGE)[1] == "cap 4,000 is lower: c raises it"
    top = reading(taken(), LISTING).ticks[-1]
    needed = next(tick.value for tick in reading(taken(), PERCENTAGE).ticks if tick.tokens == top.tokens)
    assert lines(taken(listing_max_tokens=top.tokens), LISTING)[1] == f"▴ needs {needed:g} % too"


def test_what_is_typed_is_shown_for_what_it_comes_to() -> None:
    now = taken()
    keys = "⏎ applies  esc restores"
    assert lines(now, PERCENTAGE, ("2.5", "")) == ["= 5,000 tokens", keys]
    assert lines(now, WINDOW, ("gpt-4o", "")) == ["= 128,000", keys]
    assert lines(now, WINDOW, ("nobody", "")) == ["= 256,000 assumed", keys]
    assert lines(now, WINDOW, ("", "")) == ["200k, 1M, a model, unknown", keys]
    assert lines(now, PERCENTAGE, ("x", "")) == ["", keys]
    assert lines(now, LISTING, ("1k", "")) == ["= 1,000", keys]


def test_a_refusal_takes_both_lines() -> None:
    refused = lines(taken(), WINDOW, ("*", "give tokens (200000, 200k, 1M), a model id or unknown"))
    assert refused == ["give tokens (200000, 200k, 1M),", "a model id or unknown"]


@pytest.mark.parametrize(
    ("dial", "value", "text"),
    [
        (PERCENTAGE, 1.5, "1.50 %"),
        (PERCENTAGE, 100.0, "100.00 %"),
        (PERCENTAGE, 1.2345, "1.234 %"),
        (PERCENTAGE, 99.9999, "100.00 %"),
        (LISTING, 60_000, "60,000"),
        (WINDOW, 9_999_999, "9,999,999"),
        (WINDOW, 12_500_000, "12.5M"),
        (WINDOW, 10**30, "1.0e+30"),
        (WINDOW, None, "unknown"),
    ],
)
def test_a_value_fits_its_column(dial: Dial, value: float | None, text: str) -> None:
    assert dial.shown(value) == text
    assert len(text) <= 9


def test_a_model_with_hostile_characters_is_made_plain() -> None:
    shown = reading(taken(model="evil\x1b[31m\u202e[/red]"), WINDOW)
    assert words(shown)[0] == "evil␛[31m\ufffd[/red]"
