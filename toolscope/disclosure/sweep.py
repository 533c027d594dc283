"""A grid of settings to decisions, each looked up in the ladder; and the ladder's rungs spelled out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings
from toolscope.config.profiles import Profile
from toolscope.disclosure.disclose import Disclosure, disclose
from toolscope.disclosure.ladder import Ladder, Rung
from toolscope.disclosure.listing import Mode


@dataclass(frozen=True, slots=True)
class Row:
    """The decision at one point of a grid."""

    decision: Disclosure
    modes: Mapping[str, Mode]
    """How each group is shown, by label. Rows of the same rung share one mapping."""


@dataclass(frozen=True, slots=True)
class Step:
    """One manifest that a catalog can have."""

    rung: Rung
    modes: Mapping[str, Mode]
    collapses: str | None
    """The label that is a summary line from this rung on."""
    reachable: bool
    """Whether some budget selects it: not when one that is tried before it is as small."""


def sweep(catalog: Catalog, ladder: Ladder, grid: Iterable[Settings]) -> Iterator[Row]:
    """The decision at each point, in the order of the grid. A lookup a point: nothing is rendered."""
    known: dict[Rung, Mapping[str, Mode]] = {}
    for point in grid:
        decision = disclose(catalog, ladder, point)
        rung = decision.rung
        modes = known.get(rung)
        if modes is None:
            modes = known[rung] = ladder.modes(rung)
        yield Row(decision, modes)


def steps(profile: Profile, ladder: Ladder) -> tuple[Step, ...]:
    """Every rung in the order in which a budget tries them; none in a release without a listing."""
    if not profile.tiers:
        return ()
    chosen = set(ladder.steps)
    labels = sorted(ladder.collapse_rank, key=ladder.collapse_rank.__getitem__)
    return tuple(
        Step(rung, ladder.modes(rung), labels[rung.collapsed - 1] if rung.collapsed else None, rung in chosen)
        for rung in ladder.rungs
    )
