"""A child's standard error, read line by line and kept off the screen."""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

_CHUNK, _LAST_CHUNK = 8_192, 65_536
"""Bytes read at once, while a server runs and once it has ended."""
_LONGEST_LINE = 65_536
"""Characters after which a line is handed on although it has not ended."""
_BREATH = 0.01
"""Seconds after a full chunk, in which the event loop has time for others: a flood is slowed down, not lost."""
_CHUNKS_AHEAD = 1
"""Chunks read but not yet taken by the event loop; a flood waits in the pipe, not in memory, nor before the keys."""


class StderrPipe:
    """A pipe whose writing end a child inherits; its lines arrive in the event loop, many at a time.

    A thread reads it, because a pipe cannot be awaited on every platform.
    """

    def __init__(self, deliver: Callable[[list[str]], None]) -> None:
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._drained = asyncio.Event()
        self._ending = threading.Event()
        """Somebody waits for the rest, which may say why a server ended: there is no time to breathe."""
        self._ahead = threading.Semaphore(_CHUNKS_AHEAD)
        read, write = os.pipe()
        self.writer = os.fdopen(write, "w")
        """For the child. Close it once the child has started, or the end of its output is never seen."""
        threading.Thread(target=self._pump, args=(read,), name="stderr", daemon=True).start()

    async def drain(self, seconds: float) -> None:
        """Wait until everything written has arrived; no longer than ``seconds``, a grandchild may hold the pipe."""
        self.writer.close()
        self._ending.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._drained.wait(), seconds)

    def _pump(self, read: int) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        rest = ""
        with open(read, "rb", buffering=0) as pipe, suppress(RuntimeError):  # RuntimeError: the loop is closed
            while chunk := pipe.read(_LAST_CHUNK if self._ending.is_set() else _CHUNK):
                *lines, rest = (rest + decode(chunk)).split("\n")
                if len(rest) > _LONGEST_LINE:
                    lines.append(rest)
                    rest = ""
                if lines:
                    self._ahead.acquire(timeout=1)
                    self._post(self._take, lines)
                if len(chunk) == _CHUNK:
                    self._ending.wait(_BREATH)
            if rest:
                self._post(self._take, [rest])
            self._post(self._drained.set)

    def _post(self, callback: Callable[..., Any], *args: object) -> None:
        self._loop.call_soon_threadsafe(callback, *args)

    def _take(self, lines: list[str]) -> None:
        self._ahead.release()
        self._deliver(lines)
