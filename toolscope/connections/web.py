"""A server on the network to the streams that an MCP client talks over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from anyio import to_thread

from toolscope.config.launch import Http
from toolscope.config.server import is_http
from toolscope.connections.contact import CannotStart, Contact
from toolscope.connections.refusal import UNNOTED, note
from toolscope.connections.tls import trust
from toolscope.connections.vault import Vault

if TYPE_CHECKING:
    import httpx2
    from mcp.shared.message import SessionMessage

    from mcp.client._transport import ReadStream, WriteStream  # isort: skip

    Streams: TypeAlias = tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]

_TIMEOUT = 30.0
"""Seconds to connect and to send; waiting for an answer is bounded by the call's own deadline."""
_LARGEST_EVENT = 256 * 1024 * 1024
"""Bytes of one server-sent event; the SDK would take a megabyte, which a long list of tools exceeds."""


@asynccontextmanager
async def streamable(launch: Http, contact: Contact, vault: Vault | None = None) -> AsyncIterator[Streams]:
    """Streamable HTTP, signed with what ``vault`` holds. Raises ``CannotStart``, or what the network raises."""
    from mcp.client.streamable_http import streamable_http_client

    async with (
        await client(launch, contact, await _signing(launch, contact, vault)) as http,
        streamable_http_client(launch.url, http_client=http, max_sse_event_size=_LARGEST_EVENT) as streams,
    ):
        yield streams


@asynccontextmanager
async def sse(launch: Http, contact: Contact, vault: Vault | None = None) -> AsyncIterator[Streams]:
    """The old SSE transport, signed with what ``vault`` holds. Raises ``CannotStart``, or what the network raises."""
    from mcp.client import sse as sdk
    from mcp.shared._httpx_utils import sse_within_origin

    # This transport of the SDK has no option for it.
    sdk.sse_within_origin = partial(sse_within_origin, max_event_size=_LARGEST_EVENT)  # type: ignore[attr-defined]
    http = await client(launch, contact, await _signing(launch, contact, vault))

    def factory(
        headers: dict[str, str] | None = None, timeout: httpx2.Timeout | None = None, auth: httpx2.Auth | None = None
    ) -> httpx2.AsyncClient:
        return http

    async with sdk.sse_client(launch.url, httpx_client_factory=factory) as streams:
        yield streams


async def _broken(contact: Contact, signed: bool, response: httpx2.Response) -> None:
    """End a connection of the old transport whose messages are refused: the SDK would wait for their answers."""
    request, status = response.request, response.status_code
    renewable = UNNOTED in request.extensions or (signed and status == 401)
    if request.method == "POST" and status >= 400 and not renewable:
        contact.break_off(ConnectionError("a message was refused"))


def _hooks(launch: Http, contact: Contact, signed: bool) -> list[Callable[..., Any]]:
    """What looks at every answer."""
    return [partial(note, contact), *([partial(_broken, contact, signed)] if launch.sse else [])]


async def _signing(launch: Http, contact: Contact, vault: Vault | None) -> httpx2.Auth | None:
    if vault is None:
        return None
    await to_thread.run_sync(import_module, "toolscope.connections.renewal")  # a tenth of a second
    from toolscope.connections.renewal import Renewing

    return Renewing(launch, vault, contact)


async def client(
    launch: Http, contact: Contact | None, auth: httpx2.Auth | None = None, read: float | None = None
) -> httpx2.AsyncClient:
    """An HTTP client for a server, which notes in ``contact`` how it was answered: the SDK's errors do not say.

    ``read`` is how many seconds an answer may take.
    """
    import httpx2

    if not is_http(launch.url):
        raise CannotStart("url: not an http:// or https:// address with a host")
    hooks = _hooks(launch, contact, auth is not None) if contact else []
    build = partial(
        httpx2.AsyncClient,
        verify=trust(launch.tls),
        auth=auth,
        headers=dict(launch.headers),
        timeout=httpx2.Timeout(_TIMEOUT, read=read),
        event_hooks={"response": hooks},
    )
    return await to_thread.run_sync(build)  # reading the certificates takes a tenth of a second
