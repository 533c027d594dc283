"""One server: the task that owns its connection, from the first attempt to the last word."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import anyio

from toolscope.canonical import Json
from toolscope.config.launch import Stdio
from toolscope.config.model import ServerConfig
from toolscope.connections.changes import Changes
from toolscope.connections.contact import Contact
from toolscope.connections.last_lines import LastLines
from toolscope.connections.pages import Pages
from toolscope.connections.paging import read_pages
from toolscope.connections.patience import Patience
from toolscope.connections.reason import SHAKING_HANDS, ended, spoken, wants_sign_in, why
from toolscope.connections.requests import Asks, Callbacks
from toolscope.connections.slots import Slot
from toolscope.connections.state import Frame, Listing, News, ServerStatus, State, StderrLine, Trouble
from toolscope.connections.tap import Tap, exchange
from toolscope.connections.transport import dial
from toolscope.plain import one_line

if TYPE_CHECKING:
    from mcp import Client

_LONGEST_NOISE = 160
_PROBE = 2.0
"""Seconds for an answer to ``server/discover``; a third of a shorter time to connect."""
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"
"""Where a server of 2026-07-28 names itself: in ``_meta`` of its discovery."""


class Session:
    """One connection. ``run`` enters and leaves the SDK's client in one task; calls may come from any."""

    def __init__(self, config: ServerConfig, publish: Callable[[News], None], asks: Asks | None = None) -> None:
        self.config = config
        self.contact = Contact(on_broken=self.abandon)
        self.status = ServerStatus(config, since=time.monotonic())
        self.client: Client | None = None
        """While calls can be made."""
        self.signed_out = False
        """It ended because a person has to sign in: nothing else helps."""
        self.over = anyio.Event()
        """Set when nothing of the connection is left."""
        self.patience = Patience()
        self._publish = publish
        self._asks = asks
        self._tap = Tap(self._on_frame, self._on_end, self._on_noise, min(_PROBE, config.connect_timeout / 3))
        self._changes = Changes(self._refetch)
        self._wake = anyio.Event()
        self._scope = anyio.CancelScope()
        self._stderr = LastLines(self._tell_stderr)
        self._doing = "starting"
        self._step_began = 0.0
        self.leaving = anyio.Event()
        """Set once somebody wants it to end."""

    async def run(self, slots: anyio.Semaphore, sdk: asyncio.Future[None]) -> None:
        """Connect, list, stay until the end.

        ``slots`` bounds how many children start at once, ``sdk`` is done when the SDK is loaded.
        """
        try:
            with self._scope:
                try:
                    await self._live(slots, sdk)
                except Exception as error:
                    self._failed(error)
            if self.contact.broken is not None:
                self._failed(self.contact.broken)
        finally:
            self.client = None
            self._stderr.end()
            self.over.set()

    def stop(self, reason: str | None = None) -> None:
        """Begin to leave. With a reason the status says so; one that is still connecting is told off in any case."""
        self.leaving.set()
        if self.status.state.pending:
            self._set(State.FAILED, reason or "stopped before it was ready")
            self._scope.cancel()
        elif reason and self.status.state.listed:
            self._set(State.LOST, reason)
        self._wake.set()

    def abandon(self) -> None:
        """Leave at once; a child is still ended properly."""
        self._scope.cancel()

    async def _live(self, slots: anyio.Semaphore, sdk: asyncio.Future[None]) -> None:
        async with Slot(slots, isinstance(self.config.launch, Stdio)) as slot:
            self._step_began = self.status.since
            self._set(State.CONNECTING, timings=self._timed("wait"))
            await asyncio.shield(sdk)
            slot.begin()
            with anyio.fail_after(self.config.connect_timeout) as deadline:
                async with AsyncExitStack() as connection:
                    client, hello = await self._shake_hands(connection)
                    listing = await self._list(client, hello)
                    deadline.deadline = math.inf
                    slot.give_back()
                    self.client = client
                    ready = time.monotonic()
                    self._set(State.READY, listing=listing, timings=self._timed("list"), ready_since=ready)
                    await self._attend(client)
                    self.client = None
        if not self.leaving.is_set():
            self._set(State.LOST, ended(self.config, self.contact, "", self._last_words))

    async def _shake_hands(self, connection: AsyncExitStack) -> tuple[Client, Json]:
        from mcp import Client

        self._step_began = time.monotonic()
        transport = self._tap.around(dial(self.config, self.contact, self._on_stderr), self._started)
        with exchange() as talk:
            answers = Callbacks(self.config.name, self.config.launch, self._asks, self.patience.paused).offered
            client = await connection.enter_async_context(Client(transport, cache=None, **answers))
        signed_in = one_line(self.contact.signed_in) if self.contact.signed_in else None
        self._note(timings=self._timed("handshake"), signed_in=signed_in)
        return client, talk.result if isinstance(talk.result, dict) else {}

    def _started(self) -> None:
        self._doing = "initialize"
        self._note(timings=self._timed("start"), pid=self.contact.pid)

    async def _list(self, client: Client, hello: Json) -> Listing:
        capabilities = hello.get("capabilities")
        capabilities = capabilities if isinstance(capabilities, dict) else {}
        self._changes.announce(capabilities.get("tools"))
        listing = Listing(
            protocol=client.protocol_version,
            server_info=hello.get("serverInfo") or _stamped(hello.get("_meta")),
            capabilities=capabilities,
            instructions=hello["instructions"] if isinstance(hello.get("instructions"), str) else None,
        )
        self._doing = "tools/list"
        if capabilities.get("tools") is None:
            trouble = Trouble("no_tools", one_line("the server does not announce tools, so none were asked for"))
            return replace(listing, troubles=(trouble,))
        pages = await read_pages(client, self._on_page, lambda: not self.contact.closed_by_server)
        return self._filled(listing, pages)

    def _filled(self, listing: Listing, pages: Pages) -> Listing:
        troubles = (*pages.troubles, *self._changes.troubles)
        return replace(listing, tools=tuple(pages.tools), pages=pages.count, troubles=troubles, at=time.time())

    async def _attend(self, client: Client) -> None:
        """Follow changes until somebody stops us or the stream ends."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._changes.follow)
            tasks.start_soon(self._changes.subscribe, client)
            await self._wake.wait()
            tasks.cancel_scope.cancel()

    async def _refetch(self) -> bool:
        """Read the list again; the old one stays, marked stale, when that fails."""
        listing = self.status.listing
        if self.client is None or listing is None:
            return True
        try:
            with anyio.fail_after(self.config.connect_timeout):
                pages = await read_pages(self.client, lambda _: None, lambda: False)
        except Exception as error:
            if not self.contact.closed_by_server:
                reason = why(error, self.config, self.contact, "tools/list", "")
                self._set(State.STALE, f"the list could not be read again: {reason}")
            return False
        self._set(State.READY, listing=self._filled(listing, pages))
        return True

    def _failed(self, error: Exception) -> None:
        if self.leaving.is_set():
            return
        self.signed_out = wants_sign_in(error, self.config, self.contact)
        state = State.LOST if self.status.state.listed else State.SIGNED_OUT if self.signed_out else State.FAILED
        self._set(state, why(error, self.config, self.contact, self._doing, self._last_words))

    @property
    def _last_words(self) -> str:
        """The last lines on standard error, or what the network reported, or what stood on standard output."""
        failure = spoken(self._tap.failure) if self._tap.failure else ""
        return self._stderr.words or failure or one_line(self._tap.noise.words, _LONGEST_NOISE)

    def _on_frame(self, outgoing: bool, message: Json) -> None:
        self._publish(Frame(self.config.name, outgoing, time.time(), message))
        if outgoing:
            if message.get("method") in SHAKING_HANDS:
                self._doing = message["method"]
            return
        if isinstance(message, dict) and message.get("method") == "notifications/tools/list_changed":
            self._changes.noticed()

    def _on_noise(self) -> None:
        self._note(heard=self._tap.noise.troubles)

    def _on_end(self) -> None:
        self.contact.closed_by_server = not self.leaving.is_set()
        self.client = None
        self._wake.set()

    def _on_page(self, pages: Pages) -> None:
        self._note(listed_so_far=len(pages.tools), pages_so_far=pages.count)

    def _on_stderr(self, lines: list[str]) -> None:
        now = time.time()
        for line in self._stderr.take(lines):
            self._publish(StderrLine(self.config.name, now, line))

    def _tell_stderr(self) -> None:
        self._note(stderr_tail=self._stderr.lines)

    def _timed(self, step: str) -> dict[str, float]:
        now = time.monotonic()
        taken, self._step_began = (now - self._step_began) * 1000, now
        return {**self.status.timings, step: taken}

    def _set(self, state: State, reason: str | None = None, **changes: Json) -> None:
        """A new state, and when it began."""
        shown = one_line(reason) if reason is not None else None
        said = {"heard": self._tap.noise.troubles, "stderr_tail": self._stderr.lines}
        self._note(state=state, reason=shown, since=time.monotonic(), **said, **changes)

    def _note(self, **changes: Json) -> None:
        self.status = replace(self.status, **changes)
        self._publish(self.status)


def _stamped(meta: Json) -> Json:
    return meta.get(_SERVER_INFO) if isinstance(meta, dict) else None
