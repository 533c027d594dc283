"""How the servers started: what each waited for, one under the other on one axis of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from toolscope.connections.state import ServerStatus
from toolscope.plain import one_line
from toolscope.ui.present.text import COMING, UNKNOWN, assemble, duration, pad, runs, state

_STEPS = {"wait": ("╌", "$faint"), "start": ("▂", "$info"), "handshake": ("▄", "$info"), "list": ("▇", "$info")}
"""How each step is drawn."""
_WORDS = {"wait": "waited for a free slot", "start": "started", "handshake": "handshake", "list": "listed its tools"}
_NAME, _STATE, _TIME = 18, 13, 9


@dataclass(frozen=True, slots=True)
class Start:
    """The start of one server, in milliseconds since it was asked for."""

    status: ServerStatus
    steps: tuple[tuple[str, float], ...]
    """Each finished step with how long it took, in order."""
    going: float
    """How long the step that is going on has taken; 0 when none is."""

    @property
    def total(self) -> float:
        """From the beginning to where it stands."""
        return sum(took for _, took in self.steps) + self.going


def start(status: ServerStatus, now: float) -> Start:
    """The start of a server; ``now`` is ``time.monotonic()``."""
    steps = tuple((step, status.timings[step]) for step in _STEPS if step in status.timings)
    spent = sum(took for step, took in steps if step != "wait")
    going = max(0.0, (now - status.since) * 1000 - spent) if status.state.pending else 0.0
    return Start(status, steps, going)


def head(starts: Sequence[Start], width: int) -> Content:
    """The heads, and the end of the axis."""
    longest = max((each.total for each in starts), default=0.0)
    axis = pad((duration(longest) if longest else "", "$soft"), width=_bar_width(width), right=True)
    names = (pad(("server", "$soft"), width=_NAME), pad(("state", "$soft"), width=_STATE))
    return assemble(" ", *names, pad(("took", "$soft"), width=_TIME, right=True), "  ", axis)


def line(one: Start, longest: float, width: int) -> Content:
    """A server: its name, its state, how long it took, and its steps on an axis that ends at ``longest``."""
    status = one.status
    took = COMING if status.state.pending else duration(one.total) if one.steps else UNKNOWN
    cells = runs(_cells(one, longest, _bar_width(width)))
    reason = assemble(("  ", ""), (status.reason or "", "$soft")) if not one.steps and not one.going else Content()
    return assemble(
        " ",
        pad((one_line(status.name), "bold $ink"), width=_NAME),
        pad(state(status.state), width=_STATE),
        pad((took, "$ink"), width=_TIME, right=True),
        "  ",
        cells,
        reason,
    ).truncate(max(1, width - 1), ellipsis=True)


def legend() -> Content:
    """What the glyphs mean."""
    parts = [assemble(_STEPS[step], (f" {words}", "$soft")) for step, words in _WORDS.items()]
    return assemble("   ").join(parts)


def _bar_width(width: int) -> int:
    return max(4, width - 4 - _NAME - _STATE - _TIME)


def _cells(one: Start, longest: float, width: int) -> list[tuple[str, str]]:
    """The steps in proportion; a step that took any time has a cell."""
    if longest <= 0:
        return []
    cells: list[tuple[str, str]] = []
    passed = 0.0
    for step, took in one.steps:
        passed += took
        end = min(width, max(round(passed / longest * width), len(cells) + (took >= 1)))
        cells += [_STEPS[step]] * (end - len(cells))
    end = min(width, round(one.total / longest * width))
    return [*cells, *([("─", "$soft")] * (end - len(cells)))]
