"""Servers, catalogs and surveys made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolscope.catalog.ingest import assemble, offer
from toolscope.catalog.snapshot import Catalog
from toolscope.config.launch import Recorded
from toolscope.config.model import Origin, ServerConfig, Settings, ToolFilter
from toolscope.config.profiles import DEFAULT, HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.connections.state import Listing, ServerStatus, State
from toolscope.survey import Survey, take

RELEASES = {"seed": HERMES_21, "0.22": HERMES_22, "0.19": HERMES_19}
"""The names of the releases in the golden files."""


def tool(name: str, description: str | None = "", *parameters: str, **more: Any) -> dict[str, Any]:
    """A tool as a server lists it, with string parameters."""
    schema = {"type": "object", "properties": {p: {"type": "string"} for p in parameters}}
    return {"name": name, "description": description, "inputSchema": schema, **more}


def status(
    name: str,
    tools: Sequence[Any] = (),
    *,
    capabilities: Sequence[str] = (),
    names: ToolFilter | None = None,
    state: State = State.READY,
    **config: Any,
) -> ServerStatus:
    """A server that has listed these tools."""
    server = ServerConfig(name, Recorded({}), Origin("test"), filter=names or ToolFilter(), **config)
    listing = Listing(tuple(tools), 1, "2025-11-25", capabilities={"tools": {}, **{c: {} for c in capabilities}})
    return ServerStatus(server, state, listing=listing if state.listed else None)


def function(name: str, toolset: str | None = None, description: str = "", **properties: Any) -> dict[str, Any]:
    """A function definition as an export of an agent's own tools holds it; ``properties`` are its parameters."""
    parameters = {"type": "object", "properties": properties}
    body = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": body, **({} if toolset is None else {"toolset": toolset})}


def export(name: str, functions: Sequence[Any]) -> ServerStatus:
    """An agent's own function definitions, as a recording holds them."""
    config = ServerConfig(name, Recorded({"name": name, "functions": list(functions)}), Origin("test"))
    return ServerStatus(config, State.READY, listing=Listing(tuple(functions), 1))


def catalog(*servers: ServerStatus, profile: Profile = DEFAULT) -> Catalog:
    """The catalog of these servers, no core tools deferred."""
    return assemble(profile, [offer(profile, s.config, s.listing) for s in servers if s.listing is not None], ())


def survey(*servers: ServerStatus, settings: Settings | None = None) -> Survey:
    """One moment of these servers."""
    return take(servers, settings or Settings(context_length=200_000))
