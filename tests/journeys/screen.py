"""What a person can read on the screen of a running app."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import anyio
from textual.pilot import Pilot

from toolscope.ui.app import ToolscopeApp

BOUND = 30.0
"""Seconds after which something that was waited for counts as missing."""


def text_of(app: ToolscopeApp) -> str:
    """The visible characters, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def until(pilot: Pilot[int], condition: Callable[[], object]) -> None:
    """Wait for a condition, not for a clock."""
    with anyio.fail_after(BOUND):
        while not condition():
            await pilot.pause()


async def seen(pilot: Pilot[int], words: str) -> str:
    """Wait until the screen shows these words."""
    app = pilot.app
    assert isinstance(app, ToolscopeApp)
    await until(pilot, lambda: words in text_of(app))
    return text_of(app)


async def settled(pilot: Pilot[int]) -> None:
    """Wait until every server is listed and the exact counts are shown."""
    app = pilot.app
    assert isinstance(app, ToolscopeApp)
    await until(pilot, lambda: app.survey.statuses and not app.survey.pending and app.exact is not None)
    await pilot.pause()


def number(text: str) -> int:
    """A number as the screen writes it."""
    return int(text.replace(",", "").replace("−", "-"))


def numbers(screen: str) -> dict[str, Any]:
    """The decision and the costs, read off the Budget tab at 120 columns or more."""
    badge = re.search(r"TIER (\d) (\w+) +([\d,]+|–) ", screen)
    budget = re.search(r" of ([\d,]+) ·", screen)
    cost = re.search(r"eager ([\d,]+) → sent ([\d,]+)", screen)
    exact = re.search(r"exact ([\d,]+) → ≈ ([\d,]+)", screen)
    assert badge, screen
    assert cost, screen
    return {
        "tier": int(badge[1]),
        "form": badge[2],
        "manifest": number(badge[3]) if badge[3] != "–" else 0,
        "budget": number(budget[1]) if budget else None,
        "eager": number(cost[1]),
        "sent": number(cost[2]),
        "exact": (number(exact[1]), number(exact[2])) if exact else None,
        "servers": dict(_rows(screen)),
    }


def _rows(screen: str) -> list[tuple[str, tuple[int, str, int, int, int]]]:
    """Server to its tools, mode, and tokens: listed, sent, schemas."""
    row = re.compile(
        r"^[ ▌] ?(\S+) +● ready +([\d,]+) +\S (?:T\d )?(full|names|summary|hidden) +([\d,]+) +([\d,]+) +([\d,]+) ", re.M
    )
    found = row.finditer(screen)
    return [(m[1], (number(m[2]), m[3], number(m[4]), number(m[5]), number(m[6]))) for m in found]
