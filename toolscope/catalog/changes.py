"""What became different at one place of a schema, and the place itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolscope.canonical import Json, compact, place
from toolscope.catalog.nodes import Node
from toolscope.config.profiles import Profile

Stage: TypeAlias = Literal["ingestion", "sanitiser"]
"""Which pass made a change: MCP ingestion, or the global sanitiser."""
Steps: TypeAlias = tuple[str | int, ...]

_KEYWORDS = ("$defs", "$ref", "$schema", "$id")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that became different."""

    stage: Stage
    path: str
    """Where it stood: ``properties.when.anyOf``; empty for the schema as a whole."""
    what: str
    why: str
    """Empty where no rule explains it."""


@dataclass(frozen=True, slots=True)
class Site:
    """One place before and after a pass."""

    profile: Profile
    stage: Stage
    steps: Steps
    before: Json
    after: Json
    names: bool = False
    """Its keys are names of properties or definitions, not keywords."""

    def change(self, key: str, what: str, why: str) -> Change:
        """A change of what stands under a key."""
        return Change(self.stage, spelled((*self.steps, key)), what, why)


Told: TypeAlias = tuple[Node, list[Change]]
"""The node with the rule applied, and what to say about it."""
Rule: TypeAlias = Callable[[Site], Told | None]


def spelled(steps: Steps) -> str:
    """A place in a schema: ``$defs.Range.properties["max size"]``."""
    return place(steps, plain=_KEYWORDS)


def unexplained(site: Site) -> Change:
    """A difference that is only shown."""
    return Change(site.stage, spelled(site.steps), f"is now {short(site.after)}", "")


def short(value: Json) -> str:
    """A value in at most 60 characters."""
    text = compact(value)
    return text if len(text) <= 60 else text[:59] + "…"
