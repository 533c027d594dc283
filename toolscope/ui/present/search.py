"""One query as lines: its words, what it found, and what would ease it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf

from textual.content import Content

from toolscope.plain import one_line
from toolscope.retrieval.easing import without_gate
from toolscope.retrieval.explain import query_words
from toolscope.retrieval.index import Index
from toolscope.retrieval.near import NearWord
from toolscope.retrieval.search import Hit, Result, search
from toolscope.retrieval.verdict import QueryWord
from toolscope.ui.present.text import Part, assemble, number, pad, plural, spread, tool_name

_BAR = 4
"""Cells of a score's bar."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line on the screen, and what a click on it means."""

    line: Content
    tool: str | None = None
    """The model-visible name that it shows."""
    query: str | None = None
    """The wording that it offers."""


@dataclass(frozen=True, slots=True)
class Found:
    """A query that was run, with what is shown beside its matches."""

    result: Result
    words: tuple[QueryWord, ...]
    eased: Result | None = None
    """Without the words that let nothing in, when that finds something."""
    wanted: str | None = None
    """The tool somebody expects: its model-visible name, or what was typed."""
    near: Mapping[str, tuple[NearWord, ...]] = field(default_factory=dict)
    """Words spelled nearly like the unknown ones, by term, as far as they were looked up."""

    @property
    def blank(self) -> bool:
        """Whether nothing was typed."""
        return not self.result.query.strip()

    @property
    def hit(self) -> Hit | None:
        """The expected tool's match, within the limit or not."""
        return self.result.ranks.get(self.wanted) if self.wanted else None

    @property
    def easier(self) -> str | None:
        """The wording without the words that let nothing in, when it finds something."""
        return self.eased.query if self.eased is not None else None

    @property
    def missed(self) -> bool:
        """Whether a tool is expected and a model would not get it."""
        return self.wanted is not None and (self.hit is None or self.hit.rank > self.result.limit)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The terms that no tool holds."""
        return tuple(dict.fromkeys(word.term for word in self.words if word.unknown))


def look(
    index: Index, query: str, limit: int, wanted: str | None, near: Mapping[str, tuple[NearWord, ...]] | None = None
) -> Found:
    """Run a query. Under 2 ms for 3,300 tools."""
    result = search(index, query, limit)
    eased = None if result.ranking else without_gate(index, result)
    found = eased if eased is not None and eased.ranking else None
    return Found(result, query_words(index, result), found, wanted, {} if near is None else near)


def outcome(found: Found) -> Content:
    """How many a model is given of how many that match."""
    if found.blank:
        return Content("")
    given, matched = len(found.result.hits), len(found.result.ranking)
    if not matched:
        return assemble(("✕", "$verdict-deny"), (" 0", "$ink"))
    mark: Part = ("↓", "bold $verdict-ask") if found.missed else ("✓", "$verdict-allow")
    return assemble(mark, (f" {given}", "$ink"), (f" of {number(matched)}", "$soft"))


def word_style(word: QueryWord) -> str:
    """How a query word is told from others wherever it stands."""
    if word.unknown:
        return "$verdict-deny underline"
    return "$verdict-ask underline" if word.gate else "$ink"


def _word(word: QueryWord) -> Content:
    if word.unknown:
        return assemble((word.spelling, word_style(word)), (" ✕ in no tool", "$verdict-deny"))
    if word.gate:
        return assemble((word.spelling, word_style(word)), (f" {number(word.df)} gate", "$verdict-ask"))
    return assemble((word.spelling, "$ink"), (f" {number(word.df)}", "$soft"))


def word_lines(found: Found, width: int, most: int) -> list[Content]:
    """The words with their document frequencies, at most so many lines; what does not fit is counted."""
    if not found.words:
        words = "" if found.blank else "no searchable word: only ASCII letters and digits"
        return [assemble((words, "$verdict-deny"))] if words else []
    lines, line = [], Content("")
    for word in found.words:
        part = _word(word)
        wider = assemble(line, "   ", part) if line.cell_length else part
        if wider.cell_length > width and line.cell_length:
            lines.append(line)
            wider = part
        line = wider
    lines.append(line)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], spread(lines[most - 1], ("…", "$soft"), width)]


def name_within(name: str, width: int, style: str = "$ink") -> Content:
    """A tool's name in so many cells: its prefix is cut first, for the end tells tools apart."""
    whole = tool_name(name, style)
    return whole if len(name) <= width else assemble(("…", "$soft"), whole[len(name) - width + 1 :])


def score_text(score: float) -> str:
    """A score in two decimals; ``exact`` for an exact name."""
    return "exact" if isinf(score) else f"{score:.2f}"


def hit_line(hit: Hit, top: float, width: int, *, wanted: bool = False, note: str = "") -> Content:
    """Rank, name, score, bar."""
    filled = _BAR if isinf(hit.score) or not top else max(1, round(hit.score / top * _BAR))
    bar = "$here" if wanted else "$measure"
    right = assemble(f"{score_text(hit.score):>5} ", ("▄" * filled, bar), ("▁" * (_BAR - filled), "$faint"))
    room = width - right.cell_length - len(note) - 8
    name = name_within(hit.tool.name, room, "bold $here" if wanted else "$ink")
    rank = (f"{hit.rank:>3}  ", "bold $here" if wanted else "$soft")
    return spread(assemble(rank, name, (f"   {note}" if note else "", "$here")), right, width)


def top_score(result: Result) -> float:
    """The best score by words: what bars are measured by."""
    return max((hit.score for hit in result.ranking if not isinf(hit.score)), default=0.0)


def query_rows(found: Found, width: int, chosen: bool, folded: int, apply_key: str) -> list[Row]:
    """The lines under a query in ``width`` cells; when it is not chosen only ``folded`` matches are shown."""
    if found.blank:
        return []
    lines = [Row(assemble("   ", line)) for line in word_lines(found, width - 3, 3 if chosen else 1)]
    if not found.result.ranking:
        return [*lines, *_eased_rows(found, width, apply_key)]
    return lines + (_all_rows(found, width) if chosen else _folded_rows(found, width, folded))


def _folded_rows(found: Found, width: int, folded: int) -> list[Row]:
    hits, top = found.result.hits, top_score(found.result)
    rows = [_hit_row(found, hit, top, width) for hit in hits[:folded]]
    more = len(hits) - folded
    return [*rows, Row(assemble((f"     {more} more", "$soft")))] if folded and more > 0 else rows


def _all_rows(found: Found, width: int) -> list[Row]:
    result, top = found.result, top_score(found.result)
    rows = [_hit_row(found, hit, top, width) for hit in result.hits]
    beyond = len(result.ranking) - len(result.hits)
    if beyond:
        rows.append(Row(_limit_line(result.limit, beyond, width)))
    hit = found.hit
    if hit is not None and hit.rank > result.limit:
        rows.append(_hit_row(found, hit, top, width))
    elif hit is None and found.wanted:
        left = assemble(("  –  ", "bold $here"), name_within(one_line(found.wanted), width - 27, "bold $here"))
        rows.append(Row(spread(left, ("expected, not found", "$here"), width), tool=found.wanted))
    return rows


def _hit_row(found: Found, hit: Hit, top: float, width: int) -> Row:
    wanted = hit.tool.name == found.wanted
    line = hit_line(hit, top, width, wanted=wanted, note="expected" if wanted else "")
    return Row(line, tool=hit.tool.name)


def _limit_line(limit: int, beyond: int, width: int) -> Content:
    left, right = f"  limit {limit} ", f" {number(beyond)} more"
    dashes = "┄" * max(0, width - 3 - len(left) - len(right))
    return assemble(("  ┄", "$soft"), (left, "$soft"), (dashes, "$faint"), (right, "$soft"))


def _eased_rows(found: Found, width: int, apply_key: str) -> list[Row]:
    rows, near = [], near_parts(found)
    eased = found.eased
    if eased is not None:
        dropped = dropped_words(found.words, eased)
        first = eased.ranking[0]
        left: list[Part] = [("  ↳ ", "$here"), ("without ", "$ink"), *_listed(dropped), ": "]
        left += [(plural(len(eased.ranking), "tool"), "bold $ink"), ("  1 ", "$soft")]
        room = width - assemble(*left).cell_length
        rows.append(Row(assemble(*left, name_within(first.tool.name, max(12, room))), query=eased.query))
        chip: list[Part] = ["    ", (f" {apply_key} apply ", "$ink on $raised")]
        rows.append(Row(pad(*chip, *(["   ", *near] if near else []), width=width), query=eased.query))
    elif near:
        rows.append(Row(pad("    ", *near, width=width)))
    return rows


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
    near = {word.spelling: word for term in found.unknown for word in found.near.get(term, ())}
    if not near:
        return []
    parts: list[Part] = [("near words: ", "$soft")]
    for position, word in enumerate(list(near.values())[:4]):
        parts += [("  · " if position else "", "$faint"), (word.spelling, "$ink"), (f" {number(word.df)}", "$soft")]
    return parts
