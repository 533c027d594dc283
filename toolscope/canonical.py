"""JSON as a value: its compact spelling, its size in code points, its fingerprint."""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""Anything ``json.loads`` returns. Shapes are checked where they matter, in ``catalog.ingest`` and ``config.parse``."""


def compact(value: Json) -> str:
    """Spell a value as Hermes counts it: no spaces, non-ASCII as it is, numbers as Python writes them.

    What JSON cannot hold is spelled by ``str()``. Source: hermes.md §3.
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return _spelled(value)


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
        text = _spelled(value)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _spelled(value: Json) -> str:
    """Python's own spelling, for what JSON cannot hold."""
    try:
        return str(value)
    except RecursionError:
        return f"<{type(value).__name__} nested too deeply>"
