"""A tool's schema on its way from the server to the model: every stage as it is held, and what changed between them.

The stages are the tool's own values, so they cannot differ from what is sent; only the words are found here, by
comparing one stage with the next (hermes.md §1b and §14).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolscope.canonical import Json
from toolscope.catalog.changes import Change, Site, spelled, unexplained
from toolscope.catalog.nodes import CONTAINERS
from toolscope.catalog.rules import BY_NAME, RULES
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile

_DEEPEST = 100
"""Levels that are compared; what lies deeper is said to have changed as a whole."""


@dataclass(frozen=True, slots=True)
class Stages:
    """One schema three times."""

    published: Json
    """As the server sent it."""
    registered: Json
    """After MCP ingestion: what arguments are coerced to and validated against."""
    sent: Json
    """As the model gets it."""
    changes: tuple[Change, ...]
    """In the order in which they were made."""


def stages(profile: Profile, tool: Tool) -> Stages:
    """The stages of a tool that was read under a profile."""
    published = tool.wire.get("inputSchema") if isinstance(tool.wire, dict) else None
    first = _compared(Site(profile, "ingestion", (), published, tool.registry_schema))
    second = _compared(Site(profile, "sanitiser", (), tool.registry_schema, tool.parameters))
    return Stages(published, tool.registry_schema, tool.parameters, (*first, *second))


def _compared(site: Site) -> Iterator[Change]:
    before, after = site.before, site.after
    if before is after or before == after:
        return
    if len(site.steps) >= _DEEPEST:
        yield unexplained(site)
    elif isinstance(before, dict) and isinstance(after, dict):
        yield from _nodes(site)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _compared(replace(site, steps=(*site.steps, index), before=old, after=new, names=False))
    else:
        yield _replaced(site)


def _nodes(site: Site) -> Iterator[Change]:
    """Rule after rule moves the older node nearer to the newer one; then come the parts that both have."""
    applied = True
    while applied:
        applied = False
        for rule in () if site.names else RULES:
            told = rule(site)
            if told is not None:
                before, changes = told
                yield from changes
                site, applied = replace(site, before=before), True
                break
    old, new = site.before, site.after
    for key, value in old.items():
        part = replace(site, steps=(*site.steps, key), before=value, names=key in BY_NAME and not site.names)
        if key in new:
            yield from _compared(replace(part, after=new[key]))
        else:
            yield Change(site.stage, spelled(part.steps), "dropped", "")
    yield from (_added(site, key) for key in new if key not in old)


def _added(site: Site, key: str) -> Change:
    path = spelled((*site.steps, key))
    if not site.names:
        return Change(site.stage, path, "added", "")
    why = "a property is named like a keyword, so this release takes the map of properties for a schema"
    return Change(site.stage, path, "an entry that is no property was added", f"{why}; hermes-0.22 does not")


def _replaced(site: Site) -> Change:
    before, after = site.before, site.after
    path = spelled(site.steps)
    if not site.steps and (not before or not isinstance(before, dict)):
        return Change(
            site.stage, path, "an empty object schema put in its place", "there is no schema that says anything"
        )
    if isinstance(before, str) and isinstance(after, dict):
        return Change(
            site.stage, path, f"“{before}” written as a schema of that type", "a string where a schema belongs"
        )
    if not isinstance(before, CONTAINERS) and isinstance(after, CONTAINERS):
        return Change(
            site.stage, path, "replaced by an object" if isinstance(after, dict) else "replaced by a list", ""
        )
    return unexplained(site)
