"""The settings that reach a budget: from a place on a bar back to ``threshold_pct``, the cap and the context."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from toolscope.config.model import Settings
from toolscope.config.settings import LISTING_RANGE
from toolscope.disclosure.disclose import budget, share
from toolscope.disclosure.ladder import Ladder

THRESHOLD_STEPS: tuple[float, ...] = (
    *(step / 100 for step in range(100)),
    *(step / 10 for step in range(10, 100)),
    *(float(step) for step in range(10, 101)),
)
"""The percentages that a slider rests on, ascending: by 0.01 below 1, by 0.1 below 10, then by 1."""
LARGEST_CONTEXT = 1_000_000_000
"""Tokens of a context window that no model comes near."""


def smallest_threshold(settings: Settings, tokens: int) -> float | None:
    """The smallest step whose share of the context reaches ``tokens``.

    ``None`` when no percentage does, and while the context is unknown.
    """
    if not settings.context_length or settings.context_length <= 0:
        return None
    at = bisect_left(THRESHOLD_STEPS, tokens, key=lambda step: share(replace(settings, threshold_pct=step)))
    return THRESHOLD_STEPS[at] if at < len(THRESHOLD_STEPS) else None


def smallest_context(settings: Settings, tokens: int) -> int | None:
    """The smallest context window of which ``threshold_pct`` is at least ``tokens``.

    ``None`` when it would be beyond any model's, as at 0 %.
    """
    part = settings.threshold_pct / 100.0
    if tokens >= part * LARGEST_CONTEXT:
        return None
    context = max(1, int(tokens / part))
    while int(context * part) < tokens:
        context += 1
    while context > 1 and int((context - 1) * part) >= tokens:
        context -= 1
    return context


def reach(settings: Settings, tokens: int) -> Settings:
    """Settings whose budget is ``tokens``, or the nearest above it that the steps allow (design §4).

    ``threshold_pct`` goes to the smallest step whose share reaches it, and a lower cap is raised to it. While the
    context is unknown the cap alone is set. What is out of reach is approached as far as the limits go; a cap is never
    raised beyond what the whole context can fill.
    """
    low, high = LISTING_RANGE
    wanted = min(max(tokens, low), high)
    if not settings.context_length or settings.context_length <= 0:
        return replace(settings, listing_max_tokens=wanted)
    step = smallest_threshold(settings, tokens)
    reached = replace(settings, threshold_pct=THRESHOLD_STEPS[-1] if step is None else step)
    cap = max(settings.listing_max_tokens, min(wanted, max(low, share(reached))))
    return replace(reached, listing_max_tokens=cap)


def keep_names(ladder: Ladder, settings: Settings, label: str) -> Settings | None:
    """The smallest setting whose manifest still names the tools of a label.

    ``None`` when none does: no such label, no listing wanted or known to the profile, or a rung beyond every budget.
    """
    if not settings.profile.tiers or "off" in (settings.enabled, settings.listing) or ladder.group(label) is None:
        return None
    for rung in ladder.steps:
        if ladder.mode(rung, label) in ("names", "full"):
            reached = reach(settings, rung.tokens)
            return reached if budget(reached).tokens >= rung.tokens else None
    return None
