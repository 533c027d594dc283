"""Answers that come after nobody waits for them any more, found in the messages as they pass by."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from toolscope.canonical import Json
from toolscope.connections.state import Frame
from toolscope.plain import Plain, one_line

_REMEMBERED = 500
"""Requests without an answer that are kept in mind; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Late:
    """One answer that came too late."""

    server: str
    what: Plain
    """Whose answer it is, and how late it came."""


@dataclass(slots=True)
class _Request:
    name: str
    given_up: float | None = None
    """``time.time()`` when the server was told that nobody waits."""


@dataclass(slots=True)
class LateReplies:
    """Remembers which requests are open, and which were given up."""

    _open: OrderedDict[tuple[str, str], _Request] = field(default_factory=OrderedDict)

    def seen(self, frame: Frame) -> Late | None:
        """Take note of a message; the late answer that it is, if it is one."""
        message = frame.message if isinstance(frame.message, dict) else {}
        method, identifier = message.get("method"), message.get("id")
        if frame.outgoing and method == "notifications/cancelled":
            self._give_up(frame, message.get("params"))
        elif frame.outgoing and method is not None and identifier is not None:
            self._open[frame.server, str(identifier)] = _Request(_name(method, message.get("params")))
            if len(self._open) > _REMEMBERED:
                self._open.popitem(last=False)
        elif not frame.outgoing and method is None and identifier is not None:
            return self._answered(frame, str(identifier))
        return None

    def _give_up(self, frame: Frame, params: Json) -> None:
        identifier = params.get("requestId") if isinstance(params, dict) else None
        request = self._open.get((frame.server, str(identifier)))
        if request is not None:
            request.given_up = frame.at

    def _answered(self, frame: Frame, identifier: str) -> Late | None:
        request = self._open.pop((frame.server, identifier), None)
        if request is None or request.given_up is None:
            return None
        after = max(0.0, frame.at - request.given_up)
        return Late(frame.server, one_line(f"{request.name} answered late, {after:,.1f} s after it was given up"))


def _name(method: str, params: Json) -> str:
    """The tool that was called, or else the method."""
    name = params.get("name") if isinstance(params, dict) and method == "tools/call" else None
    return name if isinstance(name, str) else str(method)
