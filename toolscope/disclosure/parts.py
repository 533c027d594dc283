"""What one definition is made of, and what a server publishes with it that a model never sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolscope.canonical import Json, compact
from toolscope.catalog.tool import Tool
from toolscope.disclosure.costs import Amount
from toolscope.tokens import count, count_once

_SEEN = frozenset({"name", "description", "inputSchema"})
"""The keys of a published tool that its definition is made of (hermes.md §1)."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The three parts and the frame add up to the definition, in characters and in tokens of both kinds."""

    name: Amount
    description: Amount
    input_schema: Amount
    """The parameters as the model gets them."""
    frame: Amount
    """The braces and keys around them, and the rounding."""
    unseen: Mapping[str, Amount]
    """By key as it was published: ``title``, ``annotations``, ``outputSchema``, ``_meta``, ``icons`` and the like."""

    @property
    def never_sent(self) -> Amount:
        """All that a model never sees."""
        found = tuple(self.unseen.values())
        exact = [amount.exact for amount in found if amount.exact is not None]
        whole = sum(exact) if len(exact) == len(found) else None
        return Amount.of(sum(amount.chars for amount in found), whole)


def parts(tool: Tool, exactly: bool = False) -> Parts:
    """The parts of a tool. To count them ``exactly`` takes as long again as the definition does: use a thread."""

    def amount(value: Json) -> Amount:
        text = compact(value)
        return Amount.of(len(text), count(text) if exactly else None)

    whole = Amount.of(tool.chars, count_once(tool.definition_text) if exactly else None)
    made_of = amount(tool.name), amount(tool.description), amount(tool.parameters)
    published = tool.wire if isinstance(tool.wire, dict) else {}
    unseen = {str(key): amount(value) for key, value in published.items() if key not in _SEEN}
    return Parts(*made_of, whole.beyond(made_of), unseen)
