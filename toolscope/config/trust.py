"""Which servers of discovered files a person has approved: remembered by what would be started, not by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path

from toolscope.canonical import Json, fingerprint
from toolscope.config import memory
from toolscope.config.launch import Http, Stdio
from toolscope.config.model import ServerConfig


def mark(server: ServerConfig) -> str:
    """What an approval is bound to: the file, the name, and the whole launch with its variables filled in.

    A changed command, argument, variable or address is another mark, so it is asked about again.
    """
    launch: Json = asdict(server.launch) if isinstance(server.launch, Stdio | Http) else None
    return fingerprint([server.origin.source, server.name, launch])


def approved(servers: Iterable[ServerConfig], environ: Mapping[str, str]) -> tuple[ServerConfig, ...]:
    """The same servers, those that were approved before no longer untrusted.

    Raises ``ConfigError`` when what was remembered cannot be read.
    """
    servers = tuple(servers)
    if not any(server.untrusted for server in servers):
        return servers
    known = _known(environ)
    return tuple(replace(s, untrusted=False) if s.untrusted and mark(s) in known else s for s in servers)


def approve(servers: Iterable[ServerConfig], environ: Mapping[str, str]) -> None:
    """Remember that a person has seen what these would start and said yes. Raises ``ConfigError``."""
    marks = {mark(server): f"{server.name} of {server.origin.source}" for server in servers if server.untrusted}
    if marks:
        memory.keep(_place(environ), {"format": "toolscope.trusted", "approved": {**_known(environ), **marks}})


def _place(environ: Mapping[str, str]) -> Path:
    return memory.folder(environ) / "trusted.json"


def _known(environ: Mapping[str, str]) -> Mapping[str, Json]:
    value = memory.recall(_place(environ))
    known = value.get("approved") if isinstance(value, dict) else None
    return known if isinstance(known, dict) else {}
