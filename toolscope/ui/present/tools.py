"""A server's tools, the dearest first, beside the manifest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from textual.content import Content

from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool
from toolscope.disclosure.costs import Costs, mode_of, tool_costs
from toolscope.disclosure.listing import Mode
from toolscope.survey import Survey
from toolscope.tokens import estimate
from toolscope.ui.present.shares import Share, shares
from toolscope.ui.present.text import UNKNOWN, Part, assemble, number, pad, tool_name


def tools_of(survey: Survey, server: str) -> tuple[Tool, ...]:
    """The tools of a server that are in the session, and those taken out of it by hand; by name."""
    inside = survey.catalog.of_server(server)
    out = {(x.server, x.raw_name) for x in survey.losses(server) if x.kind == "out_of_scope"}
    offered = survey.offers[server].tools if out and server in survey.offers else ()
    outside = {tool.name: tool for tool in offered if tool.identity in out}
    return tuple(sorted((*inside, *outside.values()), key=lambda tool: tool.name))


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

    def cost(self, survey: Survey, tool: Tool) -> Costs:
        """The costs of one of them, remembered."""
        key = (tool.name, mode_of(survey.disclosure, tool))
        if key not in self._costs:
            self._costs[key] = tool_costs(survey.disclosure, tool)
        return self._costs[key]


def dearest(survey: Survey, priced: Priced, width: int, rows: int) -> Iterator[Content]:
    """A head and the dearest tools, at most ``rows`` lines; the last one sums up what is left."""
    columns = (9, 9, 12)
    name = max(12, width - sum(columns))
    heads = zip(("eager", "sent", "described"), columns, strict=True)
    yield assemble(pad(("tool", "$soft"), width=name), *(pad((w, "$soft"), width=c, right=True) for w, c in heads))
    ranked = priced.ranked
    shown = ranked if len(ranked) < rows else ranked[: max(0, rows - 2)]
    for tool in shown:
        cost = priced.cost(survey, tool)
        values = (cost.eager.tokens, cost.sent.tokens, describable(cost))
        cells = (pad(count(value, "$ink"), width=c, right=True) for value, c in zip(values, columns, strict=True))
        yield assemble(pad(tool_name(tool.name), width=name), *cells)
    if left := len(ranked) - len(shown):
        more = pad((f"{number(left)} more", "$soft"), width=name)
        chars = survey.catalog.weight(priced.server).chars - sum(tool.chars for tool in shown)
        yield assemble(more, pad((number(estimate(chars)), "$soft"), width=columns[0], right=True))


def describable(cost: Costs) -> int | None:
    """What describing a tool adds; ``None`` where it is answered with nothing but a refusal."""
    return cost.described.tokens if cost.described.chars else None


def count(value: int | None, style: str) -> Part:
    """A number, or that there is none."""
    return (UNKNOWN, "$soft") if value is None else (number(value), style)
