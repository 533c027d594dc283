"""How long calls of one server may take: progress and a person's answer start the time again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import anyio

_HARD_CAP = 10
"""However much progress a server reports, a call ends after this many timeouts."""


class Wait:
    """The time that one call has."""

    def __init__(self, scope: anyio.CancelScope, timeout: float) -> None:
        self._scope, self._timeout = scope, timeout
        self._latest = scope.deadline + timeout * (_HARD_CAP - 1)
        self._held = 0
        self._began = 0.0

    @property
    def exhausted(self) -> bool:
        """Whether it ended because the time was over."""
        return self._scope.cancelled_caught

    def renew(self) -> None:
        """Progress shows life: the timeout starts again, up to the cap."""
        if not self._held:
            self._scope.deadline = min(anyio.current_time() + self._timeout, self._latest)

    def hold(self) -> None:
        """Wait for a person: the time stands still."""
        if not self._held:
            self._began = anyio.current_time()
        self._held += 1
        self._scope.deadline = math.inf

    def resume(self) -> None:
        """The person is done; what the answer took does not count."""
        self._held -= 1
        if not self._held:
            self._latest += anyio.current_time() - self._began
            self.renew()


class Patience:
    """The calls of a server that are on their way."""

    def __init__(self) -> None:
        self._waits: set[Wait] = set()
        self._questions: set[anyio.CancelScope] = set()
        """Asked while a call was on its way."""

    @contextmanager
    def of(self, timeout: float) -> Iterator[Wait]:
        """The time of one call, in seconds; the call is cancelled when it is over."""
        with anyio.move_on_after(timeout) as scope:
            wait = Wait(scope, timeout)
            self._waits.add(wait)
            try:
                yield wait
            finally:
                self._waits.discard(wait)
                if not self._waits:
                    self._withdraw()

    def _withdraw(self) -> None:
        """No call is left that a question could belong to."""
        for question in tuple(self._questions):
            question.cancel()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """While a person is asked, for whichever call it is; left at once when the last of the calls is over."""
        waits = tuple(self._waits)
        with anyio.CancelScope() as question:
            if waits:
                self._questions.add(question)
            for wait in waits:
                wait.hold()
            try:
                yield
            finally:
                self._questions.discard(question)
                for wait in waits:
                    wait.resume()
