"""Why a connection failed, in one line."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from toolscope.config.launch import Http, Launch, Stdio
from toolscope.config.model import ServerConfig
from toolscope.connections import refusal
from toolscope.connections.contact import SIGN_IN, CannotStart, Contact, SignInNeeded
from toolscope.connections.pages import Unreadable
from toolscope.connections.refused import UNREADABLE
from toolscope.connections.tls import failed_handshake
from toolscope.plain import Plain, one_line

if TYPE_CHECKING:
    from pydantic import ValidationError

_LONGEST = 400
SHAKING_HANDS = ("server/discover", "initialize")
"""Steps before there is a connection."""
_STATUS_ONLY = ("Server returned an error response", "Not Found", "Session terminated")
"""What the SDK says when it has nothing but an HTTP status."""
_BROKEN_OFF = {
    "SSE stream ended without a response": "its events have no ids to resume it by",
    "SSE stream ended and reconnection attempts were exhausted": "could not be resumed",
}
"""What the SDK says of a stream that ended too early, and what that means."""


def root_cause(error: BaseException) -> BaseException:
    """The error worth showing out of nested groups: closed streams are what follows it, not what caused it."""
    import anyio

    while isinstance(error, BaseExceptionGroup):
        inner = error.exceptions
        echoes = (anyio.BrokenResourceError, anyio.ClosedResourceError)
        error = next((each for each in inner if not isinstance(each, echoes)), inner[0])
    return error


def why(error: BaseException, config: ServerConfig, contact: Contact, doing: str, last_words: str) -> Plain:
    """Explain what ended a connection.

    ``doing`` is the step it was in, for example ``initialize``; ``last_words`` the end of standard error.
    """
    cause = root_cause(error)
    if wants_sign_in(error, config, contact) and not isinstance(cause, SignInNeeded):
        text = f"it wants a sign-in (OAuth); {SIGN_IN}"
    elif isinstance(cause, (CannotStart, Unreadable)):
        text = str(cause)
    elif isinstance(cause, TimeoutError):
        text = f"timed out after {config.connect_timeout:g} s in {doing}"
        text += f": {last_words}" if last_words else ""
    elif isinstance(config.launch, Http):
        # What an HTTP library says may quote the URL with its secrets.
        text = _network(cause, config, contact, doing).replace(config.launch.url, config.endpoint)
    elif contact.closed_by_server:
        when = "before initialize" if doing in SHAKING_HANDS else f"during {doing}"
        return ended(config, contact, when, last_words)
    else:
        text = f"{doing}: {spoken(cause)}"
    return one_line(text, _LONGEST)


def wants_sign_in(error: BaseException, config: ServerConfig, contact: Contact) -> bool:
    """Whether a person who signs in would help: not where a token is configured that the server refuses."""
    launch = config.launch
    own = isinstance(launch, Http) and any(name.lower() == "authorization" for name in launch.headers)
    return isinstance(root_cause(error), SignInNeeded) or (
        contact.http_status == 401 and contact.challenged and not own
    )


def ended(config: ServerConfig, contact: Contact, when: str, last_words: str) -> Plain:
    """Explain an incoming stream that came to its end."""
    code = contact.exit_code
    if not isinstance(config.launch, Stdio):
        how = "closed the connection"
    elif code is None:
        how = "closed its standard output"
    elif code < 0:
        how = f"was ended by {_signal_name(-code)}"
    else:
        how = f"exited with code {code}"
    sentence = f"{how} {when}" if when else how
    return one_line(f"{sentence}: {last_words}" if last_words.strip() else sentence, _LONGEST)


def spoken(error: BaseException) -> Plain:
    """An SDK error in one line; a validation error by its first fault."""
    from mcp import MCPError
    from pydantic import ValidationError

    if isinstance(error, MCPError) and (plainly := _BROKEN_OFF.get(error.message)):
        return one_line(f"the stream broke off before the answer, and {plainly}; the server may have acted")
    if isinstance(error, MCPError) and error.message.startswith(UNREADABLE):
        return one_line(error.message, _LONGEST)
    if isinstance(error, MCPError):
        return one_line(f"error {error.code}: {error.message}", _LONGEST)
    if isinstance(error, ValidationError):
        return one_line(_first_fault(error), _LONGEST)
    return one_line(str(error) or type(error).__name__, _LONGEST)


def refused(contact: Contact, cause: BaseException) -> Plain | None:
    """The HTTP status of the last answer, when it was no success; with the server's own words if it had any."""
    from mcp import MCPError

    own = isinstance(cause, MCPError) and cause.message not in _STATUS_ONLY and not contact.location
    return refusal.refused(contact, spoken(cause) if own else None)


def _network(cause: BaseException, config: ServerConfig, contact: Contact, doing: str) -> str:
    import httpx2
    from mcp import MCPError
    from mcp.types import PARSE_ERROR

    if handshake := failed_handshake(cause):
        return f"{config.endpoint}: {handshake}"
    if isinstance(cause, httpx2.ConnectError):
        return f"nobody answers at {config.endpoint}: {spoken(cause)}"
    if status := refused(contact, cause):
        return f"{config.endpoint} answered {status}"
    if contact.content_type.startswith("text/html"):
        return f"{config.endpoint} answered with an HTML page, which is no MCP endpoint"
    if isinstance(cause, (httpx2.ReadError, httpx2.RemoteProtocolError)) and contact.http_status is None:
        return f"{config.endpoint} closed the connection without an answer{_perhaps(config.launch)}"
    if isinstance(cause, httpx2.HTTPError):
        return f"{config.endpoint}: {type(cause).__name__}: {spoken(cause)}"
    if isinstance(cause, MCPError) and cause.code == PARSE_ERROR:
        return f"{config.endpoint} answered with something that is no JSON-RPC message"
    return f"{doing}: {spoken(cause)}"


def _perhaps(launch: Launch | None) -> str:
    """Of TLS, what the usual cause is: a server tells its objection after the handshake, and often not at all."""
    if not isinstance(launch, Http) or not launch.url.lower().startswith("https:"):
        return ""
    if launch.tls.cert is None:
        return "; it may want a client certificate (client_cert, client_key)"
    return "; it may not take the client certificate"


def _first_fault(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    if not faults:
        return str(error)
    path = ".".join(str(part) for part in faults[0]["loc"])
    return f"malformed answer: {path}: {faults[0]['msg']}" if path else f"malformed answer: {faults[0]['msg']}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
