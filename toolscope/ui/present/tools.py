"""A server's tools with their three costs, and one of them in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from textual.content import Content

from toolscope.canonical import size
from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool
from toolscope.disclosure.listing import Mode, short_description
from toolscope.survey import Survey
from toolscope.tokens import estimate
from toolscope.ui.present.servers import Share, shares
from toolscope.ui.present.text import UNKNOWN, Part, assemble, number, pad, tool_name


@dataclass(frozen=True, slots=True)
class Costs:
    """What one tool costs, in estimated tokens."""

    eager: int
    """Its definition, on every turn of a session without tool search."""
    listed: int | None
    """Its part of the manifest; ``None`` when it is not in there."""
    described: int
    """What ``tool_describe`` adds once."""


def costs(tool: Tool, mode: Mode | None) -> Costs:
    """The costs of a tool whose group is shown in this mode; ``None`` when it is not deferred."""
    entry = {tool.name: {"description": tool.description, "parameters": tool.parameters}}
    return Costs(estimate(tool.chars), _listed(tool, mode), estimate(size(entry)))


def _listed(tool: Tool, mode: Mode | None) -> int | None:
    if mode == "names":
        return estimate(len(tool.name) + 2)
    if mode == "full":
        short = short_description(tool.description)
        return estimate(len(tool.name) + 3 + (len(short) + 2 if short else 0))
    return None


def mode_of(survey: Survey, tool: Tool) -> Mode | None:
    """How the group of a tool is shown; ``None`` when it is not deferred, or out of scope."""
    plan = survey.disclosure
    shown = plan.activated and plan.ladder.group(tool.label) and not survey.scope.excludes(tool)
    return plan.mode(tool.label) if shown else None


def tools_of(survey: Survey, server: str) -> tuple[Tool, ...]:
    """The tools of a server that are in the session, and those taken out of it by hand; by name."""
    inside = survey.catalog.of_server(server)
    out = {(x.name, x.raw_name) for x in survey.losses(server) if x.kind == "out_of_scope"}
    offered = survey.offers[server].tools if out and server in survey.offers else ()
    outside = {tool.name: tool for tool in offered if (tool.name, tool.raw_name) in out}
    return tuple(sorted((*inside, *outside.values()), key=lambda tool: tool.name))


# the dearest tools, beside the manifest


@dataclass(frozen=True, slots=True)
class Priced:
    """A server's tools, the dearest first. Made once a catalog: a slider moves too quickly to sort thousands."""

    catalog: Catalog
    server: str
    share: Share
    ranked: tuple[Tool, ...]
    _costs: dict[tuple[str, Mode | None], Costs] = field(default_factory=dict)

    @classmethod
    def of(cls, catalog: Catalog, server: str) -> Priced:
        """The tools of a server; none when it has no list."""
        ranked = sorted(catalog.of_server(server), key=lambda tool: (-tool.chars, tool.name))
        return cls(catalog, server, shares(catalog, (server,))[server], tuple(ranked))

    def cost(self, tool: Tool, mode: Mode | None) -> Costs:
        """The costs of one of them, remembered."""
        key = (tool.name, mode)
        if key not in self._costs:
            self._costs[key] = costs(tool, mode)
        return self._costs[key]


def dearest(survey: Survey, priced: Priced, width: int, rows: int) -> Iterator[Content]:
    """A head and the dearest tools, at most ``rows`` lines; the last one sums up what is left."""
    columns = (9, 9, 12)
    name = max(12, width - sum(columns))
    heads = zip(("eager", "listed", "described"), columns, strict=True)
    yield assemble(pad(("tool", "$soft"), width=name), *(pad((w, "$soft"), width=c, right=True) for w, c in heads))
    ranked = priced.ranked
    shown = ranked if len(ranked) < rows else ranked[: max(0, rows - 2)]
    for tool in shown:
        cost = priced.cost(tool, mode_of(survey, tool))
        values = ((cost.eager, "$ink"), (cost.listed, "$ink"), (cost.described, "$ink"))
        cells = (pad(count(v, s), width=c, right=True) for (v, s), c in zip(values, columns, strict=True))
        yield assemble(pad(tool_name(tool.name), width=name), *cells)
    if left := len(ranked) - len(shown):
        more = pad((f"{number(left)} more", "$soft"), width=name)
        sum_left = number(estimate(priced.share.chars - sum(tool.chars for tool in shown)))
        yield assemble(more, pad((sum_left, "$soft"), width=columns[0], right=True))


def count(value: int | None, style: str) -> Part:
    """A number, or that there is none."""
    return (UNKNOWN, "$soft") if value is None else (number(value), style)
