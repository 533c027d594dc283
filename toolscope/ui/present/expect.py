"""Every tool that can be expected of a query, found by what is typed of its name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from textual.content import Content

from toolscope.catalog.naming import model_name
from toolscope.catalog.snapshot import Catalog, Fate
from toolscope.config.profiles import Profile
from toolscope.plain import Plain, one_line
from toolscope.retrieval.search import Hit, Result
from toolscope.ui.present.pick import Offer, Offers, matching
from toolscope.ui.present.rows import name_within
from toolscope.ui.present.text import assemble, number, spread

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


def question(result: Result) -> str:
    """Which tool a query ought to find."""
    return f"Which tool should “{one_line(result.query, 50)}” find?" if result.query else "Which tool should it find?"


def expecting(profile: Profile, catalog: Catalog, result: Result, clearable: bool) -> Offers:
    """Candidates with the rank that a query gives them, and any name as typed.

    ``clearable`` offers to expect no tool, whose key is empty.
    """
    known = candidates(profile, catalog)
    tools = [_offer(candidate, result.ranks.get(candidate.name)) for candidate in known]

    def offers(typed: str) -> list[Offer]:
        typed = typed.strip()
        found = matching(tools, typed)
        if not typed:
            return [_NO_TOOL, *found] if clearable else found
        return found if any(one.key == typed for one in found) else [*found, _as_typed(typed)]

    return offers


def _offer(candidate: Candidate, hit: Hit | None) -> Offer:
    note = candidate.note or (f"rank {number(hit.rank)}" if hit else "")
    leaf = one_line(candidate.name.rpartition("__")[2])
    return Offer(candidate.name, leaf, partial(_line, candidate.shown, note), candidate.name.lower())


def _line(shown: Plain, note: str, width: int) -> Content:
    """Name, and where the query has it now."""
    return spread(name_within(shown, width - len(note) - 2), (note, "$soft"), width)


def _as_typed(typed: str) -> Offer:
    return Offer(typed, one_line(typed), partial(_typed_line, typed))


def _typed_line(typed: str, width: int) -> Content:
    return assemble((one_line(typed, width - 12), "$ink"), ("  as typed", "$soft"))


_NO_TOOL = Offer("", Plain("expect no tool"), lambda _: assemble(("expect no tool", "$soft")))
