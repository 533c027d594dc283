"""A configured launch to the streams that an MCP client talks over."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from toolscope.config.launch import Http, InProcess, Stdio
from toolscope.config.model import ServerConfig
from toolscope.connections.contact import CannotStart, Contact
from toolscope.connections.lines import in_whole_lines
from toolscope.connections.oauth import signs
from toolscope.connections.stderr import StderrPipe
from toolscope.connections.web import sse, streamable
from toolscope.plain import one_line

if TYPE_CHECKING:
    from anyio.abc import Process
    from mcp.client import Transport

    from toolscope.connections.web import Streams

_BASELINE = ("PATH", "HOME", "USER", "LANG", "LC_ALL", "TERM", "SHELL", "TMPDIR")
"""What a child inherits beside ``XDG_*`` and the SDK's Windows basics (hermes.md §12); secrets do not leak into it."""
_EXIT_GRACE = 0.5
"""Seconds in which a child that closed its output may still tell its exit code."""
_LAST_WORDS = 1.5
"""Seconds in which what a child wrote to standard error is read to its end."""
_LONGEST_COMMAND = 120
"""Characters of a command that are shown."""


def dial(config: ServerConfig, contact: Contact, on_stderr: Callable[[list[str]], None]) -> Transport:
    """Build the transport of a live launch; nothing starts until it is entered.

    Entering raises ``CannotStart``, or what the network raises.
    """
    match launch := config.launch:
        case Stdio():
            return _child(launch, contact, on_stderr)
        case Http(sse=True):
            return sse(launch, contact, signs(config, launch))
        case Http():
            return streamable(launch, contact, signs(config, launch))
        case InProcess():
            from mcp.client._memory import InMemoryTransport

            return InMemoryTransport(launch.build())  # type: ignore[arg-type]  # config knows no SDK types
        case _:
            raise CannotStart("names neither a command nor a url")


def child_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """The environment of a child: the safe part of our own, then what the configuration adds."""
    kept = {name: value for name, value in os.environ.items() if name in _BASELINE or name.startswith("XDG_")}
    return {**kept, **extra}


@asynccontextmanager
async def _child(launch: Stdio, contact: Contact, on_stderr: Callable[[list[str]], None]) -> AsyncIterator[Streams]:
    from mcp import StdioServerParameters, stdio_client

    _check_folder(launch)
    parameters = StdioServerParameters(
        command=launch.command,
        args=list(launch.args),
        env=child_environment(launch.env),
        cwd=launch.cwd,
        encoding_error_handler="replace",  # one byte that is no UTF-8 would end the connection
    )
    stderr = StderrPipe(on_stderr)
    manager = stdio_client(parameters, errlog=stderr.writer)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(stderr.drain, _LAST_WORDS)
        stack.push_async_callback(_end_the_rest, contact)
        try:
            streams = await stack.enter_async_context(manager)
        except (OSError, ValueError) as error:
            raise CannotStart(_why_not(launch, error)) from error
        stderr.writer.close()
        contact.process = _process_of(manager)
        if contact.process is not None:
            in_whole_lines(contact.process)
        try:
            yield streams
        finally:
            if contact.process and contact.closed_by_server:
                contact.outlived = not await _see_exit(contact.process)


def _check_folder(launch: Stdio) -> None:
    if launch.cwd is not None and not Path(launch.cwd).is_dir():
        raise CannotStart(f"cwd: there is no folder {launch.cwd}")


def _why_not(launch: Stdio, error: Exception) -> str:
    shown = f"'{one_line(launch.command, _LONGEST_COMMAND)}'"
    match error:
        case FileNotFoundError():
            return f"command: cannot find {shown}; install it, or give its full path"
        case PermissionError():
            return f"command: {shown} may not be executed"
        case OSError():
            return f"command: cannot start {shown}: {error.strerror or error}"
        case _:
            return f"command: cannot start {shown}: {error}"


def _process_of(manager: object) -> Process | None:
    """The child behind the SDK's transport, which hands out its streams only: read from the generator that owns it.

    Finding nothing costs the process id and exit codes, no more.
    """
    frame = getattr(getattr(manager, "gen", None), "ag_frame", None)
    process: Process | None = frame.f_locals.get("process") if frame is not None else None
    return process if hasattr(process, "returncode") else None


async def _see_exit(process: Process) -> bool:
    """Let a child that is ending by itself end, so that its exit code is its own; returns whether it did."""
    import anyio

    with anyio.move_on_after(_EXIT_GRACE, shield=True):
        await process.wait()
    return process.returncode is not None


async def _end_the_rest(contact: Contact) -> None:
    """End what a child started and left behind: the SDK does so only when the child itself would not end."""
    if contact.process is None or sys.platform == "win32":
        return
    import anyio
    from mcp.os.posix.utilities import terminate_posix_process_tree

    with anyio.CancelScope(shield=True):
        await terminate_posix_process_tree(contact.process, _EXIT_GRACE)
