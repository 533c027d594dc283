"""A place inside the arguments of a call: its steps, and how they are spelled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from toolscope.canonical import place

Path: TypeAlias = tuple[str | int, ...]
"""Keys and positions from the arguments down to a value."""
_ROOT = "arguments"


def spelled(steps: Iterable[str | int]) -> str:
    """``arguments.rows[0]["max size"]``: keys that are no identifiers are quoted as JSON (hermes.md §10)."""
    return place(steps, _ROOT)


def inner(steps: Iterable[str | int]) -> str:
    """The same below the arguments: ``rows[0]``; of the arguments themselves their name."""
    return spelled(steps).removeprefix(f"{_ROOT}.")
