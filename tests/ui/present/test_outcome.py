"""What the settings come to, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.connections.state import State
from toolscope.disclosure.exact import ExactCosts
from toolscope.disclosure.ladder import NOTHING
from toolscope.survey import Survey
from toolscope.ui.present import outcome
from toolscope.ui.present.dials import DIALS
from toolscope.ui.present.folded import folded
from toolscope.ui.present.reading import reading

TRACKER = status("tracker", [tool(f"issue_{n}", "Do something to an issue.", "text") for n in range(40)])
CLOUD = status("cloud", [tool(f"resource_{n}_list", "List the resources of a project, by name.") for n in range(3_500)])
CHAT = status("chat", [tool(f"{verb}_messages", "Do it.", "text") for verb in ("send", "read", "find", "mute", "pin")])
BASE = Settings(context_length=200_000, threshold_pct=1.5)
ALL = survey(TRACKER, CLOUD, CHAT, settings=BASE)


def taken(**changes: Any) -> Survey:
    return ALL.with_settings(replace(BASE, **changes))


def step_words(now: Survey) -> str:
    return outcome.next_step(now, 120, 120).plain


def test_the_badge_has_tier_and_form() -> None:
    assert outcome.tier(taken().disclosure).plain.strip() == "TIER 1 mixed"
    assert outcome.tier(taken(threshold_pct=0.0).disclosure).plain.strip() == "TIER 2 none"
    assert outcome.tier(taken(enabled="off").disclosure).plain.strip() == "TIER 0 off"


def test_the_bar_shows_the_used_part_and_never_less_than_a_cell() -> None:
    disclosure = taken().disclosure
    bar = outcome.used(taken(), 50).plain
    assert len(bar) == 50
    assert bar.count("▄") == max(1, round(disclosure.rung.tokens / 3_000 * 50))
    assert outcome.used(taken(threshold_pct=0.0), 50).plain == "▁" * 50


def test_the_next_step_names_who_is_shown_otherwise() -> None:
    now = taken()
    steps, at = now.ladder.steps, now.ladder.steps.index(now.disclosure.rung)
    expected = f"▾ {steps[at].tokens - 1:,} tracker → summary   ▴ {steps[at + 1].tokens:,} = 15 % cloud → names"
    assert step_words(now) == expected
    assert outcome.next_step(now, 52, 84).plain == expected.replace(" = 15 %", "")


def test_a_step_that_no_setting_reaches_says_so_at_every_width() -> None:
    most = {"threshold_pct": 50.0, "listing_max_tokens": 60_000}
    for changes, why in (
        (most, "beyond 60,000"),
        ({"context_length": 20_000, "threshold_pct": 50.0}, "beyond the context"),
    ):
        now = taken(**changes)
        above = now.ladder.steps[now.ladder.steps.index(now.disclosure.rung) + 1]
        assert f"▴ {above.tokens:,}" in step_words(now)
        assert step_words(now).endswith(f" → {'full' if changes is most else 'names'}, {why}")
        assert outcome.next_step(now, 30, 60).plain.endswith(f"▴ {why}")


def test_no_breakpoint_stands_where_no_cap_reaches_it() -> None:
    now = taken(listing_max_tokens=60_000, threshold_pct=100.0)
    assert max(now.ladder.breakpoints) > 60_000
    for dial in DIALS:
        assert all(tick.tokens <= 60_000 for tick in reading(now, dial).ticks)


def test_the_smallest_and_the_largest_manifest_have_one_neighbour() -> None:
    assert step_words(taken(threshold_pct=0.0)).endswith("all → summary")
    assert "▾" not in step_words(taken(threshold_pct=0.0))
    small = survey(CHAT, settings=BASE)
    full = small.ladder.steps[-1].tokens
    assert step_words(small) == f"▾ {full - 1} chat → names   ▴ every line is shown"


def test_a_change_names_one_server_counts_several_and_calls_everyone_all() -> None:
    ladder = taken().ladder
    assert outcome.change(ladder, NOTHING, ladder.steps[0]) == "all → summary"
    assert outcome.change(ladder, ladder.rungs[1], ladder.rungs[3]) == "2 servers → summary"
    assert outcome.change(ladder, ladder.rungs[2], ladder.rungs[1]) == "cloud → names"
    assert outcome.change(ladder, ladder.rungs[0], ladder.rungs[2]) == "2 servers → names, cloud → summary"


def test_long_labels_are_cut_before_the_numbers_are() -> None:
    long = status("a-server-with-a-name-that-never-seems-to-end", TRACKER.listing.tools if TRACKER.listing else ())
    now = survey(long, CLOUD, settings=BASE)
    line = outcome.next_step(now, 52, 52).plain
    assert len(line) <= 52
    assert line.endswith("cloud → names")
    assert "a-server-w…" in line or "a-serve" in line


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "▴ needs a cap"),
        ({"listing_max_tokens": 60_000}, "threshold_pct decides"),
        ({"threshold_pct": 50.0}, "listing_max_tokens decides"),
        ({"threshold_pct": 2.5}, "▴ needs a percentage"),
        ({"context_length": None, "listing_max_tokens": 60_000}, "▴ needs a known context: o"),
        ({"threshold_pct": 50.0, "listing_max_tokens": 60_000}, "listing_max_tokens decides"),
        ({"context_length": None}, "▴ needs a known context: o"),
        ({"context_length": 20_000, "threshold_pct": 50.0}, "listing_max_tokens decides"),
        ({"listing": "off"}, ""),
        ({"profile": HERMES_19}, ""),
    ],
)
def test_which_side_decides_is_said_and_what_the_next_step_needs(changes: dict[str, Any], words: str) -> None:
    now = taken(**changes)
    above = next((t for t in now.ladder.breakpoints if t > now.disclosure.budget.tokens), 0)
    expected = f"▴ needs a cap of {above:,} too" if words.startswith("▴ needs a cap") else words
    if words == "▴ needs a percentage":
        expected = f"▴ needs {next(p for p in range(10, 101) if p * 2_000 >= above)} % too"
    assert outcome.decider(now)[0] == expected


@pytest.mark.parametrize(
    ("changes", "spent", "next_step"),
    [
        ({"enabled": "off"}, "enabled is off", "enabled is off: every schema is sent on every turn"),
        ({"listing": "off"}, "listing is off", "listing is off: the model searches without a list"),
        (
            {"profile": HERMES_19, "enabled": "on"},
            "hermes-0.19 lists nothing",
            "enabled is on: the schemas are deferred, nothing is listed",
        ),
    ],
)
def test_where_no_budget_counts_the_reason_stands(changes: dict[str, Any], spent: str, next_step: str) -> None:
    now = taken(**changes)
    assert outcome.spent(now).plain == spent
    assert step_words(now) == next_step


def test_a_legacy_session_that_stays_off_says_what_is_missing() -> None:
    now = survey(CHAT, settings=replace(BASE, profile=HERMES_19))
    tools = now.disclosure.deferred_tokens
    assert outcome.spent(now).plain == "tools below the threshold"
    assert step_words(now) == f"tools {tools} < 3,000: every schema is sent"
    unknown = survey(CHAT, settings=replace(BASE, profile=HERMES_19, context_length=None))
    assert step_words(unknown) == f"tools {tools} < 20,000: every schema is sent"
    active = taken(profile=HERMES_19)
    assert step_words(active).endswith("≥ 3,000: deferred, nothing is listed")


def test_without_tools_it_says_so() -> None:
    assert step_words(survey()) == "there are no tools whose schemas could be deferred"
    assert outcome.taken(survey()).plain == "–"
    assert outcome.cost(survey(), 80).plain == "eager 0 → sent 0   nothing saved"


def test_the_budget_says_how_much_of_it_is_used() -> None:
    tokens = taken().disclosure.rung.tokens
    assert outcome.spent(taken()).plain == f"of 3,000 · {tokens / 3_000:.0%} used".replace("%", " %")
    assert outcome.spent(taken(threshold_pct=0.01)).plain == "of 20 · nothing fits"


def test_while_the_context_is_unknown_and_everything_is_shown_that_is_what_decides() -> None:
    now = survey(CHAT, settings=replace(BASE, context_length=None, listing_max_tokens=60_000))
    assert outcome.decider(now)[0] == "context unknown: 10,000 assumed"


def test_a_failed_or_disabled_server_is_named_beside_every_number() -> None:
    failed = status("billing", state=State.FAILED)
    off = status("notes", state=State.DISABLED, enabled=False)
    now = survey(TRACKER, failed, off, settings=BASE)
    named = "without billing (failed), notes (disabled)"
    assert outcome.used(now, 53).plain.endswith(f"  {named}")
    assert len(outcome.used(now, 53).plain) == 53
    assert outcome.used(now, 30).plain.endswith("without billing, notes")
    assert outcome.used(now, 24).plain.endswith("▁  without 2 servers")
    assert outcome.cost(now, 86).plain.endswith(f"   {named}")
    assert outcome.cost(now, 60).plain.endswith("   without billing, notes")
    for width in (76, 116, 196):
        line = folded(now, None, width)
        assert "without billing" in line.plain
        assert line.cell_length == width


def test_the_strip_counts_who_is_still_to_come() -> None:
    now = survey(TRACKER, status("slow", state=State.CONNECTING), settings=BASE)
    assert "provisional, 1 to come" in folded(now, None, 116).plain


def test_pending_servers_make_it_provisional() -> None:
    assert outcome.provisional(taken()) == ""
    waiting = status("slow", state=State.CONNECTING)
    off = status("off", state=State.DISABLED, enabled=False)
    now = survey(TRACKER, waiting, off, settings=BASE)
    assert outcome.provisional(now) == "1 of 2 servers still connecting: the tier can change"


def test_a_bridge_that_costs_more_than_it_hides_is_a_red_plus() -> None:
    now = survey(CHAT, settings=BASE)
    disclosure, line = now.disclosure, outcome.cost(now, 80)
    assert disclosure.sent_tokens > disclosure.eager_tokens
    assert "   +" in line.plain
    assert any("$verdict-deny" in str(span.style) for span in line.spans)
    assert line.plain.endswith("   cheaper with enabled: off")
    assert outcome.cost(now, 50).plain.endswith("   off is cheaper")
    assert outcome.cost(now, 40).plain.endswith(" %")
    coming = survey(CHAT, status("slow", state=State.CONNECTING), settings=BASE)
    assert "cheaper" not in outcome.cost(coming, 80).plain, "what comes may turn it round"
    saving = outcome.cost(taken(), 80)
    assert "   −" in saving.plain
    assert any("$verdict-allow" in str(span.style) for span in saving.spans)


def test_exact_counts_are_about_what_is_sent_and_coming_while_unknown() -> None:
    exact = ExactCosts(600, 350_000, 354_266, 1_156)
    assert outcome.exact_cost(taken().disclosure, exact).plain == "exact 354,266 → ≈ 1,156"
    assert outcome.exact_cost(taken(enabled="off").disclosure, exact).plain == "exact 354,266 → 1,156"
    assert outcome.exact_cost(taken().disclosure, None).plain == "exact … → …"


@pytest.mark.parametrize("width", [76, 116, 196])
def test_the_strip_is_one_line_of_the_width_it_is_given(width: int) -> None:
    for now in (taken(), taken(enabled="off"), taken(profile=HERMES_19), taken(context_length=None), survey()):
        line = folded(now, None, width)
        assert line.cell_length == width
        assert "\n" not in line.plain
        assert line.plain.lstrip().startswith("TIER")


def test_the_strip_says_which_side_decides() -> None:
    assert "budget 3,000  threshold_pct 1.5 % decides" in folded(taken(), None, 116).plain
    assert "listing_max_tokens 4,000 decides" in folded(taken(threshold_pct=50.0), None, 116).plain
    assert "decides" not in folded(taken(), None, 76).plain


def test_a_hostile_label_is_shown_and_never_obeyed() -> None:
    evil = status("x[/red]\x1b[31m\u202e", [tool("a", "A."), tool("b", "B.")])
    now = survey(evil, CLOUD, settings=BASE)
    ladder = now.ladder
    line = outcome.change(ladder, ladder.rungs[-1], ladder.rungs[-2])
    assert "\x1b" not in line
    assert "\u202e" not in line
    assert "[/red]" in line
