"""Requests signed with a kept sign-in, which is renewed when it has to be. Imported late, with the SDK."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import anyio
import httpx2
from anyio import to_thread
from mcp.client.auth import OAuthTokenError
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER

from toolscope.canonical import Json
from toolscope.config.launch import Http
from toolscope.config.model import ConfigError
from toolscope.connections.contact import SIGN_IN, CannotStart, Contact, SignInNeeded
from toolscope.connections.provider import Provider
from toolscope.connections.refusal import UNNOTED, said
from toolscope.connections.vault import Vault
from toolscope.plain import one_line

_REFUSED = (400, 401)
"""What an authorization server answers when a renewal is no longer allowed (RFC 6749 §5.2)."""


class Renewing(Provider):
    """Opens no page: where only a person could help, ``SignInNeeded`` is raised.

    Requests do not wait for each other, but for a renewal.
    """

    def __init__(self, launch: Http, vault: Vault, contact: Contact) -> None:
        super().__init__(launch, vault)
        self._contact, self._sse = contact, launch.sse
        self._changing = anyio.Lock()
        self._refused = ""
        """Why the last renewal was refused."""

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        """The old SSE transport swallows what is raised here; its connection is ended all the same."""
        flow = super().async_auth_flow(request)
        try:
            outgoing = await anext(flow)
            while True:
                outgoing = await flow.asend((yield outgoing))
        except StopAsyncIteration:
            return
        except CannotStart as error:
            if self._sse:
                self._contact.break_off(error)
            raise
        finally:
            await flow.aclose()

    async def _auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        context = self.context
        async with self._changing:
            if not self._initialized:
                await self._open()
            context.protocol_version = request.headers.get(MCP_PROTOCOL_VERSION_HEADER)
            if not context.is_token_valid() and context.can_refresh_token():
                await self._renewed((yield await self._renewal()))
        if context.current_tokens is None:
            # Without a token the answer could only be no.
            raise SignInNeeded(self._why)
        used = context.current_tokens.access_token
        self._add_auth_header(request)
        response = yield request
        if response.status_code != 401:
            return
        async with self._changing:
            if context.current_tokens is not None and context.current_tokens.access_token == used:
                if not context.can_refresh_token():
                    raise SignInNeeded(self._why)
                await self._renewed((yield await self._renewal()))
        if context.current_tokens is None:
            raise SignInNeeded(self._why)
        self._add_auth_header(request)
        response = yield request
        if response.status_code == 401:
            raise SignInNeeded(self._why)

    async def _renewal(self) -> httpx2.Request:
        request = await self._refresh_token()
        request.extensions[UNNOTED] = True
        return request

    async def _open(self) -> None:
        await self._initialize()
        if self.context.current_tokens is not None:
            self._contact.signed_in = f"by a token kept in {self.vault.place}"

    async def _load(self) -> Json:
        try:
            return await to_thread.run_sync(self.vault.load)
        except ConfigError as error:
            raise SignInNeeded(f"{error}; {SIGN_IN}") from None

    @property
    def _why(self) -> str:
        if self._refused:
            return f"its sign-in could not be renewed ({self._refused}); {SIGN_IN} again"
        if self.context.current_tokens is not None:
            return f"its sign-in is not accepted any more; {SIGN_IN} again"
        return f"it wants a sign-in (OAuth); {SIGN_IN}"

    async def _renewed(self, response: httpx2.Response) -> None:
        """Take what a renewal brought. Another process may have been faster: then its tokens are taken."""
        body = (await response.aread()).decode("utf-8", "replace")
        if response.status_code == 200:
            if not await self._handle_refresh_response(response):
                raise OAuthTokenError("the renewed token cannot be read")
            self._contact.signed_in = f"by a token renewed just now, kept in {self.vault.place}"
        elif response.status_code in _REFUSED:
            words = said(body, response.headers.get("content-type", ""))
            self._refused = one_line(f"HTTP {response.status_code}: {words}".rstrip(": "), 160)
            await self._reread()
        else:
            host = one_line(response.request.url.host)
            raise CannotStart(f"its sign-in could not be renewed: {host} answered HTTP {response.status_code}")

    async def _reread(self) -> None:
        before = self.context.current_tokens
        await self._open()
        after = self.context.current_tokens
        if before is not None and after is not None and after.refresh_token == before.refresh_token:
            self.context.clear_tokens()
