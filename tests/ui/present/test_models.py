"""The context windows to choose from."""

from __future__ import annotations

from dataclasses import replace

from toolscope.config.contexts import MODELS
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.ui.present.models import chosen, offered, wrong

SETTINGS = Settings(context_length=128_000, model="gpt-4o", threshold_pct=1.5)


def test_everything_is_offered_with_the_present_model_first_and_unknown_last() -> None:
    names = [shown.key for shown in offered(SETTINGS, "")]
    assert names[0] == "gpt-4o"
    assert names[-1] == "unknown"
    assert set(MODELS) < set(names)
    assert len(names) == len(set(names))


def test_typing_narrows_and_offers_the_text_itself() -> None:
    assert [shown.key for shown in offered(SETTINGS, "qwen")] == ["qwen3.8-max", "qwen"]
    assert [shown.key for shown in offered(SETTINGS, "GPT-6")] == ["gpt-6-astra", "GPT-6"]


def test_a_number_is_taken_as_tokens() -> None:
    (only,) = offered(SETTINGS, "300k")
    assert chosen(SETTINGS, only.key) == replace(SETTINGS, context_length=300_000, model=None)


def test_unknown_can_be_chosen() -> None:
    (only,) = offered(SETTINGS, "unk")
    assert chosen(SETTINGS, only.key) == replace(SETTINGS, context_length=None, model=None)


def test_a_model_that_is_not_in_the_table_is_said_to_be_assumed() -> None:
    (only,) = offered(SETTINGS, "house-model-7")
    assert chosen(SETTINGS, only.key) == replace(SETTINGS, context_length=256_000, model="house-model-7")
    assert "assumed" in only.draw(80).plain


def test_nonsense_offers_nothing_and_says_what_to_type() -> None:
    assert offered(SETTINGS, "*") == []
    assert wrong(SETTINGS, "*") == "give tokens (200000, 200k, 1M), a model id or unknown"
    assert wrong(SETTINGS, "gpt-4o") == ""


def test_a_row_has_the_window_and_the_budget_it_gives() -> None:
    line = offered(SETTINGS, "gpt-4o")[0].draw(80).plain
    assert line.split() == ["gpt-4o", "128,000", "budget", "1,920", "now"]
    assert offered(SETTINGS, "unk")[0].draw(80).plain.split() == ["unknown", "–", "10,000", "assumed"]
    old = replace(SETTINGS, profile=HERMES_19)
    assert offered(old, "gpt-4o")[0].draw(80).plain.split() == ["gpt-4o", "128,000", "now"]


def test_a_hostile_model_is_made_plain() -> None:
    evil = replace(SETTINGS, model="evil\x1b[31m[/red]")
    assert offered(evil, "")[0].draw(80).plain.strip().startswith("evil␛[31m[/red]")
