"""The two streams of a connection with a tap in them."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp.client._transport import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage

    from toolscope.connections.tap import Tap


class Reader:
    """The incoming stream; what the tap swallows is never seen behind it."""

    def __init__(self, stream: ReadStream[SessionMessage | Exception], tap: Tap) -> None:
        self._stream = stream
        self._tap = tap

    @property
    def last_context(self) -> object:
        """Of the wrapped stream: the SDK runs handlers in the sender's context."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """The next item that the tap lets pass."""
        while (item := self._tap.received(await self._stream.receive())) is None:
            pass
        return item

    async def aclose(self) -> None:
        """Close the wrapped stream."""
        await self._stream.aclose()

    def __aiter__(self) -> Reader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            while True:
                with self._tap.probe.waiting():
                    item = self._tap.received(await self._stream.__anext__())
                    if item is not None:
                        return item
                    continue
                return self._tap.unanswered()
        except StopAsyncIteration:
            self._tap.on_end()
            raise

    async def __aenter__(self) -> Reader:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, error, trace)


class Writer:
    """The outgoing stream."""

    def __init__(self, stream: WriteStream[SessionMessage], tap: Tap) -> None:
        self._stream = stream
        self._tap = tap

    async def send(self, item: SessionMessage, /) -> None:
        """Show a message to the tap, then send it."""
        self._tap.sending(item.message)
        await self._stream.send(item)

    async def aclose(self) -> None:
        """Close the wrapped stream."""
        await self._stream.aclose()

    async def __aenter__(self) -> Writer:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, error, trace)
