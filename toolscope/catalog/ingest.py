"""Wire JSON to tools; what cannot be read is set aside with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolscope.canonical import Json, compact, deeper_than, fingerprint
from toolscope.catalog import definition, naming, utility
from toolscope.catalog.bridge import BRIDGE_TOOLS
from toolscope.catalog.snapshot import Catalog, Loss
from toolscope.catalog.tool import Hints, Source, Tool
from toolscope.config.launch import Recorded
from toolscope.config.model import ServerConfig
from toolscope.config.profiles import Profile
from toolscope.connections.state import Listing
from toolscope.plain import Plain, clean, one_line

DEEPEST = 500
"""Levels of nesting that a tool may have; one that goes deeper is set aside."""
_CALLABLE = re.compile(r"[A-Za-z0-9_.:-]+")
"""Names that model interfaces take; the MCP names that are made here are all of this kind."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What one server brings to the catalog, before other servers are looked at."""

    server: str
    listing: Listing
    """The listing it was read from: an offer is good as long as this is the server's listing."""
    tools: tuple[Tool, ...]
    """In the order of registration, utilities last."""
    losses: tuple[Loss, ...]


def offer(profile: Profile, config: ServerConfig, listing: Listing, before: Offer | None = None) -> Offer:
    """Read one server's listing. Never raises, whatever JSON it holds.

    ``before`` is what the same server offered last in the same release: what it spells the same is not read again.
    """
    known = {compact(tool.wire): tool for tool in before.tools if not tool.utility} if before else {}
    reader = _Reader(profile, config)
    tools: list[Tool] = []
    losses: list[Loss] = []
    read = reader.function if _is_export(config) else reader.read
    for raw in listing.tools:
        found = (known.get(compact(raw)) if known else None) or read(raw)
        (tools if isinstance(found, Tool) else losses).append(found)  # type: ignore[arg-type]
    tools.extend(reader.utilities(listing))
    return Offer(config.name, listing, tuple(tools), tuple(losses))


def assemble(profile: Profile, offers: Sequence[Offer], defer: tuple[str, ...] | None = None) -> Catalog:
    """One catalog of all servers, in the order they are configured; clashing names fall out as Hermes lets them."""
    claims = [
        [naming.Claim(t.server, t.raw_name, t.name, t.utility is not None, t.source == "mcp") for t in offer.tools]
        for offer in offers
    ]
    lost = naming.settle(profile, claims)
    tools: list[Tool] = []
    losses = [loss for offer in offers for loss in offer.losses]
    for position, tool in enumerate(tool for offer in offers for tool in offer.tools):
        ruling = lost.get(position)
        if ruling is None:
            tools.append(tool)
        else:
            keeper = (ruling.keeper.server, ruling.keeper.raw_name) if ruling.keeper else None
            reason = one_line(ruling.reason)
            losses.append(Loss(ruling.kind, tool.server, tool.raw_name, reason, tool.wire, tool.name, keeper))
    tools.sort(key=lambda tool: tool.name)
    deferred = profile.default_defer if defer is None or not profile.defers_core else defer
    return Catalog(tuple(tools), tuple(losses), frozenset(deferred), profile.kept_toolsets)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the tools of one server."""

    profile: Profile
    config: ServerConfig

    def read(self, raw: Json) -> Tool | Loss:
        fault = _fault(raw)
        if fault is not None:
            name = raw.get("name") if isinstance(raw, dict) else None
            return Loss("malformed", self.config.name, name if isinstance(name, str) else "?", Plain(fault), raw)
        raw_name = raw["name"]
        rule = naming.refusal(self.profile, self.config.filter, raw_name)
        if rule is not None:
            return Loss("filtered", self.config.name, raw_name, one_line(rule, 80), raw)
        return self._tool(raw, raw_name, naming.model_name(self.profile, self.config.name, raw_name))

    def utilities(self, listing: Listing) -> Iterator[Tool]:
        """The tools Hermes adds for announced capabilities; filters by name do not touch them (hermes.md §1)."""
        for kind in utility.announced(listing, self.config.filter):
            name = naming.model_name(self.profile, self.config.name, kind)
            yield self._tool(utility.wire(kind, self.config.name), kind, name, utility=kind)

    def function(self, raw: Json) -> Tool | Loss:
        """A function definition of an agent's own tools: core by name, MCP or plugin by its toolset (hermes.md §2)."""
        outer: dict[str, Json] = raw if isinstance(raw, dict) else {}
        inner = outer.get("function")
        function: dict[str, Json] = inner if isinstance(inner, dict) else outer
        name = function.get("name")
        if not isinstance(name, str):
            return Loss("malformed", self.config.name, "?", Plain("no name"), raw)
        if name in BRIDGE_TOOLS:
            reason = Plain("a bridge tool: it is made anew for every session")
            return Loss("filtered", self.config.name, name, reason, raw)
        fault = "nested too deeply" if deeper_than(raw, DEEPEST) else None
        if fault or not _CALLABLE.fullmatch(name):
            reason = Plain(fault or "its name is none that a model could call")
            return Loss("malformed", self.config.name, name, reason, raw)
        source, label = self._origin(name, outer.get("toolset", function.get("toolset")))
        wire = {"name": name, "description": function.get("description"), "inputSchema": function.get("parameters")}
        return self._tool(wire, name, name, label=label, source=source, ingested=False)

    def _origin(self, name: str, toolset: Json) -> tuple[Source, str]:
        """What a function is, and the group it is listed under: the file's name where no toolset is given."""
        if not isinstance(toolset, str) or not toolset:
            kept = self.config.name in self.profile.kept_toolsets
            toolset = "other" if kept else self.config.name  # a file's name keeps nothing visible
        if name in self.profile.core_tools:
            return "core", toolset
        return ("mcp", toolset.removeprefix("mcp-")) if toolset.startswith("mcp-") else ("plugin", toolset)

    def _tool(
        self,
        wire: Json,
        raw_name: str,
        name: str,
        *,
        label: str | None = None,
        source: Source = "mcp",
        utility: str | None = None,
        ingested: bool = True,
    ) -> Tool:
        """A tool of its wire form. What is not ``ingested`` has been registered before, so the first pass is over."""
        profile, server, schema = self.profile, self.config.name, wire.get("inputSchema")
        description = definition.description(profile, wire.get("description"), raw_name, server)
        registry = definition.registry_schema(profile, schema)
        if not ingested:
            said = wire.get("description")
            description = said if isinstance(said, str) else ""
            registry = schema if isinstance(schema, dict) and schema else registry
        parameters = definition.parameters(profile, registry)
        return Tool(
            name=name,
            raw_name=raw_name,
            server=server,
            label=server if label is None else label,
            source=source,
            description=description,
            registry_schema=registry,
            parameters=parameters,
            wire=wire,
            definition_text=compact(definition.definition(name, description, parameters)),
            fingerprint=fingerprint(wire),
            shown_server=one_line(server),
            shown_raw_name=one_line(raw_name),
            shown_description=clean(description),
            hints=_hints(wire.get("annotations")),
            utility=utility,
        )


def _is_export(config: ServerConfig) -> bool:
    """Whether a recording holds function definitions instead of a server's own listing."""
    return isinstance(config.launch, Recorded) and "functions" in config.launch.entry


def _fault(raw: Json) -> str | None:
    """What makes a tool unreadable, or ``None``."""
    if not isinstance(raw, dict):
        return f"not an object but {_kind(raw)}"
    if "name" not in raw:
        return "no name"
    if not isinstance(raw["name"], str):
        return f"name is {_kind(raw['name'])}, not a string"
    schema = raw.get("inputSchema")
    if schema and not isinstance(schema, dict):
        return f"inputSchema is {_kind(schema)}, not an object"
    return f"nested more than {DEEPEST} levels deep" if deeper_than(raw, DEEPEST) else None


def _kind(value: Json) -> str:
    names = {type(None): "null", bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "an object")


def _hints(annotations: Json) -> Hints:
    """The declared hints; anything that is not a boolean is not a declaration."""
    if not isinstance(annotations, dict):
        return Hints()

    def claim(key: str) -> bool | None:
        value = annotations.get(key)
        return value if isinstance(value, bool) else None

    return Hints(claim("readOnlyHint"), claim("destructiveHint"), claim("idempotentHint"), claim("openWorldHint"))
