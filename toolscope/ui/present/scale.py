"""The arithmetic of a slider: value to column to step, and the next breakpoint."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from toolscope.config.settings import LISTING_RANGE
from toolscope.disclosure.reach import THRESHOLD_STEPS


@dataclass(frozen=True)
class Scale:
    """A logarithmic track and the values that a slider on it rests on.

    A zero among the values has the leftmost cell for itself; the next value begins the logarithm.
    """

    steps: tuple[float, ...]
    """Ascending. A value between two of them, typed or a breakpoint, is as good; moving leaves it for a step."""

    @property
    def low(self) -> float:
        """The value of the left end."""
        return self.steps[0]

    @property
    def high(self) -> float:
        """The value of the right end."""
        return self.steps[-1]

    def column(self, value: float, width: int) -> int:
        """The cell of a value on a track of ``width`` cells; what lies outside is put at the end."""
        return int(self._position(value, width) + 0.5)

    def value(self, column: int, width: int) -> float:
        """The step that is nearest to the middle of a cell."""
        at = min(max(column, 0), width - 1)
        right = bisect_left(self.steps, float(at), key=lambda step: self._position(step, width))
        near = self.steps[max(0, right - 1) : right + 1]
        return min(near, key=lambda step: abs(self._position(step, width) - at))

    def moved(self, value: float, steps: int) -> float:
        """A number of steps further; never back from a value that lies beyond the end it moves to."""
        if steps > 0:
            at = min(bisect_right(self.steps, value) + steps - 1, len(self.steps) - 1)
            return max(value, self.steps[at])
        at = max(bisect_left(self.steps, value) + steps, 0)
        return min(value, self.steps[at])

    def _position(self, value: float, width: int) -> float:
        """Cells from the left, not rounded."""
        first = self.steps[0] or self.steps[1]
        shift = 0 if self.steps[0] else 1
        if value < first:
            return 0.0 if value <= 0 or not shift else 1.0
        share = log(min(value, self.high) / first) / log(self.high / first)
        return shift + share * (width - 1 - shift)


def _spans(*spans: tuple[int, int, int]) -> tuple[float, ...]:
    """Values of spans that follow one another, each as start, end (left out) and distance."""
    return tuple(float(value) for start, end, step in spans for value in range(start, end, step))


THRESHOLD = Scale(THRESHOLD_STEPS)
"""Percent."""
CAP = Scale(
    _spans(
        (LISTING_RANGE[0], 1_000, 10),
        (1_000, 3_000, 50),
        (3_000, 10_000, 100),
        (10_000, 30_000, 500),
        (30_000, LISTING_RANGE[1] + 1, 1_000),
    )
)
"""Tokens."""
CONTEXT = Scale(_spans((8_000, 50_000, 500), (50_000, 200_000, 1_000), (200_000, 2_000_001, 10_000)))
"""Tokens. A window beyond the ends can be typed."""


def neighbour(ticks: Sequence[float], value: float, direction: int) -> float | None:
    """The next breakpoint above or below a value; ``ticks`` ascending, ``None`` when there is none."""
    at = bisect_right(ticks, value) if direction > 0 else bisect_left(ticks, value) - 1
    return ticks[at] if 0 <= at < len(ticks) else None
