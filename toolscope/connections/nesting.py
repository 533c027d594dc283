"""How deep a JSON value nests."""

from __future__ import annotations

from toolscope.canonical import Json


def deeper_than(value: Json, levels: int) -> bool:
    """Whether objects and arrays stand inside each other more than ``levels`` times. Never recurses itself."""
    waiting = [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, (dict, list)):
            if depth >= levels:
                return True
            waiting += [(inner, depth + 1) for inner in (item.values() if isinstance(item, dict) else item)]
    return False
