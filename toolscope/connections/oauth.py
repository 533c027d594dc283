"""Signing in to a server: a person on a page, a browser that comes back, a token that is kept."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from toolscope.config.launch import Http, OAuth
from toolscope.config.model import ConfigError, ServerConfig
from toolscope.connections.contact import CannotStart
from toolscope.connections.loopback import Loopback, listening
from toolscope.connections.requests import Asks, ServerRequest
from toolscope.connections.vault import Vault
from toolscope.plain import clean, one_line

if TYPE_CHECKING:
    import httpx2
    from mcp.shared.auth import AuthorizationCodeResult

T = TypeVar("T")
_PATIENCE = 30.0
"""Seconds for each answer of the server and of its authorization server."""
_LONGEST = 200
"""Characters of what they say that are shown."""


def signs(config: ServerConfig, launch: Http) -> Vault | None:
    """What a connection is signed with; ``None`` where the configuration and earlier runs know of no sign-in."""
    vault = Vault(config.name, launch)
    own = any(name.lower() == "authorization" for name in launch.headers)
    return vault if launch.oauth is not None or (vault.filled and not own) else None


def sign_out(config: ServerConfig) -> bool:
    """Forget a server's sign-in; returns whether there was one. Raises ``ConfigError`` when it cannot be removed."""
    return isinstance(config.launch, Http) and Vault(config.name, config.launch).forget()


async def sign_in(config: ServerConfig, asks: Asks) -> None:
    """Sign in and keep what came of it. Raises ``CannotStart`` that says in one line why nothing did."""
    await asyncio.to_thread(import_module, "toolscope.connections.provider")  # a tenth of a second
    from mcp.client.auth import OAuthFlowError, OAuthRegistrationError, OAuthTokenError

    from toolscope.connections.reason import root_cause

    launch = config.launch
    if not isinstance(launch, Http):
        raise CannotStart("only servers on the network have a sign-in")
    try:
        await _signed_in(config, launch, asks)
    except OAuthRegistrationError as error:
        said = _shown(error)
        raise CannotStart(f"toolscope could not register itself ({said}); set oauth.client_id to a client's") from None
    except (OAuthFlowError, OAuthTokenError) as error:
        raise CannotStart(f"the sign-in failed: {_shown(error)}") from None
    except ConfigError as error:
        raise CannotStart(f"the sign-in could not be kept: {error}") from None
    except Exception as error:
        raise _network(root_cause(error), config) from None


def _network(error: BaseException, config: ServerConfig) -> CannotStart:
    from toolscope.connections.tls import failed_handshake

    if isinstance(error, CannotStart):
        return error
    words = failed_handshake(error) or one_line(str(error) or type(error).__name__, _LONGEST)
    return CannotStart(f"the sign-in failed: {words}".replace(getattr(config.launch, "url", "\0"), config.endpoint))


def _shown(error: Exception) -> str:
    return one_line(str(error), _LONGEST)


async def _signed_in(config: ServerConfig, launch: Http, asks: Asks) -> None:
    from toolscope.connections.provider import Provider
    from toolscope.connections.web import client

    vault, wanted = Vault(config.name, launch), launch.oauth or OAuth()
    async with listening(wanted, likely=await asyncio.to_thread(_port_before, vault)) as back:
        page = _Page(config, wanted, asks, back)
        provider = Provider(launch, vault, back.uri, page.show, page.wait)
        async with await client(launch, None, provider, read=_PATIENCE) as http:
            status = await _knock(http, launch)
    if status == 401:
        words = "takes no token, also not the one it was just given" if page.shown else "offers no sign-in"
        raise CannotStart(f"{config.endpoint} {words} (HTTP 401)")


def _port_before(vault: Vault) -> int:
    """The port that toolscope registered itself with: some authorization servers take no other."""
    try:
        kept = vault.load()
        return urlsplit(kept["client"]["redirect_uris"][0]).port or 0
    except (ConfigError, KeyError, IndexError, TypeError, ValueError):
        return 0


async def _knock(http: httpx2.AsyncClient, launch: Http) -> int:
    """A request that changes nothing, for the server to be asked for a sign-in; returns the status in the end."""
    from mcp.shared._httpx_utils import stream_within_origin

    accept = {"Accept": "text/event-stream" if launch.sse else "application/json, text/event-stream"}
    ping = None if launch.sse else {"jsonrpc": "2.0", "id": secrets.token_hex(4), "method": "ping"}
    async with stream_within_origin(http, "GET" if launch.sse else "POST", launch.url, headers=accept, json=ping) as it:
        return it.status_code


class _Page:
    """The page that a person signs in on, and their way back from it."""

    def __init__(self, config: ServerConfig, wanted: OAuth, asks: Asks, back: Loopback) -> None:
        self._config, self._wanted, self._asks, self._back = config, wanted, asks, back
        self._url = ""

    @property
    def shown(self) -> bool:
        """Whether it came to that."""
        return bool(self._url)

    async def show(self, url: str) -> None:
        """Remember the page; a person is asked in ``wait``."""
        self._url = url

    async def wait(self) -> AuthorizationCodeResult:
        """Until the browser is back, the person gives up, or the time is over. Raises ``CannotStart``."""
        from mcp.shared.auth import AuthorizationCodeResult

        host = urlsplit(self._url).hostname or "?"
        words = clean(f"{self._config.name} wants you to sign in at {host}.")
        request = ServerRequest(self._config.name, "sign_in", words, {"url": self._url})
        async with _task(self._asks(request)) as asking, _task(self._back.answer()) as answer:
            await asyncio.wait({asking, answer}, timeout=self._wanted.timeout, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                seconds = f"nobody signed in within {self._wanted.timeout:g} s"
                raise CannotStart("you put the sign-in aside" if asking.done() else seconds)
            found = answer.result()
        self._check(found)
        return AuthorizationCodeResult(code=found["code"], state=found.get("state"), iss=found.get("iss"))

    def _check(self, found: dict[str, str]) -> None:
        state = parse_qs(urlsplit(self._url).query)["state"][0]
        if not secrets.compare_digest(found.get("state", "").encode(), state.encode()):
            raise CannotStart("the browser brought the answer to another sign-in (its state is wrong); try again")
        if "error" in found:
            words = ": ".join(found[key] for key in ("error", "error_description") if found.get(key))
            raise CannotStart(f"the sign-in was refused: {one_line(words, _LONGEST)}")


@asynccontextmanager
async def _task(job: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """A task that does not outlive the block."""
    task = asyncio.create_task(job)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])
