"""The lines of a server's tool list: its columns, their order, what a filter leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.content import Content

from toolscope.catalog.tool import Tool
from toolscope.disclosure.costs import Costs
from toolscope.ui.present.grid import Column, Grid, Sort
from toolscope.ui.present.hints import hint_word
from toolscope.ui.present.text import COMING, assemble, share, tool_name
from toolscope.ui.present.tools import count, describable

BY_NAME = Sort("name")
_NUMBERS = (
    (0, Column("eager", "eager", 7, right=True)),
    (124, Column("eager exact", "exact", 7, right=True)),
    (160, Column("eager share", "of ctx", 7, right=True)),
    (56, Column("sent", "sent", 6, right=True)),
    (124, Column("sent exact", "exact", 6, right=True)),
    (56, Column("described", "described", 10, right=True)),
    (124, Column("described exact", "exact", 7, right=True)),
    (84, Column("hints", "hints", 16)),
)
"""With the widths of lines from which they show."""


def grid(width: int) -> Grid:
    """The columns of lines of ``width`` cells, with one cell of margin at both ends."""
    fixed = [column for least, column in _NUMBERS if width >= least]
    rest = width - Grid(tuple(fixed)).width - 1
    raw = rest // 3
    names = [Column("name", "name", max(8, rest))]
    if rest >= 74:
        names = [Column("name", "name", rest - raw - 2), Column("raw name", "raw name", raw)]
    return Grid((*names, *fixed))


def arranged(tools: Iterable[Tool], sort: Sort, words: str, cost: Callable[[Tool], Costs]) -> list[str]:
    """The names of the tools that hold all words, in order."""
    wanted = words.casefold().split()
    left = [tool for tool in tools if all(word in _haystack(tool) for word in wanted)] if wanted else list(tools)
    left.sort(key=lambda tool: (_key(tool, sort.field or "name", cost), tool.name), reverse=sort.down)
    return [tool.name for tool in left]


def _key(tool: Tool, field: str, cost: Callable[[Tool], Costs]) -> Any:
    match field:
        case "name":
            return ""
        case "raw name":
            return tool.raw_name
        case "hints":
            return hint_word(tool).plain
        case "eager" | "eager share":
            return tool.chars
        case _:
            name, _, exact = field.partition(" ")
            amount = getattr(cost(tool), name)
            return (amount.exact or 0) if exact else amount.chars


def _haystack(tool: Tool) -> str:
    return f"{tool.name}\n{tool.raw_name}\n{tool.description}".casefold()


def line(columns: Grid, tool: Tool, cost: Costs, context: int | None, out: bool, eager: bool) -> Content:
    """A tool; ``out`` when it is out of scope, ``eager`` when it is kept so: the what-ifs."""
    ink = "$soft" if out else "$ink"
    mark = ("– ", "$state-disabled") if out else ("● ", "$soft") if eager else ""
    what_if = "out of scope" if out else "what-if: eager" if eager else ""
    cells = {
        "name": assemble(mark, tool_name(tool.name, ink)),
        "raw name": assemble((tool.shown_raw_name, "$soft")),
        "eager": assemble(count(cost.eager.tokens, ink)),
        "eager share": assemble((share(cost.eager.share(context)), "$soft")),
        "sent": assemble(count(None if out else cost.sent.tokens, ink if cost.sent.tokens else "$soft")),
        "described": assemble(count(describable(cost), ink)),
        "hints": assemble((what_if, "$soft")) if what_if else hint_word(tool),
    }
    return columns.line(cells | _exact(cost, out))


def _exact(cost: Costs, out: bool) -> dict[str, Content]:
    """The exact counts, or that they are still coming; nothing where there is nothing to count."""
    amounts = {"eager": cost.eager, "sent": cost.sent, "described": cost.described}
    absent = {"sent": out, "described": describable(cost) is None}
    return {
        f"{name} exact": assemble(
            count(None, "")
            if absent.get(name)
            else (COMING, "$soft")
            if amount.exact is None
            else count(amount.exact, "$soft")
        )
        for name, amount in amounts.items()
    }
