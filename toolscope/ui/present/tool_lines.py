"""The lines of a server's tool list: its columns, their order, what a filter leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from textual.content import Content

from toolscope.catalog.tool import Tool
from toolscope.ui.present.hints import hint_word
from toolscope.ui.present.text import assemble, pad, tool_name
from toolscope.ui.present.tools import Costs, count

Field: TypeAlias = Literal["name", "raw name", "eager", "listed", "described", "hints"]

_WIDTHS: dict[Field, int] = {"eager": 9, "listed": 9, "described": 11, "hints": 16}
_RIGHT = ("eager", "listed", "described")


@dataclass(frozen=True, slots=True)
class Sort:
    """By which column the list is ordered."""

    field: Field = "name"
    down: bool = False
    """The largest first."""

    def by(self, field: Field) -> Sort:
        """Ordered by a column; the same one again turns the order round. Numbers begin with the largest."""
        return Sort(field, not self.down if field == self.field else field in _RIGHT)

    def next(self, fields: tuple[Field, ...]) -> Sort:
        """Ordered by the column to the right."""
        at = fields.index(self.field) + 1 if self.field in fields else 0
        field = fields[at % len(fields)]
        return Sort(field, field in _RIGHT)


def arranged(tools: Iterable[Tool], sort: Sort, words: str, cost: Callable[[Tool], Costs]) -> list[str]:
    """The names of the tools that hold all words, in order."""
    wanted = words.casefold().split()
    left = [tool for tool in tools if all(word in _haystack(tool) for word in wanted)] if wanted else list(tools)
    keys: dict[Field, Callable[[Tool], tuple[object, ...]]] = {
        "name": lambda tool: (tool.name,),
        "raw name": lambda tool: (tool.raw_name, tool.name),
        "eager": lambda tool: (tool.chars, tool.name),
        "listed": lambda tool: (cost(tool).listed or 0, tool.name),
        "described": lambda tool: (cost(tool).described, tool.name),
        "hints": lambda tool: (hint_word(tool).plain, tool.name),
    }
    left.sort(key=keys[sort.field], reverse=sort.down)
    return [tool.name for tool in left]


def _haystack(tool: Tool) -> str:
    return f"{tool.name}\n{tool.raw_name}\n{tool.description}".casefold()


@dataclass(frozen=True, slots=True)
class ToolColumns:
    """The columns that a width has room for."""

    widths: tuple[tuple[Field, int], ...]

    @classmethod
    def of(cls, width: int) -> ToolColumns:
        """The columns of lines of ``width`` cells, with one cell of margin at both ends."""
        fixed: list[Field] = ["eager", "listed", "described"] if width >= 60 else ["eager"]
        if width >= 84:
            fixed.append("hints")
        rest = width - 2 - sum(_WIDTHS[field] + 2 for field in fixed)
        both = rest >= 74
        name = rest - 2 - rest // 3 if both else rest
        named: list[tuple[Field, int]] = [("name", max(8, name))]
        if both:
            named.append(("raw name", rest // 3))
        return cls((*named, *((field, _WIDTHS[field]) for field in fixed)))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The columns from left to right."""
        return tuple(field for field, _ in self.widths)

    def at(self, x: int) -> Field | None:
        """The column of a cell."""
        start = 1
        for field, width in self.widths:
            if start <= x < start + width + 2:
                return field
            start += width + 2
        return None

    def head(self, sort: Sort) -> Content:
        """The heads; the one that orders the list is marked."""
        cells = []
        for field, width in self.widths:
            mark = (" ▾" if sort.down else " ▴") if field == sort.field else ""
            style = "bold $ink" if mark else "$soft"
            cells.append(pad((f"{field}{mark}", style), width=width, right=field in _RIGHT))
        return assemble(" ", assemble("  ").join(cells))

    def line(self, tool: Tool, cost: Costs, out: bool) -> Content:
        """A tool; ``out`` when it is out of scope."""
        cells = [
            pad(self._cell(field, tool, cost, out), width=width, right=field in _RIGHT) for field, width in self.widths
        ]
        return assemble(" ", assemble("  ").join(cells))

    def _cell(self, field: Field, tool: Tool, cost: Costs, out: bool) -> Content:
        ink = "$soft" if out else "$ink"
        match field:
            case "name":
                return assemble(("– ", "$state-disabled") if out else "", tool_name(tool.name, ink))
            case "raw name":
                return assemble((tool.shown_raw_name, "$soft"))
            case "eager":
                return assemble(count(cost.eager, ink))
            case "listed":
                return assemble(count(cost.listed, ink))
            case "described":
                return assemble(count(cost.described, ink))
            case _:
                return assemble(("out of scope", "$soft")) if out else hint_word(tool)
