"""Where the modes of one server begin."""

from __future__ import annotations

from dataclasses import replace

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.disclosure.disclose import share
from toolscope.disclosure.exact import count_rungs
from toolscope.ui.present.bars import stretches
from toolscope.ui.present.places import places

NOW = survey(
    status("wiki", [tool(f"page_{n}", "Do something to a page of the wiki.") for n in range(20)]),
    status("cloud", [tool(f"resource_{n}_of_the_cloud", "List it.") for n in range(6_000)]),
)


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
