"""Both streams of one connection, seen from the middle."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolscope.canonical import Json, compact
from toolscope.connections import probe
from toolscope.connections.harmless import stand_in
from toolscope.connections.refused import UNREADABLE, Line, error_of, look
from toolscope.connections.state import Trouble
from toolscope.connections.streams import Reader, Writer
from toolscope.plain import one_line

if TYPE_CHECKING:
    from mcp.client import Transport
    from mcp.shared.message import SessionMessage
    from mcp.types import ErrorData, JSONRPCMessage, JSONRPCRequest

    from toolscope.connections.web import Streams

_NOISE_SHOWN = 3


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
        self, on_frame: Callable[[bool, Json], None], on_end: Callable[[], None], probe_patience: float
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
        self._noise = 0
        self._noise_lines: list[str] = []
        self._objections: list[str] = []
        """What the SDK had against answers that were taken all the same."""

    @asynccontextmanager
    async def around(self, transport: Transport, on_open: Callable[[], None]) -> AsyncIterator[Streams]:
        """The same transport with this tap in it; ``on_open`` is called when it stands."""
        async with transport as (reader, writer):
            on_open()
            yield Reader(reader, self), Writer(writer, self)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """The lines that were no messages, and the answers that others would not take."""
        found = []
        if self._noise:
            shown = " | ".join(one_line(line, 120) for line in self._noise_lines)
            lines = "1 line on stdout that is" if self._noise == 1 else f"{self._noise:,} lines on stdout that are"
            said = f"{lines} not JSON-RPC, beginning with: {shown}"
            found.append(Trouble("stdout_noise", one_line(said)))
        if self._objections:
            count = len(self._objections)
            answers = (
                "1 answer that strict readers refuse" if count == 1 else f"{count:,} answers that strict readers refuse"
            )
            said = f"{answers}, so that a host may lose it whole: {self._objections[0]}"
            found.append(Trouble("odd_answer", one_line(said, 300)))
        return tuple(found)

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
        if answers and line.objection:
            self._objections.append(line.objection)
        elif not (answers and line.fault):
            self._noise += 1
            if len(self._noise_lines) < _NOISE_SHOWN:
                self._noise_lines.append(value if isinstance(value, str) else compact(value))
        self._on_frame(False, value)
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
