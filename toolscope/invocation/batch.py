"""Several calls at once: which of them may overlap, and in what order (hermes.md §10)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from toolscope.canonical import Json
from toolscope.catalog.bridge import BRIDGE_TOOLS, BridgeTool
from toolscope.config.profiles import Profile
from toolscope.invocation.reading import read_json

WORKERS = 8
"""Calls that run at the same time, at most."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One call of the bridge, as a model writes it."""

    bridge: BridgeTool
    arguments: Json
    """What the bridge tool is given: for ``tool_call`` the envelope."""


def entry(raw: Json) -> Entry:
    """Read one entry: a call of a bridge tool by its name, or else the envelope of a ``tool_call`` itself."""
    name = raw.get("name") if isinstance(raw, dict) else None
    bridge = next((known for known in BRIDGE_TOOLS if known == name), None)
    if bridge is None:
        return Entry("tool_call", raw)
    arguments = raw.get("arguments")
    if isinstance(arguments, str):
        arguments = read_json(arguments).value
    return Entry(bridge, arguments)


def overlaps(profile: Profile, one: Entry, parallel: bool | None) -> bool:
    """Whether a call may run beside others.

    ``parallel`` is ``supports_parallel_tool_calls`` of the server of its tool; ``None`` when it cannot be read, or when
    its tool is not known.
    """
    if one.bridge != "tool_call":
        return True
    return profile.peels_calls and parallel is True


def plan(overlapping: Sequence[bool]) -> tuple[tuple[int, ...], ...]:
    """The positions of calls in waves: one wave after the other, the calls of a wave together, order kept.

    A call that may not overlap is a wave of its own.
    """
    waves: list[list[int]] = []
    open_wave = False
    for position, may in enumerate(overlapping):
        if may and open_wave:
            waves[-1].append(position)
        else:
            waves.append([position])
        open_wave = may
    return tuple(map(tuple, waves))


class Turn:
    """One call's place in its wave."""

    def __init__(self, wave: _Wave, slots: asyncio.Semaphore, before: Turn | None) -> None:
        self._wave, self._slots, self._before = wave, slots, before
        self._is_decided = self._works = False
        self._passed = asyncio.Event()
        """Set once the ones after it need not wait for it any more."""

    async def take(self) -> None:
        """The call is about to be sent: wait until every question of the wave is answered, then for a worker."""
        self._decide()
        await self._wave.decided.wait()
        before = self._before
        while before is not None:
            await before._passed.wait()
            before = before._before
        if not self._works:
            await self._slots.acquire()
            self._works = True
        self._passed.set()

    def leave(self) -> None:
        """The call is over, whether it was sent or not."""
        self._decide()
        self._passed.set()
        if self._works:
            self._slots.release()

    def _decide(self) -> None:
        if not self._is_decided:
            self._is_decided = True
            self._wave.decide()


class _Wave:
    """Calls that run together."""

    def __init__(self, count: int) -> None:
        self._open = count
        self.decided = asyncio.Event()

    def decide(self) -> None:
        self._open -= 1
        if self._open == 0:
            self.decided.set()


async def run_waves(waves: Sequence[Sequence[int]], job: Callable[[int, Turn], Awaitable[None]]) -> None:
    """Run every call, begun in order.

    Of a wave at most ``WORKERS`` are sent at once, and none before all of them are decided about.
    """
    slots = asyncio.Semaphore(WORKERS)

    async def one(position: int, turn: Turn) -> None:
        try:
            await job(position, turn)
        finally:
            turn.leave()

    for positions in waves:
        wave, turn = _Wave(len(positions)), None
        async with asyncio.TaskGroup() as group:
            for position in positions:
                turn = Turn(wave, slots, turn)
                group.create_task(one(position, turn))
