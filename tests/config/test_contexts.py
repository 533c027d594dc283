"""Context windows are those of the reference's built-in table."""

from __future__ import annotations

import pytest

from toolscope.config.contexts import MODELS, context, tokens, window
from toolscope.config.model import ConfigError
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22

K, M = 1_000, 1_000_000
SAME = {
    200
    * K: "claude-sonnet-4-5 claude-opus-4-5 claude-haiku-4-5 claude-3-5-sonnet anthropic/claude-sonnet-4-5-20250929",
    M: """claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-sonnet-4-6
    deepseek-v4-pro deepseek-chat qwen3-coder-plus minimax-m3 grok-4.3""",
    1_050 * K: "gpt-5.6-sol gpt-5.5 gpt-5.4",
    400 * K: "gpt-5.4-mini gpt-5.2 gpt-5",
    128 * K: "gpt-5.1-chat gpt-5.3-codex-spark gpt-4o deepseek-v3.2",
    1_047_576: "gpt-4.1",
    256 * K: "o3 gpt-oss-120b mistral-large command-r-plus phi-4 hermes-4-405b gemma-4-31b grok-4 grok-code-fast-1",
    500 * K: "grok-4.5",
    2 * M: "grok-4-fast",
    1_048_576: "gemini-3-pro gemini-2.5-flash kimi-k3 glm-5.2",
    131_072: "gemma-3-27b qwen3-32b llama-3.3-70b llama-4-maverick nemotron-3",
    262_144: "qwen3-max qwen3-coder kimi-k2.6",
    204_800: "minimax-m2.5",
}
MOVED = {
    "claude-opus-5": (200 * K, M),
    "gpt-6-astra": (256 * K, 1_050 * K),
    "qwen3.8-max": (131_072, M),
    "glm-5.3": (202_752, 1_310_720),
    "glm-5": (202_752, 204_800),
    "glm-4.6": (202_752, 204_800),
}


@pytest.mark.parametrize(
    ("model", "size"), [(model, size) for size, models in SAME.items() for model in models.split()]
)
def test_a_model_has_the_window_of_the_table_in_every_release(model: str, size: int) -> None:
    assert [window(model, profile) for profile in (HERMES_19, HERMES_21, HERMES_22)] == [size] * 3


@pytest.mark.parametrize("model", MOVED)
def test_some_windows_grew_between_releases(model: str) -> None:
    before, after = MOVED[model]
    assert [window(model, p) for p in (HERMES_19, HERMES_21, HERMES_22)] == [before, after, after]


def test_only_the_newest_release_reads_dots_and_dashes_alike() -> None:
    assert window("claude-opus-4.8", HERMES_21) == 200_000
    assert window("Claude-Opus-4.8", HERMES_22) == 1_000_000


def test_the_window_is_unknown_only_without_a_model() -> None:
    assert window(None, HERMES_21) is None
    assert window("", HERMES_21) is None
    assert all(window(model, HERMES_21) for model in MODELS)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("200000", 200_000),
        ("200k", 200_000),
        ("1_000_000", 1_000_000),
        ("1M", 1_000_000),
        ("1.5m", 1_500_000),
        ("200,000", 200_000),
        (" 8K ", 8_000),
        ("", None),
        ("-1", None),
        ("1e5", None),
        ("12q", None),
        ("1.5", None),
    ],
)
def test_numbers_of_tokens_are_read_as_people_type_them(text: str, amount: int | None) -> None:
    assert tokens(text) == amount


def test_a_context_is_a_number_a_model_or_unknown() -> None:
    assert context("200k", HERMES_21) == (200_000, None)
    assert context("openai/gpt-5.5", HERMES_21) == (1_050_000, "openai/gpt-5.5")
    assert context("Unknown", HERMES_21) == (None, None)


@pytest.mark.parametrize("text", ["0", "-5", "", "1e5", "a b", "٣k٣"])
def test_any_other_context_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^--context .*: give tokens .*a model id or unknown$"):
        context(text, HERMES_21)
