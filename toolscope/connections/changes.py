"""News that a server's tools have changed: one refetch for many notifications."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import anyio

from toolscope.canonical import Json
from toolscope.connections.state import Trouble
from toolscope.plain import one_line

if TYPE_CHECKING:
    from mcp import Client

_WINDOW = 0.25
"""Seconds in which notifications count as one."""
_RETRY_FIRST, _RETRY_LAST = 2.0, 60.0
"""Seconds until a failed refetch is tried again, doubled each time."""
_SHORT_LIVED = 5.0
"""Seconds a subscription must have lasted to be renewed when it breaks."""


class Changes:
    """Notices changes in both protocol eras and calls ``refetch``, which answers whether it succeeded."""

    def __init__(self, refetch: Callable[[], Awaitable[bool]]) -> None:
        self._refetch = refetch
        self._announced = False
        self._seen = False
        self._pending = anyio.Event()

    def announce(self, capability: Json) -> None:
        """Take down whether the server said that it would notify: its ``tools`` capability."""
        self._announced = isinstance(capability, dict) and capability.get("listChanged") is True

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """A server that notifies without having announced it."""
        if self._announced or not self._seen:
            return ()
        return (Trouble("unannounced_change", one_line("notified of changed tools without announcing listChanged")),)

    def noticed(self) -> None:
        """A notification came in."""
        self._seen = True
        self._pending.set()

    async def follow(self) -> None:
        """Refetch after each burst of notifications, and again after a failure, for ever."""
        retry = _RETRY_FIRST
        while True:
            await self._pending.wait()
            await anyio.sleep(_WINDOW)
            self._pending = anyio.Event()
            while not await self._refetch():
                with anyio.move_on_after(retry):
                    await self._pending.wait()
                self._pending = anyio.Event()
                retry = min(retry * 2, _RETRY_LAST)
            retry = _RETRY_FIRST

    async def subscribe(self, client: Client) -> None:
        """Ask a server of 2026-07-28 to notify; older ones do so by themselves. The tap sees what it sends."""
        from mcp import MCPError
        from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost

        while self._announced:
            began = time.monotonic()
            with suppress(MCPError, SubscriptionLost):
                try:
                    async with client.listen(tools_list_changed=True) as changes:
                        async for _ in changes:
                            pass
                except ListenNotSupportedError:
                    return
            if time.monotonic() - began < _SHORT_LIVED:
                return
            self._pending.set()  # something may have changed while nobody listened
