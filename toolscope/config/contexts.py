"""Context windows of known models, and what ``--context`` accepts (hermes.md §13)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from toolscope.config.model import ConfigError
from toolscope.config.profiles import Profile

FALLBACK = 256_000
"""The window of a model that is configured and not in the table."""

_WINDOWS: Mapping[str, int] = {
    "claude": 200_000,
    "claude-opus-4-6": 1_000_000,
    "claude-opus-4-7": 1_000_000,
    "claude-opus-4-8": 1_000_000,
    "claude-sonnet-4-6": 1_000_000,
    "claude-sonnet-5": 1_000_000,
    "gpt-4o": 128_000,
    "gpt-4.1": 1_047_576,
    "gpt-5": 400_000,
    "gpt-5.1-chat": 128_000,
    "gpt-5.3-codex-spark": 128_000,
    "gpt-5.4": 1_050_000,
    "gpt-5.4-mini": 400_000,
    "gpt-5.5": 1_050_000,
    "gpt-5.6": 1_050_000,
    "gemini": 1_048_576,
    "gemma-3": 131_072,
    "gemma-4": 256_000,
    "grok-4": 256_000,
    "grok-4.3": 1_000_000,
    "grok-4.5": 500_000,
    "grok-4-fast": 2_000_000,
    "grok-code-fast": 256_000,
    "deepseek": 128_000,
    "deepseek-chat": 1_000_000,
    "deepseek-v4": 1_000_000,
    "qwen": 131_072,
    "qwen3-coder": 262_144,
    "qwen3-coder-plus": 1_000_000,
    "qwen3-max": 262_144,
    "llama": 131_072,
    "kimi": 262_144,
    "kimi-k3": 1_048_576,
    "minimax": 204_800,
    "minimax-m3": 1_000_000,
    "glm": 202_752,
    "glm-5.2": 1_048_576,
    "nemotron": 131_072,
}
_RECENT: Mapping[str, int] = {
    **_WINDOWS,
    "claude-opus-5": 1_000_000,
    "gpt-6": 1_050_000,
    "qwen3.8-max": 1_000_000,
    "glm": 204_800,
    "glm-5.3": 1_310_720,
}

MODELS: tuple[str, ...] = (
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-sonnet-4-5",
    "claude-haiku-4-5",
    "gpt-6-astra",
    "gpt-5.6-sol",
    "gpt-5.4-mini",
    "gpt-4o",
    "gemini-3-pro",
    "grok-4.5",
    "deepseek-v4-pro",
    "qwen3.8-max",
    "kimi-k3",
    "glm-5.3",
    "minimax-m3",
    "llama-4-maverick",
    "gpt-oss-120b",
)
"""Well-known ids to choose a window from."""

_NUMBER = re.compile(r"(\d[\d_, ]*(?:\.\d+)?)\s*([km]?)", re.IGNORECASE)
_MODEL = re.compile(r"[A-Za-z~][\w.:/@+~-]*")


def window(model: str | None, profile: Profile) -> int | None:
    """Tokens of a model's context window: the longest key of the table that is part of its id, else 256,000.

    ``None`` only when no model is configured.
    """
    if not model:
        return None
    known = _key(model, profile)
    return FALLBACK if known is None else _table(profile)[known]


def is_known(model: str, profile: Profile) -> bool:
    """Whether the table has a window for a model; otherwise Hermes' fallback stands for it."""
    return _key(model, profile) is not None


def _key(model: str, profile: Profile) -> str | None:
    wanted = _spelled(model, profile)
    found = [key for key in _table(profile) if _spelled(key, profile) in wanted]
    return max(found, key=len) if found else None


def _table(profile: Profile) -> Mapping[str, int]:
    return _RECENT if profile.recent_windows else _WINDOWS


def _spelled(model: str, profile: Profile) -> str:
    return model.lower().replace(".", "-") if profile.dots_are_dashes else model.lower()


def tokens(text: str) -> int | None:
    """A whole number as people type it, ``200000``, ``200k``, ``1_000_000``, ``1M``; ``None`` when it is not one."""
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        return None
    amount = float(re.sub("[_, ]", "", found[1])) * {"k": 1_000, "m": 1_000_000}.get(found[2].lower(), 1)
    return int(amount) if amount.is_integer() else None


def context(text: str, profile: Profile) -> tuple[int | None, str | None]:
    """What ``--context`` says: a number of tokens, a model (its window, and its id), or ``unknown`` (neither)."""
    text = text.strip()
    if text.lower() == "unknown":
        return None, None
    amount = tokens(text)
    if amount:
        return amount, None
    if _MODEL.fullmatch(text):
        return window(text, profile), text
    raise ConfigError(f"--context {text or repr(text)}: give tokens (200000, 200k, 1M), a model id or unknown")
