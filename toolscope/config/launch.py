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
class Http:
    """A server reached over the network."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    sse: bool = False
    """The old SSE transport instead of streamable HTTP."""


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
