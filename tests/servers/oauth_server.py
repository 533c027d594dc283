"""A server behind a sign-in, with an authorization server of its own at the same address.

What a test wants to go wrong is set on ``Behaviour`` while it runs; nobody has to click on its page.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    AuthorizeError,
    RefreshToken,
    TokenError,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send


@dataclass
class Behaviour:
    """What it does, and what it has seen."""

    lifetime: int = 3600
    """Seconds that a token is good for, by its own word."""
    denies: bool = False
    wrong_state: bool = False
    wrong_issuer: bool = False
    registers: bool = True
    renews: bool = True
    down: bool = False
    """The token endpoint answers 503."""
    clients: dict[str, OAuthClientInformationFull] = field(default_factory=dict)
    tokens: dict[str, AccessToken] = field(default_factory=dict)
    refreshing: dict[str, RefreshToken] = field(default_factory=dict)
    codes: dict[str, AuthorizationCode] = field(default_factory=dict)
    asked: list[AuthorizationParams] = field(default_factory=list)
    renewals: int = 0
    paths: list[str] = field(default_factory=list)
    bearers: set[str] = field(default_factory=set)

    @property
    def secrets(self) -> list[str]:
        """Everything that it gave out and that nobody else may know."""
        return [*self.tokens, *self.refreshing, *self.codes, *self.bearers]

    def revoke(self, renewal: bool = False) -> None:
        """Its tokens are no good any more; with ``renewal`` they cannot be renewed either."""
        self.tokens.clear()
        if renewal:
            self.refreshing.clear()


class Authority:
    """The SDK's idea of an authorization server, in memory."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.does = behaviour

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.does.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        self.does.clients[str(client_info.client_id)] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        self.does.asked.append(params)
        if self.does.denies:
            raise AuthorizeError("access_denied", "the owner said \x1b[31mno")
        code = AuthorizationCode(
            code=secrets.token_hex(20),
            scopes=params.scopes or [],
            expires_at=time.time() + 60,
            client_id=str(client.client_id),
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        self.does.codes[code.code] = code
        state = "another" if self.does.wrong_state else params.state
        issuer = "https://elsewhere.example" if self.does.wrong_issuer else None
        return construct_redirect_uri(str(params.redirect_uri), code=code.code, state=state, iss=issuer)

    async def load_authorization_code(self, client: Any, authorization_code: str) -> AuthorizationCode | None:
        return self.does.codes.get(authorization_code)

    async def exchange_authorization_code(self, client: Any, authorization_code: AuthorizationCode) -> OAuthToken:
        return self._issue(authorization_code.client_id, authorization_code.scopes)

    async def load_refresh_token(self, client: Any, refresh_token: str) -> RefreshToken | None:
        return self.does.refreshing.get(refresh_token)

    async def exchange_refresh_token(self, client: Any, refresh_token: RefreshToken, scopes: list[str]) -> OAuthToken:
        if not self.does.renews:
            raise TokenError("invalid_grant", "sign in once more")
        self.does.renewals += 1
        del self.does.refreshing[refresh_token.token]
        return self._issue(refresh_token.client_id, scopes)

    def _issue(self, client_id: str, scopes: list[str]) -> OAuthToken:
        access, refresh = f"access-{secrets.token_hex(16)}", f"refresh-{secrets.token_hex(16)}"
        # It knows them for longer than it says: what has expired is the client's to notice.
        self.does.tokens[access] = AccessToken(token=access, client_id=client_id, scopes=scopes)
        self.does.refreshing[refresh] = RefreshToken(token=refresh, client_id=client_id, scopes=scopes)
        return OAuthToken(
            access_token=access, expires_in=self.does.lifetime, refresh_token=refresh, scope=" ".join(scopes)
        )

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.does.tokens.get(token)

    async def revoke_token(self, token: Any) -> None:
        """Nobody asks for it."""


class Watch:
    """Sees every request before the server does."""

    def __init__(self, app: ASGIApp, behaviour: Behaviour) -> None:
        self._app, self._does = app, behaviour

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self._does.paths.append(scope["path"])
            for name, value in scope["headers"]:
                if name == b"authorization":
                    self._does.bearers.add(value.decode().removeprefix("Bearer "))
            if self._does.down and scope["path"] == "/token":
                await Response("tired", 503)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def protected(address: str, behaviour: Behaviour) -> ASGIApp:
    """The server for the address that it is reached at: ``/mcp``, and ``/sse`` for the old transport."""
    settings = AuthSettings(
        issuer_url=AnyHttpUrl(address),
        resource_server_url=AnyHttpUrl(address),
        client_registration_options=ClientRegistrationOptions(
            enabled=behaviour.registers, valid_scopes=["read", "write"], default_scopes=["read", "write"]
        ),
        required_scopes=["read"],
        validate_token_resource=False,
    )
    server = MCPServer("behind a sign-in", auth=settings, auth_server_provider=Authority(behaviour))  # type: ignore[arg-type]

    @server.tool()
    def secret(context: Context[None]) -> str:
        """What only those who signed in may read; it repeats their token."""
        return str((context.headers or {}).get("authorization"))

    meeting = asyncio.Event()
    there: list[int] = []

    @server.tool()
    async def meet() -> int:
        """Answers once three have asked."""
        there.append(1)
        if len(there) == 3:
            meeting.set()
        await meeting.wait()
        return len(there)

    app: Starlette = server.streamable_http_app(json_response=True)
    known = {getattr(route, "path", "") for route in app.router.routes}
    app.router.routes += [route for route in server.sse_app().routes if getattr(route, "path", "") not in known]
    return Watch(app, behaviour)
