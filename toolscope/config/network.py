"""What an entry says about TLS and about signing in (hermes.md §12)."""

from __future__ import annotations

from urllib.parse import urlsplit

from toolscope.canonical import Json
from toolscope.config.launch import OAuth, Tls
from toolscope.config.section import Section, kind

_OAUTH_KEYS = frozenset(
    {
        "client_id",
        "client_secret",
        "client_name",
        "scope",
        "redirect_uri",
        "redirect_host",
        "redirect_port",
        "timeout",
        "token_endpoint_auth_method",
    }
)
_ELSEWHERE = frozenset({"application_type", "cimd", "client_metadata_url", "user_agent", "flow"})
"""Keys of Hermes that decide nothing here."""
_USUAL = OAuth()
_METHODS = ("none", "client_secret_post", "client_secret_basic")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Hosts that a browser on this machine comes back to."""


def tls(section: Section) -> Tls:
    """Read ``ssl_verify``, ``client_cert`` and ``client_key``."""
    verify, ca = _verify(section)
    cert, key, password = _certificate(section)
    if key is not None and cert is None:
        section.complain("is of no use without client_cert; ignored", "client_key")
        key = None
    return Tls(verify, ca, cert, key, password)


def _verify(section: Section) -> tuple[bool, str | None]:
    value = section.child("ssl_verify").value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        value = value.strip().lower() == "true"  # as a variable holds it
    if isinstance(value, str) and value.strip():
        return True, value
    if value is not None and not isinstance(value, bool):
        section.complain(
            f"must be true, false or the path of a CA's file, not {kind(value)}; true is used", "ssl_verify"
        )
    return value is not False, None


def _certificate(section: Section) -> tuple[str | None, str | None, str | None]:
    """Certificate, key and password: ``client_cert`` is a path, or a list of two or three texts."""
    value = section.child("client_cert").value
    parts = value if isinstance(value, list) else [value]
    if value is None:
        return None, section.text("client_key"), None
    if not 1 <= len(parts) <= 3 or not all(isinstance(part, str) and part.strip() for part in parts):
        section.complain("must be a path, [certificate, key] or [certificate, key, password]; ignored", "client_cert")
        return None, None, None
    cert, key, password = (*parts, None, None)[:3]
    apart = section.text("client_key")
    if key is not None and apart is not None:
        section.complain("is named in client_cert too; that one is used", "client_key")
    return cert, key or apart, password


def oauth(section: Section) -> OAuth | None:
    """Read ``auth`` and ``oauth``; ``None`` when they ask for no sign-in."""
    auth, block = section.text("auth"), section.child("oauth")
    if auth is not None and auth.strip().lower() != "oauth":
        section.complain("must be oauth; ignored (a fixed token belongs in headers.Authorization)", "auth")
        auth = None
    if not block.is_mapping("a mapping with client_id, scope and so on"):
        return OAuth() if auth else None
    block.only(_OAUTH_KEYS | _ELSEWHERE)
    return OAuth(
        client_id=block.text("client_id"),
        client_secret=_secret(block),
        client_name=block.text("client_name") or _USUAL.client_name,
        scope=_scope(block),
        redirect_uri=_redirect_uri(block),
        redirect_host=_host(block),
        redirect_port=_port(block),
        timeout=block.number("timeout", _USUAL.timeout),
        token_endpoint_auth_method=_method(block),
    )


def _secret(block: Section) -> str | None:
    secret = block.text("client_secret")
    if secret is not None and block.text("client_id") is None:
        block.complain("is of no use without client_id; ignored", "client_secret")
        return None
    return secret


def _scope(block: Section) -> str | None:
    value = block.child("scope").value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value) or None
    return block.text("scope")


def _redirect_uri(block: Section) -> str | None:
    uri = block.text("redirect_uri")
    if uri is None or _comes_back(uri):
        return uri
    block.complain(
        "must be http:// with 127.0.0.1, localhost or [::1] and a port: the browser has to come back to this machine; "
        "ignored",
        "redirect_uri",
    )
    return None


def _comes_back(uri: str) -> bool:
    try:
        parts = urlsplit(uri)
        return parts.scheme == "http" and parts.hostname in LOOPBACK and bool(parts.port) and not parts.query
    except ValueError:
        return False


def _host(block: Section) -> str:
    host = block.text("redirect_host")
    if host is not None and host not in LOOPBACK:
        block.complain("must be 127.0.0.1, localhost or ::1; 127.0.0.1 is used", "redirect_host")
    return host if host in LOOPBACK else _USUAL.redirect_host


def _port(block: Section) -> int:
    value: Json = block.child("redirect_port").value
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value)
    if value is None or (type(value) is int and 0 <= value < 65536):
        return value or 0
    block.complain("must be a port, or 0 for any that is free; 0 is used", "redirect_port")
    return 0


def _method(block: Section) -> str | None:
    method = block.text("token_endpoint_auth_method")
    if method is not None and method not in _METHODS:
        block.complain(f"must be one of {', '.join(_METHODS)}; the usual one is used", "token_endpoint_auth_method")
        return None
    return method
