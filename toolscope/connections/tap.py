"""Both streams of one connection, seen from the middle."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolscope.canonical import Json
from toolscope.connections import probe
from toolscope.connections.harmless import stand_in
from toolscope.connections.noise import Noise
from toolscope.connections.refused import UNREADABLE, Line, error_of, look
from toolscope.connections.streams import Reader, Writer

if TYPE_CHECKING:
    from mcp.client import Transport
    from mcp.shared.message import SessionMessage
    from mcp.types import ErrorData, JSONRPCMessage, JSONRPCRequest

    from toolscope.connections.web import Streams

_LONGEST_LINE = 100_000
"""Characters that are kept of a line that is no message."""


@dataclass(slots=True)
class Exchange:
    """One request as it shall be sent and its result as it was sent back."""

    arguments: Json = None
    """Put into ``params.arguments`` on the way out: the SDK drops members that are null."""
    result: Json = None


_current: ContextVar[Exchange | None] = ContextVar("exchange", default=None)


@contextmanager
def exchange(arguments: Json = None) -> Iterator[Exchange]:
    """Requests made in this block, and in this task, leave their last raw result in the ``Exchange``."""
    started = Exchange(arguments)
    token = _current.set(started)
    try:
        yield started
    finally:
        _current.reset(token)


class Tap:
    """Hands on every frame, keeps raw results, notices noise and the end of the stream."""

    def __init__(
        self,
        on_frame: Callable[[bool, Json], None],
        on_end: Callable[[], None],
        on_noise: Callable[[], None],
        probe_patience: float,
    ) -> None:
        """``probe_patience`` is in seconds."""
        self.probe = probe.Probe(probe_patience)
        self._on_frame = on_frame
        """Called with whether the frame is outgoing, and the message or a line that was none."""
        self.on_end = on_end
        self.failure: Exception | None = None
        """What a network transport reported in place of a message."""
        self._open: dict[str, tuple[str, Exchange | None]] = {}
        """Requests without an answer yet: method and exchange, by id (which servers may answer as text)."""
        self._on_noise = on_noise
        self.noise = Noise()

    @asynccontextmanager
    async def around(self, transport: Transport, on_open: Callable[[], None]) -> AsyncIterator[Streams]:
        """The same transport with this tap in it; ``on_open`` is called when it stands."""
        async with transport as (reader, writer):
            on_open()
            yield Reader(reader, self), Writer(writer, self)

    def sending(self, message: JSONRPCMessage) -> None:
        """Look at an outgoing message, and put back what the SDK left out of it."""
        from mcp.types import JSONRPCRequest

        if isinstance(message, JSONRPCRequest):
            self._sending_request(message)
        self._on_frame(True, _fields(message))

    def _sending_request(self, message: JSONRPCRequest) -> None:
        talk = _current.get()
        if talk and talk.arguments is not None and message.params and message.method == "tools/call":
            message.params["arguments"] = talk.arguments
        self._open[str(message.id)] = (message.method, talk)
        if message.method == probe.METHOD:
            self.probe.sent(message.id)

    def received(self, item: SessionMessage | Exception) -> SessionMessage | Exception | None:
        """Look at an incoming item; returns what the SDK shall see, ``None`` for nothing."""
        from mcp.types import JSONRPCError, JSONRPCResponse
        from pydantic import ValidationError

        if isinstance(item, ValidationError):
            return self._received_refused(look(item))
        if isinstance(item, Exception):
            self.failure = item
            return item
        message = item.message
        self._on_frame(False, _fields(message))
        if isinstance(message, JSONRPCResponse):
            message.result = self._settle(message.id, message.result)
        elif isinstance(message, JSONRPCError):
            self._closed(message.id)
        return item

    def unanswered(self) -> SessionMessage:
        """What the SDK is told of a probe that got no answer in time; it goes on without one."""
        from mcp.types import REQUEST_TIMEOUT, ErrorData

        return self._failed(self.probe.identifier, ErrorData(code=REQUEST_TIMEOUT, message="no answer in time"))

    def _settle(self, identifier: object, result: Json) -> dict[str, Json]:
        method, talk = self._closed(identifier)
        if talk:
            talk.result = result
        return stand_in(method, result)

    def _closed(self, identifier: object) -> tuple[str, Exchange | None]:
        """Method and exchange of a request that has its answer now."""
        self.probe.answered(identifier)
        return self._open.pop(str(identifier), ("", None))

    def _received_refused(self, line: Line) -> SessionMessage | None:
        """Count a line that is no message, unless it can be understood as the answer to an open request."""
        value = line.value
        if isinstance(value, str) and not value.strip():
            return None
        answers = str(line.identifier) in self._open
        told = False
        if answers and line.objection:
            told = self.noise.answer(line.objection)
        elif not (answers and line.fault):
            told = self.noise.line(value)
        if told:
            self._on_noise()
        self._on_frame(False, value[:_LONGEST_LINE] if isinstance(value, str) else value)
        return self._rescued(line) if answers else None

    def _rescued(self, line: Line) -> SessionMessage:
        """An answer with a result that is no object, an error that is only text, no ``jsonrpc`` member, odd text."""
        from mcp.shared.message import SessionMessage
        from mcp.types import PARSE_ERROR, ErrorData, JSONRPCResponse

        if line.fault:
            return self._failed(line.identifier, ErrorData(code=PARSE_ERROR, message=f"{UNREADABLE}: {line.fault}"))
        if "result" not in line.value:
            return self._failed(line.identifier, error_of(line.value))
        # Not validated: keys with half a character in them would be refused once more.
        result = self._settle(line.identifier, line.value["result"])
        return SessionMessage(JSONRPCResponse.model_construct(jsonrpc="2.0", id=line.identifier, result=result))

    def _failed(self, identifier: Json, error: ErrorData) -> SessionMessage:
        """An error in answer to a request."""
        from mcp.shared.message import SessionMessage
        from mcp.types import JSONRPCError

        self._closed(identifier)
        return SessionMessage(JSONRPCError(jsonrpc="2.0", id=identifier, error=error))


def _fields(message: JSONRPCMessage) -> dict[str, Json]:
    """A message as plain JSON; big results are not copied."""
    from mcp.types import JSONRPCError

    fields = {name: getattr(message, name) for name in type(message).model_fields if name in message.model_fields_set}
    if isinstance(message, JSONRPCError):
        fields["error"] = message.error.model_dump(exclude_unset=True)
    return fields
