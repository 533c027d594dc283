"""A server that went away is started again, later each time; until it is back its last list stands."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import anyio

from toolscope.connections.session import Session
from toolscope.connections.state import News, ServerStatus, State
from toolscope.plain import one_line

Publish = Callable[[News], None]

_FIRST = 1.0
"""Seconds before the first try; doubled before each further one."""
_PROVEN = 60.0
"""Seconds a server must have been ready for its earlier failures to be forgotten."""


class Retry:
    """Runs the sessions of one server one after the other, as long as there is reason to hope."""

    def __init__(self, begin: Callable[[Publish], Session], publish: Publish, tries: int) -> None:
        """``begin`` makes a session that makes its news known through what it is given."""
        self._begin, self._publish, self._left = begin, publish, tries
        self._tries = tries

    async def run(self, session: Session, live: Callable[[Session], Awaitable[None]]) -> None:
        """Live through a session, and through those that follow it; returns when it is given up or told to leave."""
        await live(session)
        while (lost := session.status).state is State.LOST and self._left and self._may_help(session):
            if self._lasted(lost):
                self._left = self._tries
            delay = _FIRST * 2 ** (self._tries - self._left)
            self._left -= 1
            self._publish(_said(lost, f"trying again in {delay:g} s"))
            with anyio.move_on_after(delay):
                await session.leaving.wait()
            if session.leaving.is_set():
                return
            session = self._begin(_Quiet(lost, self._publish))
            await live(session)
            if session.leaving.is_set():
                self._publish(replace(lost, reason=one_line("disconnected")))
            elif session.status.state is State.SIGNED_OUT:
                self._publish(replace(lost, reason=session.status.reason))
            elif session.status.state is State.FAILED:
                # The list that it had last is better than none.
                session.status = replace(lost, reason=session.status.reason)
                if not self._left:
                    self._publish(_said(session.status, "given up; reconnect it to try again"))

    def _may_help(self, session: Session) -> bool:
        """Whether starting a lost server again is wanted, and of use."""
        return not session.leaving.is_set() and not session.signed_out

    def _lasted(self, lost: ServerStatus) -> bool:
        ready = lost.ready_since
        return ready is not None and time.monotonic() - ready > _PROVEN


class _Quiet:
    """Passes on the news of a session that is tried again; until it is ready, its states are none."""

    def __init__(self, lost: ServerStatus, publish: Publish) -> None:
        self._lost, self._publish = lost, publish
        self._ready = False

    def __call__(self, news: News) -> None:
        if isinstance(news, ServerStatus) and not self._ready:
            self._ready = news.state is State.READY
            if not self._ready:
                tail = news.stderr_tail or self._lost.stderr_tail
                self._publish(_said(replace(self._lost, stderr_tail=tail), "trying again"))
                return
        self._publish(news)


def _said(status: ServerStatus, more: str) -> ServerStatus:
    return replace(status, reason=one_line(f"{status.reason or status.state}; {more}"))
