"""The same costs in exact o200k_base tokens: slow the first time, so taken in a thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from toolscope.canonical import compact
from toolscope.catalog.tool import Tool
from toolscope.disclosure.bridge import schemas
from toolscope.disclosure.disclose import Disclosure
from toolscope.disclosure.ladder import Ladder, Rung
from toolscope.disclosure.listing import Group, Mode, entry
from toolscope.tokens import count, count_once


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
    direct: Mapping[str, int] = field(default_factory=dict)
    """Those of them that are visible."""
    listed: Mapping[str, int] = field(default_factory=dict)
    """What each server has in the manifest."""
    described: Mapping[str, int] = field(default_factory=dict)
    """What ``tool_describe`` adds when it is asked for all of a server's deferred tools."""
    rungs: Mapping[Rung, int] = field(default_factory=dict)
    """Every manifest there is for the catalog; empty until ``count_rungs`` has counted them."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Exact counts of one tool; ``None`` is not counted."""

    eager: int | None = None
    listed: int | None = None
    described: int | None = None


def count_exactly(disclosure: Disclosure) -> ExactCosts:
    """Count everything that a disclosure costs; what was counted before comes from memory."""
    catalog = disclosure.catalog
    deferred, direct = _definitions(catalog.deferred), _definitions(catalog.direct)
    described: Counter[str] = Counter()
    for tool in catalog.deferred if disclosure.activated else ():
        described[tool.server] += count_described(tool)
    eager = deferred.total() + direct.total()
    return ExactCosts(
        manifest=count_once(disclosure.manifest),
        deferred=deferred.total(),
        eager=eager,
        sent=direct.total() + _bridge(disclosure) if disclosure.activated else eager,
        schemas=deferred + direct,
        direct=direct,
        listed=_listed(disclosure),
        described=described,
    )


def count_rungs(ladder: Ladder) -> dict[Rung, int]:
    """Count every manifest there is for a catalog; what was counted before comes from memory."""
    return {rung: count_once(ladder.text(rung)) for rung in ladder.rungs}


def count_tool(tool: Tool, mode: Mode | None) -> Counted:
    """Count one tool whose group is shown in this mode; ``None`` where its schema is visible."""
    eager = count_once(tool.definition_text)
    return Counted(eager) if mode is None else Counted(eager, count(entry(tool, mode)), count_described(tool))


def count_described(tool: Tool) -> int:
    """What ``tool_describe`` answers for one tool: the end of its definition under another beginning.

    No token reaches across the quote before ``description``: what comes after it is counted the same.
    """
    return count_once(tool.definition_text) - _frame(tool.name)


@cache
def _frame(name: str) -> int:
    """How many tokens more the beginning of a definition has than that of an answer."""
    spelled = compact(name)
    return count(f'{{"type":"function","function":{{"name":{spelled},"') - count(f'{{{spelled}:{{"')


def _definitions(tools: Iterable[Tool]) -> Counter[str]:
    """The tokens of these definitions, by server."""
    found: Counter[str] = Counter()
    for tool in tools:
        found[tool.server] += count_once(tool.definition_text)
    return found


def _bridge(disclosure: Disclosure) -> int:
    tools = schemas(disclosure.settings.profile, len(disclosure.catalog.deferred), disclosure.form, disclosure.manifest)
    return sum(count_once(compact(tool)) for tool in tools)


def _listed(disclosure: Disclosure) -> Counter[str]:
    found: Counter[str] = Counter()
    for group in disclosure.ladder.groups:
        mode = disclosure.mode(group.label)
        found[group.owner] += count_once(group.text(mode))
        for tool in _of_others(group):
            tokens = count_once(entry(tool, mode))
            found[tool.server] += tokens
            found[group.owner] -= tokens
    return found


def _of_others(group: Group) -> Iterable[Tool]:
    """The tools that are listed in a group of another server: nearly always none."""
    return (tool for tool in group.tools if tool.server != group.owner)
