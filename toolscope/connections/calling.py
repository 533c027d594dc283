"""One call, from its arguments to its reply."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import anyio

from toolscope.canonical import Json, compact, deeper_than
from toolscope.connections.reason import refused, spoken
from toolscope.connections.state import Reply, ServerStatus, State
from toolscope.connections.tap import exchange
from toolscope.plain import Plain, one_line

if TYPE_CHECKING:
    from mcp import Client

    from toolscope.connections.session import Session

OnProgress: TypeAlias = Callable[[float, float | None, str | None], None]
"""Called with progress, total and message, as the server gave them."""

_DEEPEST = 200
"""Levels of arguments that are sent; the SDK writes about 250."""
_LAST_WORDS = 1.0
"""Seconds that a call waits to learn how its server ended."""
_CONNECTION_CLOSED = -32000
"""The SDK's own code for it, which servers use for other things too."""


async def call(
    session: Session,
    raw_name: str,
    arguments: dict[str, Json],
    utility: str | None,
    timeout: float,
    on_progress: OnProgress | None,
) -> Reply:
    """Make one call. Whatever goes wrong is in the reply; only cancellation is raised, and the server is told of it."""
    began = time.monotonic()
    client = session.client
    if client is None:
        return Reply(error=unavailable(session.status), unreachable=True)
    if fault := _unsendable(utility, arguments):
        return Reply(error=fault)
    error: Plain | None = None
    with exchange(arguments if utility is None else None) as talk, session.patience.of(timeout) as patience:

        async def progressed(progress: float, total: float | None, message: str | None) -> None:
            patience.renew()
            if on_progress:
                on_progress(progress, total, message)

        try:
            await _request(client, raw_name, arguments, utility, progressed)
        except Exception as problem:
            error = refused(session.contact, problem) or spoken(problem)
            if _closed(problem) and await _gone(session):
                return _lost(session, began)
    if patience.exhausted:
        error = one_line(f"timed out: no answer within {time.monotonic() - began:.1f} s")
    elif error is None and talk.result is None:
        error = one_line("the server answered with null in place of a result")
    elapsed = (time.monotonic() - began) * 1000
    return Reply(talk.result if error is None else None, error, elapsed, sent=True)


def _unsendable(utility: str | None, arguments: Mapping[str, Json]) -> Plain | None:
    """Why arguments cannot even be put on the wire. What the SDK fails to write would end the connection."""
    if deeper_than(arguments, _DEEPEST):
        return one_line(f"the arguments are nested too deeply to be sent; {_DEEPEST} levels are the most")
    try:
        compact(arguments).encode()
    except UnicodeEncodeError:
        return one_line("the arguments hold half a character (a lone surrogate), which JSON cannot carry")
    except ValueError:
        return one_line("the arguments hold a number with more digits than can be sent")
    needed = {"read_resource": "uri", "get_prompt": "name"}.get(utility or "")
    if needed is not None and not (isinstance(arguments.get(needed), str) and arguments[needed]):
        return one_line(f"the argument {needed!r} must be a text")
    return None


def unavailable(status: ServerStatus) -> Plain:
    """Why a server cannot be asked."""
    if status.state.pending:
        return one_line(f"{status.name} is still {status.state}: {time.monotonic() - status.since:.0f} s so far")
    word = "lost" if status.state in (State.READY, State.STALE) else str(status.state)
    return one_line(f"{status.name} is {word}" + (f": {status.reason}" if status.reason else ""))


async def _request(
    client: Client, raw_name: str, arguments: Mapping[str, Json], utility: str | None, progressed: Callable[..., Json]
) -> None:
    match utility:
        case None:
            await client.call_tool(raw_name, dict(arguments), progress_callback=progressed)
        case "list_resources":
            await client.list_resources(cursor=arguments.get("cursor"), cache_mode="bypass")
        case "read_resource":
            await client.read_resource(arguments["uri"], cache_mode="bypass")
        case "list_prompts":
            await client.list_prompts(cursor=arguments.get("cursor"), cache_mode="bypass")
        case "get_prompt":
            await client.get_prompt(arguments["name"], _texts(arguments.get("arguments")))
        case _:
            raise ValueError(f"there is no utility {utility!r}")


def _texts(arguments: Json) -> dict[str, str]:
    """The arguments of a prompt, which are all text."""
    values = arguments if isinstance(arguments, dict) else {}
    return {key: value if isinstance(value, str) else compact(value) for key, value in values.items()}


def _closed(problem: Exception) -> bool:
    from mcp import MCPError

    return isinstance(problem, MCPError) and problem.code == _CONNECTION_CLOSED


async def _gone(session: Session) -> bool:
    """Whether the server went away. Waits a moment for its exit code and its last words."""
    with anyio.move_on_after(_LAST_WORDS):
        await session.over.wait()
    return session.over.is_set() or session.client is None


def _lost(session: Session, began: float) -> Reply:
    reason = session.status.reason or "closed the connection"
    error = one_line(f"{session.config.name} went away before it answered: {reason}")
    return Reply(error=error, elapsed_ms=(time.monotonic() - began) * 1000, sent=True, unreachable=True)
