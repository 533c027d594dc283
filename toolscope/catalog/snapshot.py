"""The catalog, every tool of every server at one moment, and its scope."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

from toolscope.canonical import Json, spelled
from toolscope.catalog.tool import Identity, Tool
from toolscope.plain import Plain

K = TypeVar("K")
V = TypeVar("V")
Fate: TypeAlias = Literal["malformed", "filtered", "duplicate", "collided", "out_of_scope"]


@dataclass(frozen=True, slots=True)
class Loss:
    """A tool that a server offered and that did not reach the catalog."""

    kind: Fate
    server: str
    raw_name: str
    message: Plain
    """Which rule it fell to, in a few words."""
    raw: Json = None
    """As the server sent it."""
    name: str | None = None
    """The model-visible name it would have had."""
    keeper: Identity | None = None
    """The tool that has this name instead; ``None`` where that is not the reason, or where nobody has it."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a session leaves out and what it keeps eager: the what-ifs of the app."""

    servers: frozenset[str] = frozenset()
    """Servers that are left out."""
    tools: frozenset[str] = frozenset()
    """Tools that are left out, by model-visible name."""
    eager_servers: frozenset[str] = frozenset()
    """Servers whose schemas stay visible, whatever tool search would hide."""
    eager_tools: frozenset[str] = frozenset()

    def excludes(self, tool: Tool) -> bool:
        """Whether a tool is outside the session."""
        return tool.server in self.servers or tool.name in self.tools

    def keeps(self, tool: Tool) -> bool:
        """Whether a tool is kept eager."""
        return tool.server in self.eager_servers or tool.name in self.eager_tools

    def toggled(self, *, server: str | None = None, tool: str | None = None, eager: bool = False) -> Scope:
        """The same scope with a server or a tool moved to the other side; ``eager`` moves what is kept so."""
        servers, tools = ("eager_servers", "eager_tools") if eager else ("servers", "tools")
        moved = {
            name: getattr(self, name) ^ {key} for name, key in ((servers, server), (tools, tool)) if key is not None
        }
        return replace(self, **moved)


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class Weight:
    """How many tools a server has in a catalog, and how large their definitions are."""

    tools: int = 0
    chars: int = 0
    """Code points of the definitions together."""
    direct: int = 0
    """How many of them stay visible."""
    direct_chars: int = 0


@dataclass(frozen=True)
class Catalog:
    """Every tool that is there to be used, in catalog order, and what was lost on the way."""

    tools: tuple[Tool, ...] = ()
    """Sorted by model-visible name, by code point."""
    losses: tuple[Loss, ...] = ()
    defer: frozenset[str] = field(default_factory=frozenset)
    """Core tools that are deferred as well."""
    kept_toolsets: frozenset[str] = field(default_factory=frozenset)
    """Toolsets of the agent's own surface, which stay visible."""
    kept_eager: frozenset[str] = field(default_factory=frozenset)
    """Tools that stay visible because somebody wants it so: a what-if."""

    @cached_property
    def by_name(self) -> Mapping[str, Tool]:
        """The tools by model-visible name."""
        return {tool.name: tool for tool in self.tools}

    @cached_property
    def deferred(self) -> tuple[Tool, ...]:
        """The tools whose schemas tool search hides, in catalog order (hermes.md §2)."""
        return tuple(tool for tool in self.tools if self.defers(tool))

    @cached_property
    def direct(self) -> tuple[Tool, ...]:
        """The tools that stay visible to the model."""
        return tuple(tool for tool in self.tools if not self.defers(tool))

    @cached_property
    def groups(self) -> Mapping[str, tuple[Tool, ...]]:
        """The deferred tools by label, labels in code-point order."""
        groups = _grouped((tool.label, tool) for tool in self.deferred)
        return {label: groups[label] for label in sorted(groups)}

    @cached_property
    def deferred_chars(self) -> int:
        """Code points of the deferred definitions together."""
        return sum(weight.chars - weight.direct_chars for weight in self.weights.values())

    @cached_property
    def direct_chars(self) -> int:
        """Code points of the visible definitions together."""
        return sum(weight.direct_chars for weight in self.weights.values())

    def digest(self, *, everything: bool) -> hashlib._Hash:
        """SHA-256 over the definitions that are always sent, or over all of them; to be copied before it is updated."""
        return self._digests[everything]

    def defers(self, tool: Tool) -> bool:
        """Whether tool search hides a tool's schema: the rules of hermes.md §2, in their order, after the what-ifs."""
        if tool.name in self.kept_eager:
            return False
        if tool.name in self.defer or tool.source == "mcp":
            return True
        return tool.source == "plugin" and tool.label not in self.kept_toolsets

    def find(self, name: str) -> Tool | None:
        """The tool of a model-visible name."""
        return self.by_name.get(name)

    def find_deferred(self, name: str) -> Tool | None:
        """The tool of a model-visible name, where tool search hides it: only those can be called through the bridge."""
        tool = self.find(name)
        return tool if tool is not None and self.defers(tool) else None

    def of_server(self, server: str) -> tuple[Tool, ...]:
        """The tools of one configured server."""
        return self.by_server.get(server, ())

    def labels_of(self, server: str) -> tuple[str, ...]:
        """The groups that a server's deferred tools are listed in, its own first."""
        labels = dict.fromkeys(tool.label for tool in self.of_server(server) if self.defers(tool))
        return tuple(sorted(labels, key=lambda label: (label != server, label)))

    def lost_by(self, server: str) -> tuple[Loss, ...]:
        """What one server offered in vain."""
        return tuple(loss for loss in self.losses if loss.server == server)

    def displaced_by(self, tool: Tool) -> tuple[Loss, ...]:
        """The tools that fell out because this one has their name."""
        return self._displaced.get(tool.identity, ())

    def within(self, scope: Scope) -> Catalog:
        """The catalog of a session with this scope; what it leaves out becomes a loss, and names stay settled."""
        if scope == EVERYTHING:
            return self
        out = [tool for tool in self.tools if scope.excludes(tool)]
        reason = Plain("out of scope: taken out of this session by hand")
        losses = (Loss("out_of_scope", t.server, t.raw_name, reason, t.wire, t.name) for t in out)
        kept = tuple(tool for tool in self.tools if not scope.excludes(tool))
        eager = frozenset(tool.name for tool in kept if scope.keeps(tool))
        return replace(self, tools=kept, losses=(*self.losses, *losses), kept_eager=eager)

    @cached_property
    def _digests(self) -> tuple[hashlib._Hash, hashlib._Hash]:
        texts = (b"".join(spelled(tool.definition_text) for tool in tools) for tools in (self.direct, self.tools))
        direct, every = map(hashlib.sha256, texts)
        return direct, every

    @cached_property
    def by_server(self) -> Mapping[str, tuple[Tool, ...]]:
        """The tools by configured server; servers without any are not there."""
        return _grouped((tool.server, tool) for tool in self.tools)

    def weight(self, server: str) -> Weight:
        """What one configured server brings."""
        return self.weights.get(server, Weight())

    @cached_property
    def weights(self) -> Mapping[str, Weight]:
        """What each server brings. Looks at every tool: once a catalog, not once a step of a slider."""
        return {server: self._weighed(tools) for server, tools in self.by_server.items()}

    def _weighed(self, tools: tuple[Tool, ...]) -> Weight:
        direct = [tool.chars for tool in tools if not self.defers(tool)]
        return Weight(len(tools), sum(tool.chars for tool in tools), len(direct), sum(direct))

    @cached_property
    def _displaced(self) -> Mapping[Identity, tuple[Loss, ...]]:
        return _grouped((loss.keeper, loss) for loss in self.losses if loss.keeper is not None)


def _grouped(pairs: Iterable[tuple[K, V]]) -> Mapping[K, tuple[V, ...]]:
    groups: dict[K, list[V]] = {}
    for key, member in pairs:
        groups.setdefault(key, []).append(member)
    return {key: tuple(members) for key, members in groups.items()}
