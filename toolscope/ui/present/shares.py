"""What each configured server has in a catalog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from toolscope.catalog import utility
from toolscope.catalog.snapshot import Catalog

_PROBLEMS = ("malformed", "collided", "duplicate")


@dataclass(frozen=True, slots=True)
class Share:
    """What one configured server has in a catalog."""

    tools: int
    labels: tuple[str, ...]
    """The groups that its deferred tools are listed in, the one that stands for the server first."""
    losses: Mapping[str, int]
    """What did not reach the catalog, by kind."""
    kept: int = 0
    """How many of its tools are kept eager."""
    utilities: int = 0
    """How many of its tools Hermes adds for its prompts and resources."""
    core: bool = False
    """Whether all its tools are the agent's core tools."""

    @property
    def problems(self) -> int:
        """Tools that were lost without anybody having asked for it."""
        return sum(self.losses.get(kind, 0) for kind in _PROBLEMS)


def shares(catalog: Catalog, servers: tuple[str, ...]) -> dict[str, Share]:
    """What each server has in the catalog. Looks at every tool: once a catalog, not once a step."""
    losses: dict[str, Counter[str]] = {}
    for loss in catalog.losses:
        losses.setdefault(loss.server, Counter())[loss.kind] += 1
    return {server: _share(catalog, server, losses.get(server, Counter())) for server in servers}


def _share(catalog: Catalog, server: str, losses: Mapping[str, int]) -> Share:
    tools = catalog.of_server(server)
    labels = Counter(tool.label for tool in tools if catalog.defers(tool))
    order = sorted(labels, key=lambda label: (label != server, -labels[label], label))
    kept = sum(tool.name in catalog.kept_eager for tool in tools)
    core, added = all(tool.source == "core" for tool in tools), utility.count(tools)
    return Share(len(tools), tuple(order), losses, kept, added, core)


NOTHING = Share(0, (), {})
