"""A tool as the rest of toolscope sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolscope.canonical import Json
from toolscope.plain import Plain

Source: TypeAlias = Literal["mcp", "plugin", "core"]
Identity: TypeAlias = tuple[str, str]
"""A tool's server and its raw name: what stays when the name that a model sees does not."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What a server claims about a tool (MCP annotations). Claims, not facts; ``None`` where it claims nothing.

    The protocol's defaults for what is absent: not read-only, destructive, not idempotent, open world.
    """

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None

    def assumed(self, name: str) -> bool:
        """The claim, or the protocol's default where there is none."""
        declared: bool | None = getattr(self, name)
        return declared if declared is not None else name in ("destructive", "open_world")


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of one server. Text is raw, as it is searched, hashed and called; ``shown_`` fields are for screens."""

    name: str
    """As the model sees it, for example ``mcp__github__create_issue``: only ASCII letters, digits and ``_ . : -``."""
    raw_name: str
    """As the server calls it."""
    server: str
    """The configured server, or the recording that it comes from."""
    label: str
    """The group it is listed under: the raw server name for MCP tools, else the toolset."""
    source: Source
    description: str
    """As stored: the server's text, or the default where it has none."""
    registry_schema: Json
    """After MCP ingestion: what arguments are coerced and validated against."""
    parameters: Json
    """After the global sanitiser: what the model, the search and the estimate see."""
    wire: Json
    """As the server sent it."""
    definition_text: str
    """Compact JSON of ``{"type": "function", "function": {...}}``: what an eager session pays for."""
    fingerprint: str
    """Of the wire form: changes when anything about the tool changes."""
    shown_server: Plain
    """The server's name, safe to show."""
    shown_raw_name: Plain
    shown_description: Plain
    """The whole description, line feeds kept."""
    hints: Hints = Hints()
    utility: str | None = None
    """``list_resources`` and the like: made by the host from a capability, not listed by the server."""

    @property
    def identity(self) -> Identity:
        """Server and raw name."""
        return self.server, self.raw_name

    @property
    def chars(self) -> int:
        """Code points of the definition."""
        return len(self.definition_text)
