"""The few places in which children are started."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

import anyio

_PATIENCE = 2.0
"""Seconds in which a child may start alone; one that takes longer keeps no other waiting."""


class Slot:
    """A place that a session has taken, until it gives it back or has had it for long enough."""

    def __init__(self, slots: anyio.Semaphore, needed: bool) -> None:
        """``needed`` is false for a server that is no child of ours."""
        self._slots, self._needed = slots, needed
        self._taken = False
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        if self._needed:
            await self._slots.acquire()
            self._taken = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.give_back()

    def begin(self) -> None:
        """The child is being started: from now on the time counts."""
        self._timer = asyncio.get_running_loop().call_later(_PATIENCE, self.give_back)

    def give_back(self) -> None:
        """Let the next one start; done once, however often it is asked for."""
        if self._timer is not None:
            self._timer.cancel()
        if self._taken:
            self._taken = False
            self._slots.release()
