"""Where the modes of one server begin."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.disclosure.disclose import share
from toolscope.disclosure.exact import count_rungs
from toolscope.ui.present.bars import stretches
from toolscope.ui.present.places import no_effect, not_named, notice, out_of_reach, places

NOW = survey(
    status("wiki", [tool(f"page_{n}", "Do something to a page of the wiki.") for n in range(20)]),
    status("cloud", [tool(f"resource_{n}_of_the_cloud", "List it.") for n in range(6_000)]),
)
WIDE = survey(status("cloud", [tool(f"resource_{n}_of_the_cloud", "List it.") for n in range(1_600)]))


def test_each_mode_is_told_with_its_tokens_and_the_percentage_that_reaches_them() -> None:
    text = places(NOW, "wiki", 120).plain
    for tokens, mode in stretches(NOW.ladder, "wiki"):
        assert f"{mode} {tokens:,}" in text
    _, names = stretches(NOW.ladder, "wiki")[:2]
    percent = float(text.split(f"names {names[0]:,} = ")[1].split(" %")[0])
    assert share(replace(NOW.settings, threshold_pct=percent)) >= names[0]


def test_what_no_setting_reaches_says_so() -> None:
    assert "beyond 60,000" in places(NOW, "cloud", 120).plain
    tiny = NOW.with_settings(replace(NOW.settings, context_length=100))
    assert "beyond the context" in places(tiny, "wiki", 200).plain


def test_without_a_context_there_are_no_percentages() -> None:
    assert "%" not in places(NOW.with_settings(Settings()), "wiki", 120).plain
    assert "needs a known context" in places(WIDE.with_settings(Settings()), "cloud", 120).plain


def test_a_narrow_line_gives_up_words_then_percentages() -> None:
    lines = [places(NOW, "wiki", width) for width in (120, 60, 30, 12)]
    assert ["names" in line.plain for line in lines] == [True, False, False, False]
    assert ["%" in line.plain for line in lines] == [True, True, False, False]
    assert all(line.cell_length <= width for line, width in zip(lines, (120, 60, 30, 12), strict=True))


def test_exact_counts_stand_beside_the_estimate_once_they_are_known() -> None:
    counted = count_rungs(NOW.ladder)
    wide = places(NOW, "wiki", 200, counted).plain
    for rung in NOW.ladder.steps:
        if any(tokens == rung.tokens for tokens, _ in stretches(NOW.ladder, "wiki")):
            assert f"{rung.tokens:,} ({counted[rung]:,} exact)" in wide
    assert "exact" not in places(NOW, "wiki", 60, counted).plain


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"enabled": "off"}, "No budget has an effect: enabled is off."),
        ({"listing": "off"}, "No budget has an effect: listing is off."),
        ({"profile": HERMES_19}, "No budget has an effect: hermes-0.19 has no listing."),
    ],
)
def test_where_no_budget_has_an_effect_the_reason_is_told(changes: dict[str, Any], why: str) -> None:
    now = NOW.with_settings(replace(NOW.settings, **changes))
    assert no_effect(now) == why
    assert not_named(now, "wiki") == why


def test_zero_percent_has_an_effect_it_lists_nothing() -> None:
    now = NOW.with_settings(replace(NOW.settings, threshold_pct=0.0))
    assert no_effect(now) is None
    assert "names" in places(now, "wiki", 120).plain


def test_a_sentence_names_the_limit_that_is_in_the_way() -> None:
    huge = survey(status("huge", [tool(f"a_resource_of_the_cloud_with_a_name_{n:05}") for n in range(6_000)]))
    assert "listing_max_tokens ends at 60,000" in not_named(huge, "huge")
    assert "10,000 are assumed" in not_named(WIDE.with_settings(Settings()), "cloud")
    small = WIDE.with_settings(replace(WIDE.settings, context_length=9_000))
    assert "the whole context is 9,000" in not_named(small, "cloud")
    assert not_named(NOW, None) == "This server has no tools to list."
    assert out_of_reach(NOW, 70_000).startswith("That needs 70,000 tokens")


def test_a_notice_is_given_of_what_no_single_slider_shows() -> None:
    before = Settings(context_length=200_000)
    assert notice(before, before) == "The settings are there already."
    assert notice(before, replace(before, threshold_pct=2.0)) == ""
    both = replace(before, threshold_pct=19.0, listing_max_tokens=36_894)
    expected = "threshold_pct 5 → 19 and listing_max_tokens 4,000 → 36,894: one undo takes both back."
    assert notice(before, both) == expected
