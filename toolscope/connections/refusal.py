"""How a server on the network refuses: its status, and what it says about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING

from toolscope.canonical import Json
from toolscope.connections.contact import Contact
from toolscope.plain import Plain, one_line

if TYPE_CHECKING:
    import httpx2

UNNOTED = "toolscope.unnoted"
"""Among the extensions of a request that is no message to the server."""
_PATIENCE = 3.0
"""Seconds for the body of a refusal."""
_MOST = 64 * 1024
"""Bytes of it that are looked at."""
_LONGEST = 160
"""Characters of it that are shown."""
_TELLING = ("error_description", "message", "detail", "title", "reason", "error", "errors")
"""Members of a JSON body that say why, the most telling first."""
_TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_CHALLENGE = re.compile(r'error_description\s*=\s*"([^"]*)"')
_HINTS = {401: "it wants credentials", 403: "these credentials do not allow it"}


async def note(contact: Contact, response: httpx2.Response) -> None:
    """Keep how a message was answered. A hook of the HTTP client, which runs before the body is read."""
    if UNNOTED in response.request.extensions:
        return
    # A server without a stream of its own refuses the GET of streamable HTTP, which means nothing.
    if response.request.method != "POST" and contact.http_status is not None:
        return
    status = response.status_code
    contact.http_status, contact.content_type = status, response.headers.get("content-type", "")
    contact.location, contact.challenged = _location(response), challenged(response)
    contact.words = await _words(response) if status >= 400 else ""


def challenged(response: httpx2.Response) -> bool:
    """Whether an answer wants a sign-in and says where that is described (RFC 9728)."""
    return response.status_code == 401 and "resource_metadata" in response.headers.get("www-authenticate", "")


def _location(response: httpx2.Response) -> str:
    import httpx2

    target = response.headers.get("location") if response.is_redirect else None
    try:
        found = response.request.url.join(target) if target else None
    except httpx2.InvalidURL:
        return "an address that cannot be read"
    return str(found.copy_with(userinfo=b"", query=None, fragment=None)) if found else ""


async def _words(response: httpx2.Response) -> Plain:
    found = _CHALLENGE.search(response.headers.get("www-authenticate", ""))
    if found:
        return one_line(found[1], _LONGEST)
    return one_line(said(await _body(response), response.headers.get("content-type", "")), _LONGEST)


async def _body(response: httpx2.Response) -> str:
    """The beginning of a refusal's body; empty when it does not come."""
    import anyio
    import httpx2

    data = b""
    with anyio.move_on_after(_PATIENCE):
        try:
            if response.headers.get("content-type", "").lower().startswith("application/json"):
                data = await response.aread()  # the SDK reads it too, and a body is read once
            else:
                async for chunk in response.aiter_bytes():
                    data += chunk
                    if len(data) > _MOST:
                        break
        except (httpx2.HTTPError, httpx2.StreamError):
            """Then it says nothing."""
    return data[:_MOST].decode("utf-8", "replace")


def said(body: str, content_type: str) -> str:
    """What a body says, as text: the telling member of JSON, the title of a page, else its beginning."""
    if "html" in content_type or body.lstrip()[:1] == "<":
        title = _TITLE.search(body)
        return (title[1] if title else "") or _TAG.sub(" ", body)
    try:
        return next(_told(json.loads(body)), "")
    except (ValueError, RecursionError):
        return body


def _told(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value[:1]:
            yield from _told(item)
    elif isinstance(value, dict):
        for key in _TELLING:
            if value.get(key):
                yield from _told(value[key])


def refused(contact: Contact, own: str | None) -> Plain | None:
    """The HTTP status of the last answer when it was no success, with what the server says about it.

    ``own`` is what the server's own JSON-RPC error says, if it sent one.
    """
    status = contact.http_status
    if status is None or status < 300:
        return None
    try:
        phrase = f" {HTTPStatus(status).phrase}"
    except ValueError:
        phrase = ""
    words = own or ("" if contact.words.strip(" .").lower() == phrase.strip().lower() else contact.words)
    parts = [f"HTTP {status}{phrase}", _moved(contact) or _HINTS.get(status, ""), words]
    shown = [part for part in parts if part]
    return one_line(": ".join(shown[:2]) + "".join(f"; it says: {part}" for part in shown[2:]))


def _moved(contact: Contact) -> str:
    if not contact.location:
        return ""
    return f"it redirects to {contact.location}, which is not followed; set url to that if it is the server you mean"
