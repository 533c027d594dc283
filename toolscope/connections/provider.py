"""The SDK's OAuth client over what is kept. Imported late: the SDK takes its time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import urlsplit

import httpx2
from anyio import to_thread
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.utils import issuers_match
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from pydantic import AnyUrl, BaseModel, PrivateAttr, ValidationError

from toolscope.canonical import Json
from toolscope.config.launch import Http, OAuth
from toolscope.config.model import ConfigError
from toolscope.connections.contact import CannotStart
from toolscope.connections.vault import Vault
from toolscope.plain import one_line
from toolscope.veil import cover

NOWHERE = "http://127.0.0.1/callback"
"""Where a browser is never sent to."""


class _Metadata(OAuthClientMetadata):
    """What toolscope says about itself. A configured scope stays, whatever the server would have asked for."""

    _fixed: bool = PrivateAttr(default=False)

    def __setattr__(self, name: str, value: object) -> None:
        if name != "scope" or not self._fixed:
            super().__setattr__(name, value)


class _Storage:
    """What the SDK wants to keep is kept by the provider, as a whole."""

    def __init__(self, keep: Callable[[], Awaitable[None]]) -> None:
        self._keep = keep

    async def get_tokens(self) -> OAuthToken | None:
        """Read by the provider itself."""
        return None

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """They are in the provider's context already."""
        await self._keep()

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Read by the provider itself."""
        return None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Kept with the tokens: without them it is of no use."""


class Provider(OAuthClientProvider):
    """Signs requests with a kept sign-in, and keeps a new one with all that is needed to renew it.

    The SDK's own would keep the tokens alone: it could not tell after a restart that one has expired, nor where to
    renew it.
    """

    def __init__(
        self,
        launch: Http,
        vault: Vault,
        redirect_uri: str = NOWHERE,
        shows: Callable[[str], Awaitable[None]] | None = None,
        waits: Callable[[], Awaitable[AuthorizationCodeResult]] | None = None,
    ) -> None:
        """``shows`` gets the address of the page to sign in on, ``waits`` returns what the browser brought back."""
        self.wanted, self.vault = launch.oauth or OAuth(), vault
        super().__init__(launch.url, _about(self.wanted, redirect_uri), _Storage(self._kept), shows, waits)

    async def _initialize(self) -> None:
        """Take what is kept; a sign-in for another client than the configured one is none."""
        self._initialized = True
        context, wanted = self.context, self.wanted
        kept = await self._load()
        found = _Kept(kept if isinstance(kept, dict) else {})
        if wanted.client_id is not None:
            known = found.client is not None and found.client.client_id == wanted.client_id
            context.client_info = _configured(wanted, found.client.issuer if found.client and known else None)
            if not known:
                return
        elif found.client is not None:
            context.client_info = found.client
        context.current_tokens, context.token_expiry_time = found.tokens, found.expires
        context.oauth_metadata, context.protected_resource_metadata = found.metadata, found.resource
        if found.resource is not None:
            context.auth_server_url = str(found.resource.authorization_servers[0])
        self._choose_method()
        self._cover()

    async def _load(self) -> Json:
        """What is kept; a person who is here to sign in needs none of it."""
        try:
            return await to_thread.run_sync(self.vault.load)
        except ConfigError:
            return None

    def _cover(self) -> None:
        tokens, client = self.context.current_tokens, self.context.client_info
        secrets = (tokens and tokens.access_token, tokens and tokens.refresh_token, client and client.client_secret)
        cover(secret for secret in secrets if secret)

    async def _kept(self) -> None:
        """Keep what there is now."""
        self._cover()
        context = self.context
        client = context.client_info
        if client is not None and client.issuer is None and context.oauth_metadata is not None:
            client.issuer = str(context.oauth_metadata.issuer)
        hidden = {"client_secret"} if self.wanted.client_id is not None else None
        value: Json = {
            "tokens": _dumped(context.current_tokens),
            "expires": context.token_expiry_time,
            "client": client and client.model_dump(mode="json", exclude_none=True, exclude=hidden),
            "metadata": _dumped(context.oauth_metadata),
            "resource": _dumped(context.protected_resource_metadata),
        }
        await to_thread.run_sync(self.vault.keep, value)

    def _expected_issuer(self) -> str:
        """A configured client is shown only to the authorization server that it was used with before."""
        issuer, client = super()._expected_issuer(), self.context.client_info
        bound = client.issuer if client is not None and self.wanted.client_id is not None else None
        if bound is not None and not issuers_match(bound, issuer):
            raise CannotStart(
                f"its authorization server was {one_line(bound)} and is now {one_line(issuer)}; if that is right, "
                "forget the sign-in first (I, or config --sign-out NAME)"
            )
        return issuer

    async def _perform_authorization(self) -> httpx2.Request:
        """Nothing secret goes over a connection that others can read, nor a person to an address that is none."""
        metadata = self.context.oauth_metadata
        if metadata is not None:
            for url in (metadata.authorization_endpoint, metadata.token_endpoint):
                self._check_private(str(url))
        self._choose_method()
        return await super()._perform_authorization()

    def _choose_method(self) -> None:
        """How a secret is shown when the configuration does not say: in a header, where the server takes it so."""
        metadata, client = self.context.oauth_metadata, self.context.client_info
        if client is not None and client.client_secret and client.token_endpoint_auth_method is None:
            methods = (metadata.token_endpoint_auth_methods_supported if metadata else None) or ["client_secret_basic"]
            basic = "client_secret_basic" in methods
            client.token_endpoint_auth_method = "client_secret_basic" if basic else "client_secret_post"

    def _check_private(self, url: str) -> None:
        host = urlsplit(url).hostname or ""
        if url.startswith("http:") and self.context.server_url.lower().startswith("https:") and not _is_here(host):
            raise CannotStart(f"it wants the sign-in over plain http, at {one_line(host)}; that is not done")


class _Kept:
    """A kept sign-in as the SDK's values; what cannot be read of it is left out."""

    def __init__(self, kept: dict[str, Json]) -> None:
        self.tokens = _loaded(OAuthToken, kept.get("tokens"))
        self.client = _loaded(OAuthClientInformationFull, kept.get("client"))
        self.metadata = _loaded(OAuthMetadata, kept.get("metadata"))
        self.resource = _loaded(ProtectedResourceMetadata, kept.get("resource"))
        expires = kept.get("expires")
        self.expires = float(expires) if isinstance(expires, (int, float)) else None


_Model = TypeVar("_Model", bound=BaseModel)


def _loaded(model: type[_Model], value: Json) -> _Model | None:
    try:
        return None if value is None else model.model_validate(value)
    except ValidationError:
        return None


def _dumped(model: BaseModel | None) -> Json:
    return None if model is None else model.model_dump(mode="json", exclude_none=True)


def _about(wanted: OAuth, redirect_uri: str) -> OAuthClientMetadata:
    metadata = _Metadata(
        client_name=wanted.client_name,
        redirect_uris=[AnyUrl(redirect_uri)],
        token_endpoint_auth_method=wanted.token_endpoint_auth_method,  # type: ignore[arg-type]  # config checks it
        scope=wanted.scope,
    )
    metadata._fixed = wanted.scope is not None
    return metadata


def _configured(wanted: OAuth, issuer: str | None) -> OAuthClientInformationFull:
    """The client that the configuration names."""
    client = OAuthClientInformationFull(
        client_id=wanted.client_id or "",
        client_secret=wanted.client_secret,
        token_endpoint_auth_method=wanted.token_endpoint_auth_method or (None if wanted.client_secret else "none"),
    )
    client.issuer = issuer
    return client


def _is_here(host: str) -> bool:
    return host == "localhost" or host == "::1" or host.startswith("127.")
