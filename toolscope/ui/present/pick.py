"""Things to pick from, and which of them a few letters mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from textual.content import Content
from textual.fuzzy import FuzzySearch

from toolscope.catalog.tool import Tool
from toolscope.plain import Plain, one_line
from toolscope.ui.present.text import assemble, pad

_SUMMARY = 200
_SCORED = 200
"""Things whose letters lie closest together: only these are put into the best order."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing."""

    key: str
    """What picking it gives."""
    name: Plain
    """What tells it apart: a text that begins it comes before one that is found elsewhere."""
    draw: Callable[[int], Content]
    """Its line in at most so many cells."""
    searchable: str = ""
    """What the letters are compared with, in lower case."""


Offers: TypeAlias = Callable[[str], Sequence[Offer]]
"""What a text offers."""


def tool_offers(tools: Sequence[Tool]) -> Offers:
    """Tools by model-visible name."""
    return partial(matching, [_tool_offer(tool) for tool in tools])


def value_offers(keys: Sequence[str], shown: Sequence[Plain]) -> Offers:
    """The values of a choice."""
    values = zip(keys, shown, strict=True)
    return partial(matching, [Offer(key, name, partial(_value_line, name), name.lower()) for key, name in values])


def _tool_offer(tool: Tool) -> Offer:
    name = one_line(tool.shown_raw_name)
    return Offer(tool.name, name, partial(_tool_line, tool), f"{one_line(tool.shown_server)} {name}".lower())


def _tool_line(tool: Tool, width: int) -> Content:
    """Server, name, description."""
    server = pad((one_line(tool.shown_server), "$soft"), width=14)
    name = pad((one_line(tool.shown_raw_name), "$ink"), width=min(34, max(12, width // 3)))
    summary = one_line(tool.shown_description, _SUMMARY)
    return assemble(server, name, (f"  {summary}", "$soft")).truncate(width, ellipsis=True)


def _value_line(name: Plain, width: int) -> Content:
    return assemble((name, "$ink")).truncate(width, ellipsis=True)


def matching(offers: Sequence[Offer], typed: str) -> list[Offer]:
    """Those that hold every typed piece, the pieces in their names first; then those with its letters in this order.

    Pieces are parted by spaces, or by a slash as in ``server/tool``.
    """
    wanted = typed.lower().replace("/", " ").split()
    if not wanted:
        return list(offers)
    whole = [one for one in offers if all(piece in one.searchable for piece in wanted)]
    whole.sort(key=lambda one: _rank(one, wanted))
    found = {one.key for one in whole}
    letters = "".join(wanted)
    loose = [(gap, one) for one in offers if one.key not in found and (gap := _spread(one.searchable, letters))]
    loose.sort(key=lambda pair: pair[0])
    closest = [one for _, one in loose[:_SCORED]]
    score = FuzzySearch(case_sensitive=False)
    closest.sort(key=lambda one: score.match(letters, one.searchable)[0], reverse=True)
    return [*whole, *closest, *(one for _, one in loose[_SCORED:])]


def _rank(offer: Offer, wanted: Sequence[str]) -> tuple[bool, int, int]:
    """The lower the better: begins with the first piece, holds most pieces in its name, is short."""
    name = offer.name.lower()
    return not name.startswith(wanted[0]), sum(piece not in name for piece in wanted), len(name)


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
