"""The pattern of a guardrail rule: which tools it means, and how narrowly."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from glob import escape

from toolscope.catalog.tool import Tool

_PART = re.compile(r"\[(?P<literal>[^!\]])\]|(?P<glob>[*?]|\[!?\]?[^\]]*\])|(?P<plain>.)", re.DOTALL)


@dataclass(frozen=True, slots=True, order=True)
class Reach:
    """How narrowly a pattern means its tools: greater is narrower."""

    exact: bool
    literals: int
    """Characters outside its wildcards."""


def exactly(tool: Tool) -> str:
    """The pattern that means one tool of one server and nothing else."""
    return f"{escape(tool.server)}/{escape(tool.raw_name)}"


def reach(pattern: str) -> Reach:
    """How narrow a pattern is; ``[*]`` is a literal asterisk."""
    parts = list(_PART.finditer(pattern))
    return Reach(not any(part["glob"] for part in parts), sum(not part["glob"] for part in parts))


def means(pattern: str, tool: Tool) -> bool:
    """Whether a pattern means a tool.

    ``server/tool`` is compared part by part, so that a server's wildcard never spills into another's name; the tool by
    raw or model-visible name. Without a slash the pattern is compared to ``server/tool`` as a whole, and to the
    model-visible name.
    """
    names = (tool.raw_name, tool.name)
    if "/" not in pattern:
        wholes = (tool.name, *(f"{tool.server}/{name}" for name in names))
        return any(fnmatchcase(whole, pattern) for whole in wholes)
    return any(
        fnmatchcase(tool.server, server) and any(fnmatchcase(name, wanted) for name in names)
        for server, wanted in _splits(pattern)
    )


def names(pattern: str, server: str) -> bool:
    """Whether a pattern speaks of this server by name: ``*/delete`` and ``delete_*`` speak of none."""
    heads = [head for head, _ in _splits(pattern)]
    return any(reach(head).literals and fnmatchcase(server, head) for head in heads)


def misspelled(pattern: str, servers: Collection[str]) -> str | None:
    """The server that a pattern most likely means, when it names none of them and one by a slip of the pen."""
    for head, _ in _splits(pattern):
        near = get_close_matches(head, servers, 1, 0.85)
        if near and not near[0].startswith(head) and not head.startswith(near[0]):
            return near[0]
    return None


def _splits(pattern: str) -> Iterator[tuple[str, str]]:
    """Every way to read ``server/tool``: either part may hold slashes itself."""
    for position, character in enumerate(pattern):
        if character == "/":
            yield pattern[:position], pattern[position + 1 :]
