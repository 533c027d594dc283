"""Every manifest there is for a catalog, as rungs with known sizes; a budget selects the first that fits.

Source of the order and the fit test: hermes.md §6.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from toolscope.catalog.snapshot import Catalog
from toolscope.disclosure.listing import HEADER, Group, Length, Mode
from toolscope.tokens import estimate

Form: TypeAlias = Literal["full", "names", "mixed", "groups", "none"]


@dataclass(frozen=True, slots=True)
class Rung:
    """One manifest: which blocks it is made of and how long it is."""

    form: Form
    collapsed: int
    """How many groups, the largest first, are a summary line."""
    length: Length

    @property
    def tokens(self) -> int:
        """Its size in the estimate, which the budget is compared with."""
        return estimate(self.length.chars)


NOTHING = Rung("none", 0, Length(0, 0))
"""No manifest: nothing fits, or none is wanted."""


@dataclass(frozen=True)
class Ladder:
    """The rungs of one catalog, in the order in which a budget tries them."""

    groups: tuple[Group, ...] = ()
    """By label, in code-point order: the order of the text."""

    @classmethod
    def of(cls, catalog: Catalog) -> Ladder:
        """The ladder of a catalog's deferred tools."""
        return cls(tuple(Group.of(label, tools) for label, tools in catalog.groups.items()))

    @cached_property
    def collapse_rank(self) -> Mapping[str, int]:
        """Label to its place in the order in which groups collapse: the longest names block first, ties by label."""
        order = sorted(self.groups, key=lambda group: (-group.lengths["names"].chars, group.label))
        return {group.label: rank for rank, group in enumerate(order)}

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        """Everything full, everything names, then one group after the other collapsed. A later one can be longer."""
        if not self.groups:
            return ()
        ranked = sorted(self.groups, key=lambda group: self.collapse_rank[group.label])
        chars, escaped = self._total("names")
        rungs = [Rung("full", 0, Length(*self._total("full"))), Rung("names", 0, Length(chars, escaped))]
        for collapsed, group in enumerate(ranked, 1):
            names, summary = group.lengths["names"], group.lengths["summary"]
            chars += summary.chars - names.chars
            escaped += summary.escaped - names.escaped
            form: Form = "groups" if collapsed == len(ranked) else "mixed"
            rungs.append(Rung(form, collapsed, Length(chars, escaped)))
        return tuple(rungs)

    @cached_property
    def steps(self) -> tuple[Rung, ...]:
        """The rungs that some budget selects, smallest first: each is smaller than all that are tried before it."""
        steps: list[Rung] = []
        for rung in self.rungs:
            if not steps or rung.tokens < steps[-1].tokens:
                steps.append(rung)
        return tuple(reversed(steps))

    @cached_property
    def breakpoints(self) -> tuple[int, ...]:
        """The budgets, in tokens, at which the manifest changes, ascending."""
        return tuple(rung.tokens for rung in self.steps)

    def select(self, budget: int) -> Rung:
        """The manifest for a budget in tokens: a lookup."""
        position = bisect_right(self.breakpoints, budget)
        return self.steps[position - 1] if position else NOTHING

    def mode(self, rung: Rung, label: str) -> Mode:
        """How a rung shows one group."""
        if rung.form == "none":
            return "hidden"
        if rung.form == "full":
            return "full"
        return "summary" if self.collapse_rank[label] < rung.collapsed else "names"

    def modes(self, rung: Rung) -> dict[str, Mode]:
        """How a rung shows each group, by label."""
        return {group.label: self.mode(rung, group.label) for group in self.groups}

    def text(self, rung: Rung) -> str:
        """The manifest itself."""
        if rung.form == "none":
            return ""
        return "\n".join((HEADER, *(group.text(self.mode(rung, group.label)) for group in self.groups)))

    def group(self, label: str) -> Group | None:
        """The group of a label."""
        return self._by_label.get(label)

    @cached_property
    def _by_label(self) -> Mapping[str, Group]:
        return {group.label: group for group in self.groups}

    def _total(self, mode: Mode) -> tuple[int, int]:
        lengths: Sequence[Length] = [group.lengths[mode] for group in self.groups]
        newlines = len(lengths)
        chars = len(HEADER) + newlines + sum(length.chars for length in lengths)
        return chars, len(HEADER) + 2 * newlines + sum(length.escaped for length in lengths)
