"""Both streams of one connection, seen from the middle."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

from toolscope.canonical import Json, compact
from toolscope.connections.harmless import stand_in
from toolscope.connections.state import Trouble
from toolscope.plain import one_line

if TYPE_CHECKING:
    from mcp.client import Transport
    from mcp.client._transport import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage
    from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse
    from pydantic import ValidationError

    from toolscope.connections.transport import Streams

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

    def __init__(self, on_frame: Callable[[bool, Json], None], on_end: Callable[[], None]) -> None:
        self._on_frame = on_frame
        """Called with whether the frame is outgoing, and the message or a line that was none."""
        self.on_end = on_end
        self.failure: Exception | None = None
        """What a network transport reported in place of a message."""
        self._open: dict[str, tuple[str, Exchange | None]] = {}
        """Requests without an answer yet: method and exchange, by id (which servers may answer as text)."""
        self._noise = 0
        self._noise_lines: list[str] = []

    @asynccontextmanager
    async def around(self, transport: Transport, on_open: Callable[[], None]) -> AsyncIterator[Streams]:
        """The same transport with this tap in it; ``on_open`` is called when it stands."""
        async with transport as (reader, writer):
            on_open()
            yield _Reader(reader, self), _Writer(writer, self)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """The lines that were no messages, if there were any."""
        if not self._noise:
            return ()
        shown = " | ".join(one_line(line, 120) for line in self._noise_lines)
        lines = "1 line" if self._noise == 1 else f"{self._noise:,} lines"
        return (Trouble("stdout_noise", one_line(f"{lines} on stdout that are not JSON-RPC, beginning with: {shown}")),)

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

    def received(self, item: SessionMessage | Exception) -> SessionMessage | Exception | None:
        """Look at an incoming item; returns what the SDK shall see, ``None`` for nothing."""
        from mcp.types import JSONRPCError, JSONRPCResponse
        from pydantic import ValidationError

        if isinstance(item, ValidationError):
            return self._received_noise(item)
        if isinstance(item, Exception):
            self.failure = item
            return item
        message = item.message
        self._on_frame(False, _fields(message))
        if isinstance(message, JSONRPCResponse):
            message.result = self._settle(message.id, message.result)
        elif isinstance(message, JSONRPCError):
            self._open.pop(str(message.id), None)
        return item

    def _settle(self, identifier: object, result: Json) -> dict[str, Json]:
        method, talk = self._open.pop(str(identifier), ("", None))
        if talk:
            talk.result = result
        return stand_in(method, result)

    def _received_noise(self, error: ValidationError) -> SessionMessage | None:
        """Count a line that is no message, unless it can be understood as the answer to an open request."""
        value = _unreadable(error)
        if isinstance(value, str) and not value.strip():
            return None
        self._noise += 1
        if len(self._noise_lines) < _NOISE_SHOWN:
            self._noise_lines.append(value if isinstance(value, str) else compact(value))
        self._on_frame(False, value)
        return self._rescued(value)

    def _rescued(self, value: Json) -> SessionMessage | None:
        """An answer with a result that is no object, an error that is only text, or no ``jsonrpc`` member."""
        from mcp.shared.message import SessionMessage
        from mcp.types import INTERNAL_ERROR, ErrorData, JSONRPCError, JSONRPCResponse

        if not isinstance(value, dict) or str(value.get("id")) not in self._open:
            return None
        answer: JSONRPCResponse | JSONRPCError
        if "result" in value:
            answer = JSONRPCResponse(jsonrpc="2.0", id=value["id"], result=self._settle(value["id"], value["result"]))
        elif "error" in value:
            self._open.pop(str(value["id"]))
            problem = ErrorData(code=INTERNAL_ERROR, message=f"malformed error: {compact(value['error'])}")
            answer = JSONRPCError(jsonrpc="2.0", id=value["id"], error=problem)
        else:
            return None
        return SessionMessage(answer)


def _fields(message: JSONRPCMessage) -> dict[str, Json]:
    """A message as plain JSON; big results are not copied."""
    from mcp.types import JSONRPCError

    fields = {name: getattr(message, name) for name in type(message).model_fields if name in message.model_fields_set}
    if isinstance(message, JSONRPCError):
        fields["error"] = message.error.model_dump(exclude_unset=True)
    return fields


def _unreadable(error: ValidationError) -> Json:
    """The line that was no message: as text when it is no JSON, else the value."""
    for problem in error.errors(include_url=False, include_context=False):
        depth = {"json_invalid": 0, "model_type": 1, "missing": 2}.get(problem["type"])
        if depth == len(problem["loc"]):
            return problem["input"]
    return str(error)


class _Reader:
    """The incoming stream; what the tap swallows is never seen behind it."""

    def __init__(self, stream: ReadStream[SessionMessage | Exception], tap: Tap) -> None:
        self._stream = stream
        self._tap = tap

    @property
    def last_context(self) -> object:
        """Of the wrapped stream: the SDK runs handlers in the sender's context."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        while (item := self._tap.received(await self._stream.receive())) is None:
            pass
        return item

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> _Reader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            while (item := self._tap.received(await self._stream.__anext__())) is None:
                pass
        except StopAsyncIteration:
            self._tap.on_end()
            raise
        return item

    async def __aenter__(self) -> _Reader:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, error, trace)


class _Writer:
    """The outgoing stream."""

    def __init__(self, stream: WriteStream[SessionMessage], tap: Tap) -> None:
        self._stream = stream
        self._tap = tap

    async def send(self, item: SessionMessage, /) -> None:
        self._tap.sending(item.message)
        await self._stream.send(item)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> _Writer:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, error, trace)
