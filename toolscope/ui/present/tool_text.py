"""One tool in full: its names, claims, description and parameters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rich.cells import cell_len
from textual.content import Content

from toolscope.canonical import Json, compact
from toolscope.catalog.tool import Tool
from toolscope.plain import one_line
from toolscope.ui.present.text import assemble, number, pad, plural, tool_name
from toolscope.ui.present.tools import Costs, all_hints

_LONGEST = 4_000
"""Characters of a description that are shown."""
_MOST = 60
"""Parameters that are shown."""
_DEEPEST = 3
_NARROWEST = 24
"""Cells that a description needs beside its parameter."""


def tool_text(tool: Tool, cost: Costs, width: int) -> Iterator[Content]:
    """A tool in lines; parameters in ``width`` cells, the others not yet wrapped."""
    yield tool_name(tool.name, "bold $ink")
    if tool.utility:
        yield assemble(("added by the host for an announced capability", "$soft"))
    yield assemble(("raw name ", "$soft"), tool.shown_raw_name)
    listed = "not listed" if cost.listed is None else f"listed {number(cost.listed)}"
    yield assemble((f"eager {number(cost.eager)} · {listed} · described {number(cost.described)}", "$soft"))
    yield all_hints(tool)
    yield Content()
    text = tool.shown_description
    yield assemble(text[:_LONGEST] or ("It has no description.", "$soft"))
    if len(text) > _LONGEST:
        yield assemble((f"… {plural(len(text) - _LONGEST, 'more character')}", "$soft"))
    yield Content()
    yield from _parameters(tool, width)


def _parameters(tool: Tool, width: int) -> Iterator[Content]:
    schema = tool.parameters if isinstance(tool.parameters, dict) else {}
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not properties:
        yield assemble(("No parameters", "$soft"))
        return
    required = schema.get("required")
    needed = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    yield assemble((plural(len(properties), "parameter"), "bold $ink"), (f"  {number(len(needed))} required", "$soft"))
    rows = [(one_line(str(name)), kind_of(node), _about(node), name in needed) for name, node in _first(properties)]
    names = min(24, max(cell_len(name) for name, _, _, _ in rows))
    kinds = min(20, max(cell_len(kind) for _, kind, _, _ in rows))
    for name, kind, about, star in rows:
        head = assemble(("*", "$here") if star else " ", pad((name, "$ink"), width=names), "  ", (kind, "$info"))
        yield from _with_text(head, about, names + kinds + 5, width)
    if len(properties) > _MOST:
        yield assemble((f"… {plural(len(properties) - _MOST, 'more parameter')}", "$soft"))


def _first(properties: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    return islice(properties.items(), _MOST)


def _with_text(head: Content, text: str, indent: int, width: int) -> Iterator[Content]:
    """A head with a text in a column of its own; under the head where there is no room beside it."""
    if width - indent < _NARROWEST:
        yield head
        indent, head = 2, Content()
    lines = assemble((text, "$soft")).wrap(max(10, width - indent)) if text else []
    if lines and head.cell_length > indent - 2:
        yield head
        head = Content()
    for line in lines:
        yield assemble(pad(head, width=indent), line)
        head = Content()
    if head.cell_length:
        yield head


def _about(node: Json) -> str:
    said = node.get("description") if isinstance(node, dict) else None
    return one_line(said, 400) if isinstance(said, str) else ""


def kind_of(node: Json, depth: int = 0) -> str:
    """What a parameter takes, in a few words; any JSON may stand in a schema's place."""
    if isinstance(node, bool):
        return "anything" if node else "nothing"
    if not isinstance(node, dict) or depth > _DEEPEST:
        return "anything"
    if isinstance(node.get("enum"), list):
        return one_line("one of " + ", ".join(_value(value) for value in node["enum"][:8]), 80)
    if "const" in node:
        return one_line(_value(node["const"]), 40)
    for union in ("anyOf", "oneOf"):
        if isinstance(node.get(union), list):
            return " or ".join(dict.fromkeys(kind_of(part, depth + 1) for part in node[union][:4]))
    kind = node.get("type")
    if isinstance(kind, list):
        return one_line(" or ".join(str(part) for part in kind[:4]), 60)
    if kind == "array":
        return f"array of {kind_of(node.get('items'), depth + 1)}"
    return one_line(str(kind), 40) if kind else "reference" if "$ref" in node else "anything"


def _value(value: Json) -> str:
    return value if isinstance(value, str) else compact(value)
