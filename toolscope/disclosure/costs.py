"""What everything costs: three named costs and the list, of each tool, of each server and of a whole session.

``eager`` is every schema on every turn; ``sent`` the visible schemas and the bridge with its manifest, on every turn;
``described`` what ``tool_describe`` adds when it is asked. ``listed`` is the manifest as the budget counts it.
The rows and the overhead line equal the total in each of these columns: characters add up exactly, and the overhead
takes the manifest's header, the bridge and the rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from toolscope.canonical import size
from toolscope.catalog.definition import definition
from toolscope.catalog.tool import Tool
from toolscope.disclosure.disclose import Disclosure
from toolscope.disclosure.exact import Counted, ExactCosts, count_tool
from toolscope.disclosure.listing import NO_LENGTH, Length, Mode, entry_length
from toolscope.tokens import estimate

_FRAME = size(definition("", "", {})) - size({"": {"description": "", "parameters": {}}})
"""Characters that a definition has beyond the same tool in the answer of ``tool_describe``: the same for every tool."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much something is."""

    chars: int
    """Code points of compact JSON."""
    tokens: int
    """As Hermes estimates them."""
    exact: int | None = None
    """o200k_base tokens; ``None`` while they have not been counted."""

    @classmethod
    def of(cls, chars: int, exact: int | None = None) -> Amount:
        """So many characters by themselves."""
        return cls(chars, estimate(chars), exact)

    def beyond(self, rows: Iterable[Amount]) -> Amount:
        """What a total has beyond its rows: negative where they were rounded up."""
        rows = tuple(rows)
        counted = [row.exact for row in rows if row.exact is not None]
        exact = self.exact - sum(counted) if self.exact is not None and len(counted) == len(rows) else None
        return Amount(self.chars - sum(row.chars for row in rows), self.tokens - sum(row.tokens for row in rows), exact)

    def share(self, context_length: int | None) -> float | None:
        """Its estimate in percent of a context window; ``None`` while that is unknown."""
        return self.tokens / context_length * 100 if context_length and context_length > 0 else None


NOTHING = Amount(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Costs:
    """What one row costs."""

    eager: Amount
    sent: Amount
    described: Amount
    """Of all that ``tool_describe`` answers for: nothing of what is visible anyway."""
    listed: Amount
    """Its part of the manifest, as the budget counts it."""

    def beyond(self, rows: Iterable[Costs]) -> Costs:
        """What a total has beyond its rows, column by column."""
        rows = tuple(rows)
        columns = (field.name for field in fields(self))
        return Costs(*(getattr(self, name).beyond(getattr(row, name) for row in rows) for name in columns))


NO_COSTS = Costs(NOTHING, NOTHING, NOTHING, NOTHING)


def mode_of(seen: Disclosure, tool: Tool) -> Mode | None:
    """How a tool's group is shown; ``None`` when its schema is visible, and when it is not in the session."""
    hidden = seen.activated and tool.name in seen.catalog.by_name and seen.catalog.defers(tool)
    return seen.mode(tool.label) if hidden else None


def tool_costs(seen: Disclosure, tool: Tool, counted: Counted | None = None) -> Costs:
    """What one tool costs; of one that is out of the session only ``eager`` is more than nothing."""
    counts = counted or Counted()
    eager = Amount.of(tool.chars, counts.eager)
    if tool.name not in seen.catalog.by_name:
        return Costs(eager, NOTHING, NOTHING, NOTHING)
    mode = mode_of(seen, tool)
    if mode is None:
        return Costs(eager, eager, NOTHING, NOTHING)
    length = entry_length(tool, mode)
    sent, listed = Amount.of(length.escaped, counts.listed), Amount.of(length.chars, counts.listed)
    return Costs(eager, sent, Amount.of(tool.chars - _FRAME, counts.described), listed)


def tools_costs(seen: Disclosure, tools: Iterable[Tool]) -> dict[str, Costs]:
    """The same of many, by model-visible name, counted exactly: slow the first time, so taken in a thread."""
    return {tool.name: tool_costs(seen, tool, count_tool(tool, mode_of(seen, tool))) for tool in tools}


@dataclass(frozen=True)
class Bill:
    """The costs of a session: a row a server, the overhead, the total."""

    seen: Disclosure
    exact: ExactCosts | None = None
    """Counted of the same disclosure; ``None`` while that takes."""

    @cached_property
    def total(self) -> Costs:
        """The whole session."""
        seen, exact = self.seen, self.exact
        described = sum(self._described_chars(server) for server in seen.catalog.weights)
        return Costs(
            eager=Amount.of(seen.eager_chars, exact.eager if exact else None),
            sent=Amount.of(seen.sent_chars, exact.sent if exact else None),
            described=Amount.of(described, sum(exact.described.values()) if exact else None),
            listed=Amount.of(seen.rung.length.chars, exact.manifest if exact else None),
        )

    @cached_property
    def servers(self) -> Mapping[str, Costs]:
        """Each server that has tools in the session."""
        return {server: self._server(server) for server in self.seen.catalog.weights}

    @cached_property
    def overhead(self) -> Costs:
        """What the session has beyond its servers: header, bridge, rounding."""
        return self.total.beyond(self.servers.values())

    def server(self, name: str) -> Costs:
        """The row of one server; nothing where it has no tools."""
        return self.servers.get(name, NO_COSTS)

    def _server(self, name: str) -> Costs:
        weight, exact = self.seen.catalog.weight(name), self.exact
        block = self._blocks.get(name, NO_LENGTH)
        eager = Amount.of(weight.chars, exact.schemas.get(name, 0) if exact else None)
        if not self.seen.activated:
            return Costs(eager, eager, NOTHING, NOTHING)
        listed = exact.listed.get(name, 0) if exact else None
        sent = exact.direct.get(name, 0) + exact.listed.get(name, 0) if exact else None
        return Costs(
            eager=eager,
            sent=Amount.of(weight.direct_chars + block.escaped, sent),
            described=Amount.of(self._described_chars(name), exact.described.get(name, 0) if exact else None),
            listed=Amount.of(block.chars, listed),
        )

    def _described_chars(self, server: str) -> int:
        if not self.seen.activated:
            return 0
        weight = self.seen.catalog.weight(server)
        return weight.chars - weight.direct_chars - _FRAME * (weight.tools - weight.direct)

    @cached_property
    def _blocks(self) -> Mapping[str, Length]:
        """What each server has in the manifest, over all its groups."""
        found: dict[str, Length] = {}
        for group in self.seen.ladder.groups:
            for server, length in group.parts(self.seen.mode(group.label)).items():
                found[server] = found.get(server, NO_LENGTH) + length
        return found
