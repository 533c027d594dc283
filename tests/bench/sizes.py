"""How much is measured: all of it for the table, next to nothing for the test that keeps the benchmarks alive."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Tools in a catalog, and rounds of a measurement."""

    few: int = 300
    many: int = 3_300
    most: int = 20_000
    rounds: int = 5
    """Of what takes milliseconds."""
    starts: int = 9
    """Of programs that are started."""
    delay: float = 0.5
    """Seconds that the slowest of several servers takes to start."""


FULL = Sizes()
TINY = Sizes(few=20, many=40, most=60, rounds=1, starts=1, delay=0.05)
