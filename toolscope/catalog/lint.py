"""What a person should know of a tool that reached the catalog all the same."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from toolscope.canonical import Json, walk
from toolscope.catalog.tool import Tool
from toolscope.plain import Plain, hides_text, one_line

PATTERN = "^[a-zA-Z0-9_-]{1,64}$"
"""Names that the interfaces of models take."""
_TAKEN = re.compile(PATTERN.removesuffix("$") + r"\Z")
_MOST_CHARACTERS = 64
_ESCAPED = ("\\u00", "\\b", "\\f", "\x7f")
"""How JSON that is otherwise ASCII spells what a terminal would obey."""
_MOST = 4
"""Kinds of characters that are named."""


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing about a tool; it stopped nothing."""

    kind: str
    """``hidden_text``, ``name_pattern`` or ``long_name``."""
    message: Plain


def oddities(tool: Tool) -> Iterator[Oddity]:
    """Text that a reader of the tool would not see, and a name that models' interfaces refuse."""
    where = [part for part, text in _texts(tool) if hides_text(text)]
    if where:
        found = Counter(char for _, text in _texts(tool) for char in text if hides_text(char))
        said = f"{', '.join(dict.fromkeys(where))}: {_named(found)}; no reader sees them, a model may read them"
        yield Oddity("hidden_text", one_line(said, 300))
    if not _TAKEN.match(tool.name):
        yield Oddity(
            "name_pattern", one_line(f"the name {tool.name} fails {PATTERN}: a model's interface may refuse it")
        )
    elif not tool.utility and not _TAKEN.match(tool.raw_name):
        why = "is empty" if not tool.raw_name else f"has {len(tool.raw_name)} characters" if _long(tool) else "fails"
        yield Oddity("name_pattern", one_line(f"the raw name {why}: {PATTERN} is wanted; it is sent as {tool.name}"))
    elif len(tool.name) == _MOST_CHARACTERS and not tool.name.endswith(tool.raw_name.replace("-", "_")):
        whole = len(f"mcp__{tool.server}__{tool.raw_name}")
        said = f"its whole name has {whole} characters, {_MOST_CHARACTERS} are taken: it is sent as {tool.name}"
        yield Oddity("long_name", one_line(said))


def _long(tool: Tool) -> bool:
    return len(tool.raw_name) > 64


def _texts(tool: Tool) -> Iterator[tuple[str, str]]:
    """The parts of a tool that hold text, quickly nothing where all of it is plain."""
    published = tool.wire.get("description")
    description = published if isinstance(published, str) else tool.description
    plain = tool.definition_text.isascii() and not _escapes(tool.definition_text)
    if plain and not (hides_text(tool.raw_name) or hides_text(description)):
        return
    yield "name", tool.raw_name
    yield "description", description
    yield from (("parameters", text) for text in _strings(tool.parameters))


def _escapes(text: str) -> bool:
    return any(spelling in text for spelling in _ESCAPED)


def _strings(value: Json) -> Iterator[str]:
    for node, _ in walk(value):
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            yield from map(str, node)


def _named(found: Counter[str]) -> str:
    """The characters by their names, each with its count."""
    named = [f"{count} × {_name(char)}" for char, count in found.most_common(_MOST)]
    more = len(found) - len(named)
    return ", ".join((*named, *([f"{more} other kinds"] if more else [])))


def _name(char: str) -> str:
    if "\U000e0000" <= char <= "\U000e007f":
        return "tag character"
    return f"U+{ord(char):04X} {unicodedata.name(char, 'control character').lower()}"
