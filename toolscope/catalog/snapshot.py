"""The catalog, every tool of every server at one moment, and its scope."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from toolscope.canonical import Json, spelled
from toolscope.catalog.tool import Tool
from toolscope.plain import Plain

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


@dataclass(frozen=True, slots=True)
class Scope:
    """What a session leaves out: a what-if of the app."""

    servers: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()
    """Model-visible names."""

    def excludes(self, tool: Tool) -> bool:
        """Whether a tool is outside the session."""
        return tool.server in self.servers or tool.name in self.tools

    def toggled(self, *, server: str | None = None, tool: str | None = None) -> Scope:
        """The same scope with a server or a tool moved to the other side."""
        return Scope(
            self.servers ^ {server} if server is not None else self.servers,
            self.tools ^ {tool} if tool is not None else self.tools,
        )


EVERYTHING = Scope()


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
        groups: dict[str, list[Tool]] = {}
        for tool in self.deferred:
            groups.setdefault(tool.label, []).append(tool)
        return {label: tuple(groups[label]) for label in sorted(groups)}

    @cached_property
    def deferred_chars(self) -> int:
        """Code points of the deferred definitions together."""
        return sum(tool.chars for tool in self.deferred)

    @cached_property
    def direct_chars(self) -> int:
        """Code points of the visible definitions together."""
        return sum(tool.chars for tool in self.direct)

    def digest(self, *, everything: bool) -> hashlib._Hash:
        """SHA-256 over the definitions that are always sent, or over all of them; to be copied before it is updated."""
        return self._digests[everything]

    def defers(self, tool: Tool) -> bool:
        """Whether tool search hides a tool's schema."""
        if tool.name in self.defer or tool.source == "mcp":
            return True
        return tool.source == "plugin" and tool.label not in self.kept_toolsets

    def find(self, name: str) -> Tool | None:
        """The tool of a model-visible name."""
        return self.by_name.get(name)

    def of_server(self, server: str) -> tuple[Tool, ...]:
        """The tools of one configured server."""
        return self._by_server.get(server, ())

    def labels_of(self, server: str) -> tuple[str, ...]:
        """The groups that a server's deferred tools are listed in, its own first."""
        labels = dict.fromkeys(tool.label for tool in self.of_server(server) if self.defers(tool))
        return tuple(sorted(labels, key=lambda label: (label != server, label)))

    def lost_by(self, server: str) -> tuple[Loss, ...]:
        """What one server offered in vain."""
        return tuple(loss for loss in self.losses if loss.server == server)

    def within(self, scope: Scope) -> Catalog:
        """The catalog of a session with this scope; what it leaves out becomes a loss."""
        if scope == EVERYTHING:
            return self
        out = [tool for tool in self.tools if scope.excludes(tool)]
        reason = Plain("out of scope: taken out of this session by hand")
        losses = (Loss("out_of_scope", t.server, t.raw_name, reason, t.wire, t.name) for t in out)
        kept = tuple(tool for tool in self.tools if not scope.excludes(tool))
        return replace(self, tools=kept, losses=(*self.losses, *losses))

    @cached_property
    def _digests(self) -> tuple[hashlib._Hash, hashlib._Hash]:
        texts = (b"".join(spelled(tool.definition_text) for tool in tools) for tools in (self.direct, self.tools))
        direct, every = map(hashlib.sha256, texts)
        return direct, every

    @cached_property
    def _by_server(self) -> Mapping[str, tuple[Tool, ...]]:
        return _grouped(self.tools)


def _grouped(tools: Iterable[Tool]) -> Mapping[str, tuple[Tool, ...]]:
    groups: dict[str, list[Tool]] = {}
    for tool in tools:
        groups.setdefault(tool.server, []).append(tool)
    return {server: tuple(members) for server, members in groups.items()}
