"""All servers of a session: started together, disturbing each other never, left without a trace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

import anyio

from toolscope.canonical import Json
from toolscope.config.launch import Http, Recorded
from toolscope.config.model import ServerConfig
from toolscope.connections import sdk
from toolscope.connections.calling import OnProgress, call, unavailable
from toolscope.connections.contact import SIGN_IN, CannotStart
from toolscope.connections.news import NewsQueue
from toolscope.connections.oauth import sign_in
from toolscope.connections.requests import Asks
from toolscope.connections.retry import Publish, Retry
from toolscope.connections.session import Session
from toolscope.connections.standing import standing
from toolscope.connections.state import News, Reply, ServerStatus, State
from toolscope.plain import one_line

_GRACE = 5.0
"""Seconds to leave in: longer than a child is given before it is killed."""
_HTTP_GRACE = 0.7
"""Seconds to say goodbye to a server on the network."""


class Fleet:
    """The configured servers, live. Enter it to start them; leaving it ends them all."""

    def __init__(
        self, servers: Sequence[ServerConfig], *, slots: int = 4, tries: int = 0, asks: Asks | None = None
    ) -> None:
        """``slots`` is how many children may be starting at once; ``asks`` puts servers' questions to a person.

        A server that was ready and went away is started again, ``tries`` times at most without having stayed.
        """
        self._tries, self._asks = tries, asks
        self._configs = {config.name: config for config in servers}
        self._statuses = {config.name: standing(config) for config in servers}
        self._sessions: dict[str, Session] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._signing: dict[str, asyncio.Task[None]] = {}
        self._slots = slots
        self._semaphore: anyio.Semaphore | None = None
        self._sdk: asyncio.Task[None] | None = None
        self._news = NewsQueue()
        self._moved = asyncio.Event()
        """Set whenever a server stands otherwise."""
        self._closed = False
        """Nothing is started any more."""

    async def __aenter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Start every server that may be started; ``aclose`` ends them."""
        self._semaphore = anyio.Semaphore(self._slots)
        for status in self.statuses:
            self._news.put(status)
            if status.state is State.WAITING:
                self._start(status.config)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with anyio.CancelScope(shield=True):
            await self.aclose()

    @property
    def statuses(self) -> tuple[ServerStatus, ...]:
        """Every server as it is now, in the order of the configuration."""
        return tuple(self._statuses.values())

    async def news(self) -> AsyncGenerator[News, None]:
        """What happens, as it happens, for one consumer; ends when the fleet is closed.

        A status replaces an unread one of the same server. Of frames and lines the latest few thousand wait.
        """
        async for batch in self.batches():
            for each in batch:
                yield each

    def batches(self) -> AsyncGenerator[list[News], None]:
        """The same, all that waits at once."""
        return self._news.batches()

    async def settled(self) -> tuple[ServerStatus, ...]:
        """Wait until no server is waiting or connecting any more."""
        while any(status.state.pending for status in self.statuses):
            self._moved.clear()
            await self._moved.wait()
        return self.statuses

    async def call(
        self,
        server: str,
        raw_name: str,
        arguments: dict[str, Json],
        *,
        utility: str | None = None,
        timeout: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Reply:
        """Call a tool by the name its server gave it; nothing but cancellation is raised.

        ``utility`` names what the host offers for a capability (``list_resources``, ``read_resource``,
        ``list_prompts``, ``get_prompt``): the server is then asked ``resources/list`` and so on. ``timeout`` is in
        seconds, the server's own by default; progress starts it again, up to ten times. Cancelling the task that
        awaits the reply sends ``notifications/cancelled``.
        """
        session = self._sessions.get(server)
        if session is None:
            return self._no_call(server)
        patience = timeout if timeout is not None else session.config.timeout
        return await call(session, raw_name, arguments, utility, patience, on_progress)

    def add(self, servers: Sequence[ServerConfig]) -> None:
        """Take more servers in while the fleet is running; their names must be new."""
        for config in servers:
            self._configs[config.name] = config
            self._publish(standing(config))
            if self._statuses[config.name].state is State.WAITING:
                self._start(config)

    async def reconnect(self, name: str) -> None:
        """End a server's connection and start a new one; returns once it is on its way."""
        if name not in self._sessions or self._closed:
            return
        await self._leave([name])
        if not self._closed:
            self._start(self._configs[name])

    async def sign_in(self, name: str) -> None:
        """Let a person sign in to a server, then connect; returns once they are being asked."""
        session = self._sessions.get(name)
        if self._closed or self._asks is None or session is None or not isinstance(session.config.launch, Http):
            return
        await self._leave([name])
        before = self._statuses[name]
        self._signed_out(before, "waiting for you to sign in")
        signing = self._tasks[name] = asyncio.create_task(self._sign_in(before, self._asks), name=f"sign in {name}")
        self._signing[name] = signing

    async def _sign_in(self, before: ServerStatus, asks: Asks) -> None:
        began = time.monotonic()
        try:
            await sign_in(before.config, asks)
        except CannotStart as error:
            self._signed_out(before, f"{error}; {SIGN_IN}")
        except asyncio.CancelledError:
            self._signed_out(before, f"the sign-in was stopped; {SIGN_IN}")
            raise
        else:
            self._start(before.config, {"sign_in": (time.monotonic() - began) * 1000})

    def _signed_out(self, before: ServerStatus, reason: str) -> None:
        state = State.LOST if before.listing else State.SIGNED_OUT
        self._publish(replace(before, state=state, reason=one_line(reason), since=time.monotonic()))

    async def disconnect(self, name: str) -> None:
        """Give up on a server: stop connecting, or end the connection and keep its last list."""
        if session := self._sessions.get(name):
            session.stop("disconnected")
            await self._leave([name])

    async def aclose(self) -> None:
        """End all servers, children and their children included. Under a second for servers that behave."""
        self._closed = True
        await self._leave(list(self._tasks))
        if self._sdk:
            await asyncio.wait([self._sdk])
        self._news.end()
        self._moved.set()

    def _start(self, config: ServerConfig, timings: Mapping[str, float] | None = None) -> None:
        def begin(publish: Publish) -> Session:
            session = self._sessions[config.name] = Session(config, publish, self._asks)
            return session

        session = begin(self._publish)
        session.status = replace(session.status, timings=timings or {})
        self._publish(session.status)
        lives = Retry(begin, self._publish, self._tries).run(session, self._live)
        self._tasks[config.name] = asyncio.create_task(lives, name=f"mcp {config.name}")

    async def _live(self, session: Session) -> None:
        assert self._semaphore is not None
        if self._sdk is None:
            self._sdk = asyncio.create_task(asyncio.to_thread(sdk.load))
        await session.run(self._semaphore, self._sdk)

    async def _leave(self, names: Sequence[str]) -> None:
        tasks = [task for name in names if (task := self._tasks.pop(name, None))]
        sessions = [self._sessions[name] for name in names]
        for signing in filter(None, (self._signing.pop(name, None) for name in names)):
            signing.cancel()
        for session in sessions:
            session.stop()
            if isinstance(session.config.launch, Http):
                asyncio.get_running_loop().call_later(_HTTP_GRACE, session.abandon)
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=_GRACE)
        if late:
            for session in sessions:
                session.abandon()
            await asyncio.wait(late, timeout=1.0)

    def _publish(self, news: News) -> None:
        if isinstance(news, ServerStatus):
            self._statuses[news.name] = news
            self._moved.set()
        self._news.put(news)

    def _no_call(self, server: str) -> Reply:
        status = self._statuses.get(server)
        if status is None:
            return Reply(error=one_line(f"there is no server {server!r}"), unreachable=True)
        if isinstance(status.config.launch, Recorded) and status.state is State.READY:
            return Reply(error=one_line(f"{server} is a recording: it cannot be called"), unreachable=True)
        return Reply(error=unavailable(status), unreachable=True)
