"""JSON as a value: its compact spelling, its size in code points, its fingerprint, what stands inside it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""Anything ``json.loads`` returns. Shapes are checked where they matter, in ``catalog.ingest`` and ``config.parse``."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def compact(value: Json) -> str:
    """Spell a value as Hermes counts it: no spaces, non-ASCII as it is, numbers as Python writes them.

    What JSON cannot hold is spelled by ``str()``. Source: hermes.md §3.
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return _by_python(value)


def size(value: Json) -> int:
    """Length of the compact spelling in code points."""
    return len(compact(value))


def escaped_size(text: str) -> int:
    """Code points that ``text`` takes inside a JSON string, without the quotes around it."""
    return len(json.dumps(text, ensure_ascii=False)) - 2


def fingerprint(value: Json) -> str:
    """SHA-256 of a value in hex (64 digits), the same for any order of object keys."""
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        text = _by_python(value)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def spelled(text: str) -> bytes:
    """One element of an array as it is hashed: its spelling in UTF-8, and an end that no spelling holds."""
    return text.encode("utf-8", "surrogatepass") + b"\n"


def place(steps: Iterable[str | int], root: str = "", plain: Collection[str] = ()) -> str:
    """Where something stands inside a value: ``rows[0]["max size"]``.

    Keys that are no identifiers are quoted as JSON, but for those that ``plain`` names.
    """
    text = root + "".join(_step(step, plain) for step in steps)
    return text.removeprefix(".") if not root else text


def _step(step: str | int, plain: Collection[str]) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    simple = step in plain or _IDENTIFIER.fullmatch(step)
    return f".{step}" if simple else f"[{json.dumps(step, ensure_ascii=False)}]"


def walk(value: Json, without: Collection[str] = ()) -> Iterator[tuple[Json, int]]:
    """Every value inside a value and itself first, each with its depth (0 for itself). Never recurses.

    What stands under a key of ``without`` is left out. A value that holds itself is walked for ever.
    """
    waiting = [(value, 0)]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        if isinstance(node, list):
            waiting.extend((inner, depth + 1) for inner in node)
        elif isinstance(node, dict):
            waiting.extend((inner, depth + 1) for key, inner in node.items() if key not in without)


def deeper_than(value: Json, levels: int) -> bool:
    """Whether objects and arrays nest more than ``levels`` deep. Asked of every tool: level by level is fastest."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(levels):
        if not level:
            return False
        inside = (node.values() if isinstance(node, dict) else node for node in level)
        level = [inner for values in inside for inner in values if isinstance(inner, (dict, list))]
    return bool(level)


def _by_python(value: Json) -> str:
    """Python's own spelling, for what JSON cannot hold."""
    try:
        return str(value)
    except RecursionError:
        return f"<{type(value).__name__} nested too deeply>"
