"""What reaches the app from outside: news of servers, and work done in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """Runs jobs in a thread, one at a time; of those asked for meanwhile only the newest is run."""

    def __init__(self, done: Callable[[T], None]) -> None:
        self._done = done
        self._next: Callable[[], T] | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a job is running or waiting."""
        return self._running is not None

    def ask(self, job: Callable[[], T]) -> None:
        """Run a job as soon as the one before it is done; ``done`` gets its value on the event loop."""
        self._next = job
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Forget what has not been started."""
        self._next = None
        if self._running is not None:
            self._running.cancel()

    async def _run(self) -> None:
        try:
            while self._next is not None:
                job, self._next = self._next, None
                self._done(await asyncio.to_thread(job))
        finally:
            self._running = None
