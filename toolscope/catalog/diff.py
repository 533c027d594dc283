"""What changed between two catalogs: two moments, two recordings, or two releases of Hermes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolscope.canonical import Json, fingerprint
from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Identity, Tool


@dataclass(frozen=True, slots=True)
class Change:
    """One tool that is there both times and is not the same."""

    before: Tool
    after: Tool
    parts: tuple[str, ...]
    """What differs: keys of the tool as it was published (``description``, ``inputSchema``, ``annotations``, ...), then
    ``name`` for the one a model sees; ``definition`` where only what a model gets of it differs."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Tools that came, went and changed, each in catalog order."""

    added: tuple[Tool, ...] = ()
    removed: tuple[Tool, ...] = ()
    changed: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.added or self.removed or self.changed)


def difference(before: Catalog, after: Catalog) -> Difference:
    """What changed from one catalog to another. A renamed tool is one that went and one that came."""
    if before is after:
        return Difference()
    old, new = _by_identity(before), _by_identity(after)
    pairs = [(old[identity], tool) for identity, tool in new.items() if identity in old]
    return Difference(
        added=tuple(tool for identity, tool in new.items() if identity not in old),
        removed=tuple(tool for identity, tool in old.items() if identity not in new),
        changed=tuple(Change(one, other, parts) for one, other in pairs if (parts := _parts(one, other))),
    )


def _by_identity(catalog: Catalog) -> Mapping[Identity, Tool]:
    return {tool.identity: tool for tool in catalog.tools}


def _parts(before: Tool, after: Tool) -> tuple[str, ...]:
    if before is after:
        return ()
    parts: list[str] = []
    if before.fingerprint != after.fingerprint:
        keys = dict.fromkeys((*before.wire, *after.wire))
        parts = [key for key in keys if not _alike(before.wire, after.wire, key)]
    if before.name != after.name:
        parts = [*(part for part in parts if part != "name"), "name"]
    if not parts and before.definition_text != after.definition_text:
        parts = ["definition"]
    return tuple(parts)


def _alike(before: Json, after: Json, key: str) -> bool:
    """Whether both have the same under a key. For Python 1 and true are equal; for JSON they are not."""
    return key in before and key in after and fingerprint(before[key]) == fingerprint(after[key])
