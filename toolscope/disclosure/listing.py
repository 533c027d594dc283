"""Short descriptions, listing lines, and the lengths of every block a manifest can be made of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from toolscope.canonical import escaped_size
from toolscope.catalog.tool import Tool

Mode: TypeAlias = Literal["full", "names", "summary", "hidden"]

HEADER = "Tools you can load on demand: `tool_describe` has the schema, `tool_call` runs it"
"""Our own words in the reference's 81 characters (hermes.md §6)."""

_SHORT = 60
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc)$")


@lru_cache(maxsize=50_000)
def short_description(description: str) -> str:
    """The first sentence on one line, at most 60 characters and an ellipsis (hermes.md §6)."""
    text = " ".join(description.split())
    for end in _SENTENCE_END.finditer(text):
        if not (end.group() == "." and _ABBREVIATION.search(text, 0, end.start())):
            text = text[: end.end()]
            break
    if len(text) <= _SHORT:
        return text
    cut = text[:_SHORT]
    space = cut.rfind(" ")
    return (cut[:space] if space > 0 else cut).rstrip(",;: ") + "…"


@dataclass(frozen=True, slots=True)
class Length:
    """How long a piece of text is."""

    chars: int
    """Code points."""
    escaped: int
    """Code points inside a JSON string."""

    def __add__(self, other: Length) -> Length:
        return Length(self.chars + other.chars, self.escaped + other.escaped)

    def __sub__(self, other: Length) -> Length:
        return Length(self.chars - other.chars, self.escaped - other.escaped)


NO_LENGTH = Length(0, 0)


@dataclass(frozen=True)
class Group:
    """The deferred tools of one label, and the three blocks that a manifest can hold of them."""

    label: str
    tools: tuple[Tool, ...]
    """Sorted by name, then by short description."""

    @classmethod
    def of(cls, label: str, tools: Sequence[Tool]) -> Group:
        """The group in listing order."""
        return cls(label, tuple(sorted(tools, key=lambda tool: (tool.name, short_description(tool.description)))))

    @cached_property
    def lengths(self) -> Mapping[Mode, Length]:
        """The length of each block, by arithmetic. Names are ASCII: only labels and descriptions need escapes."""
        shorts = [short_description(tool.description) for tool in self.tools]
        names = sum(len(tool.name) for tool in self.tools)
        label, label_escaped = len(self.label), escaped_size(self.label)
        head = len(str(len(self.tools))) + 10
        lines = names + 2 * len(self.tools) + len(self.tools)
        full = head + lines + sum(len(short) + 2 for short in shorts if short)
        full_escaped = head + lines + len(self.tools) + sum(escaped_size(short) + 2 for short in shorts if short)
        listed = head + 1 + names + 2 * (len(self.tools) - 1)
        summary = len(str(len(self.tools))) + len(_SUMMARY.format(label="", n=""))
        return {
            "full": Length(label + full, label_escaped + full_escaped),
            "names": Length(label + listed, label_escaped + listed + 1),
            "summary": Length(label + summary, label_escaped + summary),
            "hidden": NO_LENGTH,
        }

    @cached_property
    def owner(self) -> str:
        """The configured server that pays for the heading: the one the group is named after, else the first tool's."""
        servers = [tool.server for tool in self.tools]
        return self.label if self.label in servers else servers[0]

    def parts(self, mode: Mode) -> Mapping[str, Length]:
        """What each configured server has in a block, together the whole of it; the heading is its owner's."""
        return self._parts[mode]

    @cached_property
    def _parts(self) -> Mapping[Mode, Mapping[str, Length]]:
        others = [tool for tool in self.tools if tool.server != self.owner]
        return {mode: self._divided(mode, others) for mode in self.lengths}

    def _divided(self, mode: Mode, others: Sequence[Tool]) -> Mapping[str, Length]:
        """A block between its owner and the servers of the other tools: nearly always there are none."""
        found: dict[str, Length] = {self.owner: self.lengths[mode]}
        for tool in others:
            length = entry_length(tool, mode)
            found[tool.server] = found.get(tool.server, NO_LENGTH) + length
            found[self.owner] -= length
        return found

    def text(self, mode: Mode) -> str:
        """The block itself, written when it is first asked for."""
        found = self._texts.get(mode)
        if found is None:
            found = self._texts[mode] = self._written(mode)
        return found

    @cached_property
    def _texts(self) -> dict[Mode, str]:
        return {"hidden": "", "summary": _SUMMARY.format(label=self.label, n=len(self.tools))}

    def _written(self, mode: Mode) -> str:
        head = f"{self.label} tools ({len(self.tools)}):"
        if mode == "names":
            return f"{head}\n{', '.join(tool.name for tool in self.tools)}"
        return "\n".join((head, *map(_full_line, self.tools)))


_SUMMARY = "{label} ({n} tools — names are left out; `tool_search` finds them)"


def entry(tool: Tool, mode: Mode) -> str:
    """What a block holds of one tool, with what parts it from its neighbours; nothing in a summary line.

    The entries of a block, and its heading, are as long inside a JSON string as the block.
    """
    if mode == "names":
        return f"{tool.name}, "
    return f"\n{_full_line(tool)}" if mode == "full" else ""


def entry_length(tool: Tool, mode: Mode) -> Length:
    """How long that is."""
    text = entry(tool, mode)
    return Length(len(text), escaped_size(text))


def _full_line(tool: Tool) -> str:
    short = short_description(tool.description)
    return f"- {tool.name}: {short}" if short else f"- {tool.name}"
