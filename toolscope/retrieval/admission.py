"""Which tools a query lets in at all, and by which word: a step of its own, before scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolscope.config.profiles import Profile
from toolscope.retrieval.index import Array, Index

_COVERAGE_FROM = 4
"""Known distinct words from which half of them must be covered (hermes.md §8, 0.22)."""


@dataclass(frozen=True, slots=True, eq=False)
class Admission:
    """Who may be ranked."""

    positions: Array
    """The admitted documents, in catalog order."""
    gate: str | None
    """The rarest query term, which every admitted tool holds; ``None`` without words or without a gate."""
    needed: int = 0
    """How many distinct known terms a tool must hold (coverage); 0 where the rule does not apply."""


def gate_of(index: Index, query: Sequence[str]) -> str | None:
    """The query term in the fewest tools, the first of equals; one that is in no tool is therefore the gate."""
    return min(query, key=index.df) if query else None


def admit(index: Index, query: Sequence[str]) -> Admission:
    """Admit tools for query terms by the profile's rule (hermes.md §8); exact names are the search's concern."""
    if not index.profile.gate:
        return Admission(index.covered(dict.fromkeys(query)).nonzero()[0], None)
    gate = gate_of(index, query)
    if gate is None:
        return Admission(index.holding(""), None)
    positions = index.holding(gate)
    needed = coverage_needed(index.profile, sum(1 for term in dict.fromkeys(query) if index.df(term)))
    if needed:
        positions = positions[index.covered(dict.fromkeys(query))[positions] >= needed]
    return Admission(positions, gate, needed)


def coverage_needed(profile: Profile, known: int) -> int:
    """How many of a query's distinct known terms a tool must hold; 0 where the rule does not apply."""
    return -(-known // 2) if profile.coverage and known >= _COVERAGE_FROM else 0
