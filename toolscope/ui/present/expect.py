"""Every tool that can be expected of a query, found by what is typed of its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolscope.catalog.naming import model_name
from toolscope.catalog.snapshot import Catalog, Fate
from toolscope.config.profiles import Profile
from toolscope.plain import Plain, one_line

_FATES: dict[Fate, str] = {
    "malformed": "cannot be read",
    "filtered": "filtered out",
    "duplicate": "listed twice",
    "collided": "collided",
    "out_of_scope": "out of scope",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tool that somebody may expect, whether the search knows it or not."""

    name: str
    """As the model sees it, or would have."""
    shown: Plain
    note: str = ""
    """What became of it, when the search does not know it."""


def candidates(profile: Profile, catalog: Catalog) -> tuple[Candidate, ...]:
    """Deferred tools first, then those that stay visible, then those that were lost."""
    found = {tool.name: Candidate(tool.name, one_line(tool.name)) for tool in catalog.deferred}
    for tool in catalog.direct:
        found[tool.name] = Candidate(tool.name, one_line(tool.name), "not deferred")
    for loss in catalog.losses:
        name = loss.name or model_name(profile, loss.server, loss.raw_name)
        found.setdefault(name, Candidate(name, one_line(name), _FATES[loss.kind]))
    return tuple(found.values())


def matching(known: Iterable[Candidate], typed: str) -> Sequence[Candidate]:
    """Those whose names hold every typed piece, then those that hold its letters in order; the tightest first."""
    pieces = typed.lower().replace("/", " ").split()
    if not pieces:
        return list(known)
    whole: list[tuple[int, int, int, Candidate]] = []
    loose: list[tuple[int, int, int, Candidate]] = []
    letters = "".join(pieces)
    for order, candidate in enumerate(known):
        name = candidate.name.lower()
        leaf = name.rpartition("__")[2]
        if all(piece in name for piece in pieces):
            outside = sum(piece not in leaf for piece in pieces)
            whole.append((outside, len(leaf), order, candidate))
        elif (span := _span(letters, name)) is not None:
            loose.append((span, len(name), order, candidate))
    return [candidate for _, _, _, candidate in (*sorted(whole, key=_place), *sorted(loose, key=_place))]


def _place(ranked: tuple[int, int, int, Candidate]) -> tuple[int, int, int]:
    return ranked[:3]


def _span(letters: str, name: str) -> int | None:
    """How far letters lie apart that stand in a name in this order; ``None`` when they do not."""
    start = at = name.find(letters[0])
    for letter in letters[1:]:
        if at < 0:
            return None
        at = name.find(letter, at + 1)
    return at - start if at >= 0 else None
