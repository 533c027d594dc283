"""What a tool says of itself, in the guardrail's words."""

from __future__ import annotations

from textual.content import Content

from toolscope.catalog.tool import Tool
from toolscope.invocation.guardrail import HintShown, hints
from toolscope.ui.present.text import assemble

_GRAVE = frozenset({("read_only", False), ("destructive", True)})
"""Hints that a person should look at."""
_READS = ("read_only", True)


def hint_line(tool: Tool) -> Content:
    """All of it, with what is assumed where the server says nothing."""
    parts = [assemble(_words(hint), (" declared" if hint.declared else " assumed", "$soft")) for hint in hints(tool)]
    return Content("   ").join(parts)


def hint_word(tool: Tool) -> Content:
    """The one declared hint that matters most, in at most 16 cells."""
    declared = (hint for hint in hints(tool) if hint.declared)
    most = next((hint for hint in declared if hint.name == "destructive" or (hint.name, hint.value) == _READS), None)
    return assemble(("–", "$soft")) if most is None else assemble(_words(most))


def _words(hint: HintShown) -> tuple[str, str]:
    return hint.words, "$verdict-ask" if (hint.name, hint.value) in _GRAVE else "$ink"
