"""How a server is started or reached, and what of that may be shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from toolscope.canonical import Json
from toolscope.config.masking import masked_words


@dataclass(frozen=True, slots=True)
class Stdio:
    """A server started as a child process that speaks over its standard streams."""

    command: str
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    """Added to the safe part of toolscope's own environment."""
    cwd: str | None = None


@dataclass(frozen=True, slots=True)
class Tls:
    """How a server on the network proves who it is, and how we do (hermes.md §12)."""

    verify: bool = True
    """Whether its certificate is checked at all."""
    ca: str | None = None
    """A file or folder of authorities that are trusted instead of the usual ones."""
    cert: str | None = None
    """Our certificate: a file that may hold the key too."""
    key: str | None = None
    password: str | None = None
    """Of an encrypted key."""


@dataclass(frozen=True, slots=True)
class OAuth:
    """How to sign in to a server (hermes.md §12, ``oauth`` of a server)."""

    client_id: str | None = None
    """As the authorization server knows toolscope; without one it registers itself."""
    client_secret: str | None = None
    client_name: str = "toolscope"
    """Under which it registers itself."""
    scope: str | None = None
    """What is asked for; what the server names when there is none."""
    redirect_uri: str | None = None
    """Where the browser comes back to, in full; made of host and port when there is none."""
    redirect_host: str = "127.0.0.1"
    redirect_port: int = 0
    """0 is any free one."""
    timeout: float = 300.0
    """Seconds for the person to sign in."""
    token_endpoint_auth_method: str | None = None


@dataclass(frozen=True, slots=True)
class Http:
    """A server reached over the network."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    sse: bool = False
    """The old SSE transport instead of streamable HTTP."""
    tls: Tls = Tls()
    oauth: OAuth | None = None
    """``None`` when the configuration asks for no sign-in; the server may still ask for one."""


@dataclass(frozen=True, slots=True)
class InProcess:
    """An MCP server object that runs in this process: the demo, and tests."""

    build: Callable[[], object]
    """Makes a new server: an ``mcp`` ``MCPServer`` or low-level ``Server``."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A server that was recorded: it lists its tools and answers no calls."""

    entry: Json
    """One element of a recording's ``servers``: ``name``, ``tools`` and what else was kept."""


Launch: TypeAlias = Stdio | Http | InProcess | Recorded


def endpoint(launch: Launch | None) -> str:
    """A launch in a few words, safe to show: no environment, no credentials, no query."""
    match launch:
        case Stdio(command, args):
            return " ".join((command, *masked_words(args)))
        case Http(url):
            from urllib.parse import urlsplit

            try:
                parts = urlsplit(url)
                port = f":{parts.port}" if parts.port else ""
            except ValueError:
                return "a URL that cannot be read"
            return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"
        case InProcess():
            return "in this process"
        case Recorded():
            return "recording"
        case None:
            return "no command or url"
