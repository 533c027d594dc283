"""The pattern of a guardrail rule: which tools it means, and how narrowly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
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


def _splits(pattern: str) -> Iterator[tuple[str, str]]:
    """Every way to read ``server/tool``: either part may hold slashes itself."""
    for position, character in enumerate(pattern):
        if character == "/":
            yield pattern[:position], pattern[position + 1 :]
