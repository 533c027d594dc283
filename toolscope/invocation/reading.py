"""JSON text read as the reference reads it, noting what the reading lost."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from toolscope.canonical import Json


@dataclass(frozen=True, slots=True)
class Read:
    """What a text said."""

    value: Json = None
    error: str | None = None
    """Why it is not JSON; ``value`` is then ``None``."""
    lossy: bool = False
    """A repeated key was dropped, or a number does not fit a double."""


def read_json(text: str) -> Read:
    """Parse JSON as Python does: NaN and Infinity pass, the last of repeated keys wins (hermes.md §14)."""
    losses: list[str] = []

    def unite(pairs: list[tuple[str, Json]]) -> Json:
        united = dict(pairs)
        if len(united) < len(pairs):
            losses.append("key")
        return united

    def measure(number: str) -> float:
        value = float(number)
        if not spells(number, value):
            losses.append(number)
        return value

    try:
        value = json.loads(text, object_pairs_hook=unite, parse_float=measure)
    except ValueError as error:
        return Read(error=str(error))
    except RecursionError:
        return Read(error="nested too deeply")
    return Read(value, lossy=bool(losses))


def spells(text: str, value: float | int) -> bool:
    """Whether a number is what its text said, digit for digit."""
    if isinstance(value, float) and not math.isfinite(value):
        return False
    try:
        return Decimal(text.strip()) == Decimal(repr(value))
    except InvalidOperation:
        return False
