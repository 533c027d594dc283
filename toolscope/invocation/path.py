"""How a place inside the arguments of a call is spelled."""

from __future__ import annotations

from collections.abc import Iterable

from toolscope.canonical import place

ROOT = "arguments"


def spelled(steps: Iterable[str | int]) -> str:
    """``arguments.rows[0]["max size"]``: keys that are no identifiers are quoted as JSON (hermes.md §10)."""
    return place(steps, ROOT)
