"""How long ``server/discover`` may stay without an answer.

The SDK asks it first and would wait ten seconds, which no option changes. Servers of older protocols often ignore what
they do not know; the handshake goes on with ``initialize`` once the question has got any answer.
"""

from __future__ import annotations

import math

import anyio

METHOD = "server/discover"


class Probe:
    """The patience with one connection's probe. A late answer does no harm: nobody waits for it any more."""

    def __init__(self, patience: float) -> None:
        """``patience`` is in seconds."""
        self._patience = patience
        self._ends = math.inf
        self._scope: anyio.CancelScope | None = None
        self.identifier: str | int | None = None
        """Of the probe that waits for an answer."""

    def sent(self, identifier: str | int) -> None:
        """The question is on its way."""
        self.identifier = identifier
        self._until(anyio.current_time() + self._patience)

    def answered(self, identifier: object) -> None:
        """Any request was answered."""
        if self.identifier is not None and str(identifier) == str(self.identifier):
            self.identifier = None
            self._until(math.inf)

    def waiting(self) -> anyio.CancelScope:
        """A scope to wait in for the next message; it is left without one when patience is at its end."""
        self._scope = anyio.CancelScope(deadline=self._ends)
        return self._scope

    def _until(self, moment: float) -> None:
        self._ends = moment
        if self._scope is not None:
            self._scope.deadline = moment
