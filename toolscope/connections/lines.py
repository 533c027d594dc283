"""A child's standard output handed on in whole lines.

The SDK joins what it has of a line with each piece that comes: of a line of ten megabytes that is gigabytes of
copying, and a line without end takes all the memory there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio.abc import ByteReceiveStream

if TYPE_CHECKING:
    from anyio.abc import Process

_LONGEST = 64 << 20
"""Bytes of a line; of a longer one only the beginning is handed on."""
_BEGINNING = 1_000
"""Bytes by which a request can still be told from another one."""


class WholeLines(ByteReceiveStream):
    """Pieces are kept until a line feed has come."""

    def __init__(self, stream: ByteReceiveStream, longest: int = _LONGEST) -> None:
        """``longest`` is in bytes."""
        self._stream, self._longest = stream, longest
        self._skipping = False
        """In the middle of a line that was cut."""

    async def receive(self, max_bytes: int = 65_536) -> bytes:
        """One line or more; a part of one at the end. Raises what the wrapped stream raises."""
        import anyio

        pieces: list[bytes] = []
        size = 0
        while True:
            try:
                piece = self._rest(await self._stream.receive(max_bytes))
            except anyio.EndOfStream:
                if pieces:
                    return b"".join(pieces)
                raise
            pieces.append(piece)
            size += len(piece)
            if b"\n" in piece:
                return b"".join(pieces)
            if size > self._longest:
                self._skipping = True
                return b"".join(pieces)[:_BEGINNING] + b"\n"

    def _rest(self, piece: bytes) -> bytes:
        """What comes after a line that was cut."""
        if self._skipping:
            _, end, piece = piece.partition(b"\n")
            self._skipping = not end
        return piece

    async def aclose(self) -> None:
        """Close the wrapped stream."""
        await self._stream.aclose()


def in_whole_lines(process: Process) -> None:
    """Have a process read that way, before its first byte is read; without effect where it cannot be done."""
    if isinstance(process.stdout, ByteReceiveStream) and hasattr(process, "_stdout"):
        process._stdout = WholeLines(process.stdout)
