"""The same costs in exact o200k_base tokens: slow the first time, so taken in a thread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolscope.canonical import compact
from toolscope.catalog.tool import Tool
from toolscope.disclosure.bridge import schemas
from toolscope.disclosure.disclose import Disclosure
from toolscope.tokens import count_once


@dataclass(frozen=True, slots=True)
class ExactCosts:
    """Exact counts of one disclosure, in o200k_base tokens."""

    manifest: int
    deferred: int
    """The deferred definitions together."""
    eager: int
    """A turn that carries every schema."""
    sent: int
    """A turn as it is. With our own bridge words, so an approximation of what Hermes sends."""
    schemas: Mapping[str, int] = field(default_factory=dict)
    """The definitions of each configured server, by server."""
    listed: Mapping[str, int] = field(default_factory=dict)
    """The block of each label in the manifest."""


def count_exactly(disclosure: Disclosure) -> ExactCosts:
    """Count everything that a disclosure costs; what was counted before comes from memory."""
    catalog, ladder = disclosure.catalog, disclosure.ladder
    schemas_of: dict[str, int] = {}
    for tool in catalog.tools:
        schemas_of[tool.server] = schemas_of.get(tool.server, 0) + count_once(tool.definition_text)
    deferred = _definitions(catalog.deferred)
    direct = _definitions(catalog.direct)
    sent = deferred + direct
    if disclosure.activated:
        profile, form = disclosure.settings.profile, disclosure.form
        bridge = schemas(profile, len(catalog.deferred), form, disclosure.manifest)
        sent = direct + sum(count_once(compact(tool)) for tool in bridge)
    return ExactCosts(
        manifest=count_once(disclosure.manifest),
        deferred=deferred,
        eager=deferred + direct,
        sent=sent,
        schemas=schemas_of,
        listed={group.label: count_once(group.text(disclosure.mode(group.label))) for group in ladder.groups},
    )


def _definitions(tools: Iterable[Tool]) -> int:
    return sum(count_once(tool.definition_text) for tool in tools)
