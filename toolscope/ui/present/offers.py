"""What stands under a query that found nothing, or not what was asked: another wording, and near words."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from toolscope.retrieval.search import Result
from toolscope.retrieval.verdict import QueryWord
from toolscope.ui.present.found import Found
from toolscope.ui.present.rows import Row, name_within, word_style
from toolscope.ui.present.text import Part, assemble, number, pad, plural


def offer_rows(found: Found, width: int, apply_key: str) -> list[Row]:
    """What a query may be replaced by, what that finds, and the key that takes it; near words beside it."""
    left = _named(found) if found.names else _eased(found, width) if found.eased is not None else None
    near = near_parts(found)
    if left is None:
        return [Row(pad("    ", *near, width=width))] if near else []
    chip: list[Part] = ["    ", (f" {apply_key} apply ", "$ink on $raised")]
    beside: list[Part] = ["   ", *near] if near else []
    return [Row(left.truncate(width), queries=found.offer), Row(pad(*chip, *beside, width=width), queries=found.offer)]


def _named(found: Found) -> Content:
    names = f"{len(found.names)} exact names"
    return assemble(("  ↳ ", "$here"), (names, "bold $ink"), (" in one query: ask each on its own", "$ink"))


def _eased(found: Found, width: int) -> Content | None:
    eased = found.eased
    if eased is None:
        return None
    left: list[Part] = [("  ↳ ", "$here"), ("without ", "$ink"), *_listed(dropped_words(found.words, eased)), ": "]
    left += [(plural(len(eased.ranking), "tool"), "bold $ink"), ("  1 ", "$soft")]
    room = width - assemble(*left).cell_length
    return assemble(*left, name_within(eased.ranking[0].tool.name, max(12, room)))


def dropped_words(words: Sequence[QueryWord], eased: Result) -> list[QueryWord]:
    """The words that an eased query is without, each once."""
    left = set(eased.terms)
    return list({word.term: word for word in words if word.term not in left}.values())


def _listed(words: Sequence[QueryWord]) -> list[Part]:
    parts: list[Part] = []
    for position, word in enumerate(words[:3]):
        parts += [", " if position else "", (word.spelling, word_style(word))]
    return [*parts, (f" and {len(words) - 3} more", "$ink")] if len(words) > 3 else parts


def near_parts(found: Found) -> list[Part]:
    """``near words: stack 3 · lack 1``, or nothing."""
    given = {word.spelling.lower() for word in found.words}
    near = {word.spelling: word for term in found.unknown for word in found.near.get(term, ())}
    near = {spelling: word for spelling, word in near.items() if spelling.lower() not in given}
    if not near:
        return []
    parts: list[Part] = [("near words: ", "$soft")]
    for position, word in enumerate(list(near.values())[:4]):
        parts += [("  · " if position else "", "$faint"), (word.spelling, "$ink"), (f" {number(word.df)}", "$soft")]
    return parts
