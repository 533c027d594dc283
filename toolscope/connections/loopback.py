"""Where a browser comes back to after a sign-in: a listener on this machine, for one answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

from toolscope.config.launch import OAuth
from toolscope.connections.contact import CannotStart
from toolscope.veil import cover

_PATH = "/callback"
_PATIENCE = 5.0
"""Seconds for a browser to send its request."""
_LONGEST = 16 * 1024
"""Bytes of a request's head."""
_PAGE = (
    "<!doctype html><meta charset=utf-8><title>toolscope</title>"
    "<body style='font:16px system-ui;margin:20vh auto;max-width:30em'><p>%s</p>"
)
"""Nothing that came with the request is in it."""


class Loopback:
    """What the browser brought back."""

    def __init__(self, uri: str, path: str) -> None:
        self.uri = uri
        """Where it is sent to."""
        self._path = path
        self._answer: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()

    async def answer(self) -> dict[str, str]:
        """The parameters of its request, once it is there: ``code``, ``state``, ``iss``, or ``error``."""
        return await asyncio.shield(self._answer)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        try:
            async with asyncio.timeout(_PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                status, words = self._take(head.partition(b"\r\n")[0].decode("latin-1"))
                page = (_PAGE % words).encode()
                begin = f"HTTP/1.1 {status} {status.phrase}\r\nContent-Type: text/html\r\nContent-Length: {len(page)}"
                writer.write(f"{begin}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n".encode() + page)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError):
            """Whoever that was, it was no browser."""
        finally:
            writer.close()

    def _take(self, line: str) -> tuple[HTTPStatus, str]:
        """Keep the answer that a request line holds; what to show for it."""
        method, target, _ = line.split(" ", 2)
        parts = urlsplit(target)
        found = dict(parse_qsl(parts.query))
        if method != "GET" or parts.path != self._path:
            return HTTPStatus.NOT_FOUND, "There is nothing here."
        if not {"code", "error"} & set(found):
            return HTTPStatus.BAD_REQUEST, "This is no answer to a sign-in."
        cover({found.get("code", "")})
        if not self._answer.done():
            self._answer.set_result(found)
        return HTTPStatus.OK, "You can close this page and go back to toolscope, which says how it went."


@asynccontextmanager
async def listening(oauth: OAuth, likely: int = 0) -> AsyncIterator[Loopback]:
    """Listen as configured; ``likely`` is a port to prefer where any will do.

    Raises ``CannotStart`` when the configured port is taken.
    """
    wanted = urlsplit(oauth.redirect_uri) if oauth.redirect_uri else None
    host = (wanted.hostname if wanted else None) or oauth.redirect_host
    fixed = (wanted.port if wanted else None) or oauth.redirect_port
    path = (wanted.path or "/") if wanted else _PATH
    back: list[Loopback] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await back[0].serve(reader, writer)

    address = "127.0.0.1" if host == "localhost" else host
    server = await _bound(address, (fixed,) if fixed else (likely, 0), serve)
    port = server.sockets[0].getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    back.append(Loopback(oauth.redirect_uri or f"http://{shown}:{port}{path}", path))
    async with server:
        yield back[0]


async def _bound(
    address: str, ports: tuple[int, ...], serve: asyncio.streams._ClientConnectedCallback
) -> asyncio.Server:
    """The first of the ports that is free."""
    for port in ports[:-1]:
        try:
            return await asyncio.start_server(serve, address, port, limit=_LONGEST)
        except OSError:
            """Taken meanwhile."""
    try:
        return await asyncio.start_server(serve, address, ports[-1], limit=_LONGEST)
    except OSError as error:
        raise CannotStart(
            f"cannot listen on {address}:{ports[-1]} for the browser to come back ({error.strerror or error}); "
            "set oauth.redirect_port to a free port, or to 0"
        ) from None
