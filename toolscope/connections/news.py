"""What happens to servers, waiting for one reader that may be late."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator

from toolscope.connections.state import Frame, News, ServerStatus, StderrLine

_KEPT = 5_000
"""Frames, and lines, kept for a reader that is late; the oldest are dropped."""


class NewsQueue:
    """Of each server the latest status, of frames and lines the latest few thousand."""

    def __init__(self) -> None:
        self._statuses: dict[str, ServerStatus] = {}
        self._frames: deque[Frame] = deque(maxlen=_KEPT)
        self._lines: deque[StderrLine] = deque(maxlen=_KEPT)
        """Apart from the frames: a flood on standard error pushes none of them out."""
        self._moved = asyncio.Event()
        self._ended = False

    def put(self, news: News) -> None:
        """One thing that happened; a status takes the place of an unread one of the same server."""
        if isinstance(news, ServerStatus):
            self._statuses[news.name] = news
        elif isinstance(news, Frame):
            self._frames.append(news)
        else:
            self._lines.append(news)
        self._moved.set()

    def end(self) -> None:
        """Nothing happens any more: what waits is still read."""
        self._ended = True
        self._moved.set()

    async def batches(self) -> AsyncGenerator[list[News], None]:
        """All that waits at once, until the end: a flood is a few pieces of work and not thousands."""
        while True:
            batch: list[News] = [*self._statuses.values(), *self._frames, *self._lines]
            if batch:
                self._statuses.clear()
                self._frames.clear()
                self._lines.clear()
                yield batch
            elif self._ended:
                return
            else:
                self._moved.clear()
                await self._moved.wait()
