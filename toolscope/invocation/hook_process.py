"""A command run with something on its standard input, for a limited time; nothing of it stays."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

_MOST = 1 << 20
"""Bytes of either output that are kept; the rest is read and dropped."""
_LAST_WORDS = 2.0
"""Seconds for the pipes of a killed command to close."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    exit_code: int | None
    """``None`` when it did not end by itself."""
    stdout: str = ""
    stderr: str = ""
    elapsed_ms: float = 0.0
    fault: str | None = None
    """Why there is no exit code, in a few words."""


async def run(command: str, given: bytes, seconds: float) -> Ended:
    """Run a command's words without a shell. When time is up, or the task is cancelled, its whole group is killed."""
    began = time.monotonic()
    try:
        words = shlex.split(os.path.expanduser(command))
    except ValueError as error:
        return Ended(None, fault=f"cannot be split into words: {error}")
    loop = asyncio.get_running_loop()
    try:
        transport, output = await loop.subprocess_exec(_Output, *words, start_new_session=True)
    except (OSError, ValueError) as error:
        return Ended(None, fault=_why_not(words[0] if words else "", error))
    fault = None
    try:
        async with asyncio.timeout(seconds):
            output.feed(given)
            await output.over.wait()
    except TimeoutError:
        fault = f"timed out after {seconds:g} s"
    finally:
        if not output.over.is_set():
            await _end(transport, output)
        transport.close()
    stdout, stderr = (bytes(output.kept[fd]).decode("utf-8", "replace") for fd in (1, 2))
    code = transport.get_returncode() if fault is None else None
    return Ended(code, stdout, stderr, (time.monotonic() - began) * 1000, fault)


class _Output(asyncio.SubprocessProtocol):
    """Keeps the beginning of both outputs and knows when everything is over."""

    def __init__(self) -> None:
        self.kept = {1: bytearray(), 2: bytearray()}
        self.over = asyncio.Event()
        """Set when the command has ended and nobody holds its outputs any more."""
        self._transport: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: Any) -> None:
        """The command runs."""
        self._transport = transport

    def feed(self, given: bytes) -> None:
        """Write to its standard input; one that does not read it misses nothing else."""
        pipe: Any = self._transport.get_pipe_transport(0) if self._transport else None
        if pipe is not None:
            pipe.write(given)
            pipe.close()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Keep what there is room for."""
        kept = self.kept[fd]
        kept += data[: max(0, _MOST - len(kept))]

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended, and its pipes are closed."""
        self.over.set()


async def _end(transport: asyncio.SubprocessTransport, output: _Output) -> None:
    """Kill a command and what it started; it is its own session, so that nothing else is in the group."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(transport.get_pid(), signal.SIGKILL)
    with suppress(ProcessLookupError):
        transport.kill()
    transport.close()
    with suppress(TimeoutError):
        await asyncio.shield(asyncio.wait_for(output.over.wait(), _LAST_WORDS))


def _why_not(word: str, error: Exception) -> str:
    match error:
        case FileNotFoundError():
            return f"cannot find {word!r}; give its full path"
        case PermissionError():
            return f"{word!r} may not be executed"
        case OSError():
            return f"cannot be started: {error.strerror or error}"
        case _:
            return f"cannot be started: {error}"
