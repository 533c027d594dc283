"""Why the tools array of a session is another one than before: then the model's prompt cache is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings
from toolscope.disclosure.disclose import Disclosure

if TYPE_CHECKING:
    from toolscope.catalog.diff import Difference

_SHOWN: tuple[tuple[str, Callable[[Settings], object]], ...] = (
    ("profile", lambda settings: settings.profile.name),
    ("enabled", lambda settings: settings.enabled),
    ("listing", lambda settings: settings.listing),
    ("threshold_pct", lambda settings: f"{settings.threshold_pct:g}"),
    ("listing_max_tokens", lambda settings: f"{settings.listing_max_tokens:,}"),
    ("context", lambda settings: f"{settings.context_length:,}" if settings.context_length else "unknown"),
    ("defer", lambda settings: "default" if settings.defer is None else ", ".join(settings.defer) or "none"),
)
"""The settings that the tools array depends on, as they are told."""


def causes(before: Disclosure, after: Disclosure) -> tuple[str, ...]:
    """What may have changed the fingerprint, most telling first: settings, servers, tools, descriptions.

    Empty when the fingerprint is the same: whatever moved, the model is sent the same bytes.
    """
    from toolscope.catalog.diff import difference

    if before.fingerprint == after.fingerprint:
        return ()
    found = list(moved(before.settings, after.settings))
    if before.settings.profile == after.settings.profile:
        found += _tools(difference(before.catalog, after.catalog), before.catalog.tools, after.catalog.tools)
        found += _kept(before.catalog, after.catalog, "kept eager")
        found += _kept(after.catalog, before.catalog, "deferred again")
    return tuple(found)


def moved(before: Settings, after: Settings) -> Iterator[str]:
    """The settings that changed, each with both values: ``threshold_pct 5 → 1.5``."""
    for name, shown in _SHOWN:
        if shown(before) != shown(after):
            yield f"{name} {shown(before)} → {shown(after)}"


def _tools(found: Difference, before: Sequence[Tool], after: Sequence[Tool]) -> Iterator[str]:
    old, new = {tool.server for tool in before}, {tool.server for tool in after}
    yield from (f"{server} added" for server in sorted(new - old))
    yield from (f"{server} left" for server in sorted(old - new))
    yield from _counted([tool for tool in found.added if tool.server in old], "new")
    yield from _counted([tool for tool in found.removed if tool.server in new], "gone")
    for server in dict.fromkeys(change.after.server for change in found.changed):
        changes = [change for change in found.changed if change.after.server == server]
        parts = ", ".join(dict.fromkeys(part for change in changes for part in change.parts))
        tools = changes[0].after.raw_name if len(changes) == 1 else f"{len(changes):,} tools"
        yield f"{server}: {parts} of {tools} changed"


def _kept(before: Catalog, after: Catalog, word: str) -> Iterator[str]:
    """Servers with tools that only the later catalog keeps visible, as a what-if."""
    names = after.kept_eager - before.kept_eager
    for server in dict.fromkeys(tool.server for tool in after.tools if tool.name in names):
        yield f"{server} {word}"


def _counted(tools: Sequence[Tool], word: str) -> Iterator[str]:
    for server in dict.fromkeys(tool.server for tool in tools):
        names = [tool.raw_name for tool in tools if tool.server == server]
        yield f"{server}: {names[0] if len(names) == 1 else f'{len(names):,} tools'} {word}"
