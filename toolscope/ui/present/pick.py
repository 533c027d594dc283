"""Things to pick from, and which of them a few letters mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.fuzzy import FuzzySearch

from toolscope.catalog.tool import Tool
from toolscope.plain import Plain, one_line
from toolscope.ui.present.text import assemble, pad

_SUMMARY = 200
_SCORED = 200
"""Things whose letters lie closest together: only these are put into the best order."""
_NOTHING = Plain("")


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing."""

    key: str
    name: Plain
    group: Plain = _NOTHING
    """Where it belongs, for example a server."""
    summary: Plain = _NOTHING
    searchable: str = ""
    """What the letters are compared with, in lower case."""


def tool_offers(tools: Sequence[Tool]) -> tuple[Offer, ...]:
    """Tools by model-visible name."""
    return tuple(_tool_offer(tool) for tool in tools)


def value_offers(keys: Sequence[str], shown: Sequence[Plain]) -> tuple[Offer, ...]:
    """The values of a choice."""
    return tuple(Offer(key, name, searchable=name.lower()) for key, name in zip(keys, shown, strict=True))


def _tool_offer(tool: Tool) -> Offer:
    name, server = one_line(tool.shown_raw_name), one_line(tool.shown_server)
    return Offer(tool.name, name, server, one_line(tool.shown_description, _SUMMARY), f"{server} {name}".lower())


def matching(offers: Sequence[Offer], typed: str) -> list[Offer]:
    """Those that hold every typed word, names that begin with it first; then those with its letters in this order."""
    wanted = typed.lower().split()
    if not wanted:
        return list(offers)
    whole = [one for one in offers if all(word in one.searchable for word in wanted)]
    whole.sort(key=lambda one: (not one.name.lower().startswith(wanted[0]), len(one.name)))
    found = {one.key for one in whole}
    letters = "".join(wanted)
    loose = [(gap, one) for one in offers if one.key not in found and (gap := _spread(one.searchable, letters))]
    loose.sort(key=lambda pair: pair[0])
    closest = [one for _, one in loose[:_SCORED]]
    score = FuzzySearch(case_sensitive=False)
    closest.sort(key=lambda one: score.match(letters, one.searchable)[0], reverse=True)
    return [*whole, *closest, *(one for _, one in loose[_SCORED:])]


def _spread(text: str, letters: str) -> int:
    """How many characters the letters lie apart in this order, from the last start possible; 0 when they do not."""
    end = -1
    for letter in letters:
        end = text.find(letter, end + 1)
        if end < 0:
            return 0
    start = end + 1
    for letter in reversed(letters):
        start = text.rfind(letter, 0, start)
    return end - start + 1


def offer_line(offer: Offer, width: int) -> Content:
    """Group, name, summary."""
    group = pad((offer.group, "$soft"), width=14) if offer.group else Content("")
    name = pad((offer.name, "$ink"), width=min(34, max(12, width // 3))) if offer.summary else assemble(offer.name)
    return assemble(" ", group, name, (f"  {offer.summary}", "$soft")).truncate(width, ellipsis=True)
