"""Large catalogs made on the spot, in our own words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.build import status
from toolscope.connections.state import ServerStatus

_VERBS: tuple[str, ...] = (
    "list",
    "get",
    "create",
    "update",
    "delete",
    "describe",
    "export",
    "restore",
    "watch",
    "move",
    "copy",
    "approve",
)
_THINGS: tuple[str, ...] = (
    "invoice",
    "order",
    "ticket",
    "customer",
    "shipment",
    "product",
    "release",
    "branch",
    "build",
    "cluster",
    "volume",
)
_THINGS += (
    "snapshot",
    "policy",
    "route",
    "zone",
    "quota",
    "message",
    "channel",
    "meeting",
    "note",
    "page",
    "comment",
    "label",
)
_THINGS += ("board", "sprint", "report", "dashboard", "alert", "incident", "runbook", "project")
_WORDS = (
    "the",
    "a",
    "of",
    "in",
    "for",
    "with",
    "and",
    "its",
    "state",
    "owner",
    "date",
    "region",
    "name",
    "every",
    "that",
)
_TYPES: tuple[dict[str, Any], ...] = (
    {"type": "string"},
    {"type": "integer", "minimum": 1, "maximum": 100},
    {"type": "boolean"},
    {"type": "array", "items": {"type": "string"}},
    {"type": "string", "enum": ["open", "waiting", "closed"]},
    {"anyOf": [{"type": "string"}, {"type": "null"}]},
    {"type": "object", "properties": {"field": {"type": "string"}, "value": {"type": "string"}}},
)


def tools(count: int, seed: int = 7) -> list[dict[str, Any]]:
    """So many tools, about 1,400 characters of compact JSON each, the same for the same seed."""
    dice = random.Random(seed)
    return [_tool(dice, number) for number in range(count)]


def _sentence(dice: random.Random, words: int) -> str:
    return " ".join(dice.choice(_WORDS + _THINGS) for _ in range(words)).capitalize() + "."


def _tool(dice: random.Random, number: int) -> dict[str, Any]:
    verb, thing = dice.choice(_VERBS), dice.choice(_THINGS)
    properties = {
        f"{dice.choice(_THINGS)}_{position}": {**dice.choice(_TYPES), "description": _sentence(dice, 9)}
        for position in range(dice.randint(6, 12))
    }
    return {
        "name": f"{verb}_{thing}_{number}",
        "description": f"{verb.capitalize()} a {thing}. {_sentence(dice, 24)}",
        "inputSchema": {"type": "object", "properties": properties, "required": list(properties)[:2]},
    }


def servers(count: int, groups: int = 7) -> tuple[ServerStatus, ...]:
    """``count`` tools: a large server and a few small ones."""
    small = min(20, count // (2 * groups))
    found = tools(count)
    parts = [found[i * small : (i + 1) * small] for i in range(groups - 1)]
    return (
        *(status(f"small-{i}", part) for i, part in enumerate(parts)),
        status("large", found[(groups - 1) * small :]),
    )


def many_servers(count: int, groups: int = 30) -> tuple[ServerStatus, ...]:
    """``count`` tools on thirty servers of one size."""
    found = tools(count)
    return tuple(status(f"server-{group}", found[group::groups]) for group in range(groups))


def changed(statuses: Sequence[ServerStatus]) -> tuple[ServerStatus, ...]:
    """The same servers, the first of which says something else about its tools."""
    first, *others = statuses
    assert first.listing is not None
    news = [{**tool, "description": f"{tool['description']} It was changed."} for tool in first.listing.tools]
    return (status(first.name, news), *others)
