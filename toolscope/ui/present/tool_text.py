"""One tool in full: its names, claims, description and parameters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rich.cells import cell_len
from textual.content import Content

from toolscope.canonical import Json, compact
from toolscope.catalog.lint import oddities
from toolscope.catalog.tool import Tool
from toolscope.plain import Plain, one_line
from toolscope.ui.present.field_words import words
from toolscope.ui.present.hints import hint_line
from toolscope.ui.present.resolved import members, resolved
from toolscope.ui.present.text import assemble, number, pad, plural, tool_name
from toolscope.ui.present.tool_facts import Facts, fact_lines
from toolscope.ui.present.wrapping import wrap

_LONGEST = 4_000
"""Characters of a description that are shown."""
_MOST = 60
"""Parameters that are shown."""
_MOST_VALUES = 8
"""Values of an enum that are shown."""
_NARROWEST = 24
"""Cells that a description needs beside its parameter."""


def tool_text(tool: Tool, facts: Facts, width: int) -> Iterator[Content]:
    """A tool in lines; parameters in ``width`` cells, the others not yet wrapped."""
    yield tool_name(tool.name, "bold $ink")
    if tool.utility:
        yield assemble(("added by the host for an announced capability", "$soft"))
    yield assemble(("raw name ", "$soft"), tool.shown_raw_name)
    yield assemble((facts.place, "$soft"))
    for oddity in oddities(tool):
        yield assemble(("! ", "$state-stale"), (f"{oddity.kind.replace('_', ' ')}: {oddity.message}", "$ink"))
    yield Content()
    text = tool.shown_description
    yield assemble(text[:_LONGEST] or ("It has no description.", "$soft"))
    if len(text) > _LONGEST:
        yield assemble((f"… {plural(len(text) - _LONGEST, 'more character')}", "$soft"))
    yield Content()
    yield from fact_lines(facts)
    yield hint_line(tool)
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
    shown = islice(properties.items(), _MOST)
    rows = [(one_line(str(name)), _kind(schema, node), _about(node), name in needed) for name, node in shown]
    names = min(24, max(cell_len(name) for name, _, _, _ in rows))
    kinds = min(20, max(cell_len(kind) for _, kind, _, _ in rows))
    for name, kind, about, star in rows:
        head = assemble(("*", "$here") if star else " ", pad((name, "$ink"), width=names), "  ", (kind, "$info"))
        yield from _with_text(head, about, names + kinds + 5, width)
    if len(properties) > _MOST:
        yield assemble((f"… {plural(len(properties) - _MOST, 'more parameter')}", "$soft"))


def _with_text(head: Content, text: str, indent: int, width: int) -> Iterator[Content]:
    """A head with a text in a column of its own; under the head where there is no room beside it."""
    if width - indent < _NARROWEST:
        yield head
        indent, head = 2, Content()
    lines = list(wrap([assemble((text, "$soft"))], width - indent)) if text else []
    if lines and head.cell_length > indent - 2:
        yield head
        head = Content()
    for line in lines:
        yield assemble(pad(head, width=indent), line)
        head = Content()
    if head.cell_length:
        yield head


def _kind(root: Json, node: Json) -> Plain:
    """What a parameter takes, spelled as on the Call tab."""
    try:
        schema = resolved(root, node)
        return words(schema, members(root, schema))
    except RecursionError:
        return Plain("any value")


def _about(node: Json) -> str:
    """Its description, and the values it may have."""
    if not isinstance(node, dict):
        return ""
    said, values = node.get("description"), node.get("enum")
    parts = [said] if isinstance(said, str) and said else []
    if isinstance(values, list) or "const" in node:
        options = values[:_MOST_VALUES] if isinstance(values, list) else [node["const"]]
        more = ", …" if isinstance(values, list) and len(values) > _MOST_VALUES else ""
        parts.append(f"Takes {', '.join(map(_value, options))}{more}")
    return one_line(" · ".join(parts), 400)


def _value(value: Json) -> str:
    return value if isinstance(value, str) else compact(value)
