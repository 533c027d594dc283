"""One query as lines: its words, what it found, and what would ease it."""

from __future__ import annotations

from textual.content import Content

from toolscope.plain import one_line
from toolscope.retrieval.search import Hit
from toolscope.retrieval.verdict import QueryWord
from toolscope.ui.present.found import Found
from toolscope.ui.present.offers import offer_rows
from toolscope.ui.present.rows import Row, hit_line, name_within, top_score, word_style
from toolscope.ui.present.text import Part, assemble, number, spread


def outcome(found: Found) -> Content:
    """How many a model is given of how many that match."""
    if found.blank:
        return Content("")
    given, matched = len(found.result.hits), len(found.result.ranking)
    if not matched:
        return assemble(("✕", "$verdict-deny"), (" 0", "$ink"))
    mark: Part = ("↓", "bold $verdict-ask") if found.missed else ("✓", "$verdict-allow")
    return assemble(mark, (f" {given}", "$ink"), (f" of {number(matched)}", "$soft"))


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


def query_rows(found: Found, width: int, chosen: bool, folded: int, apply_key: str) -> list[Row]:
    """The lines under a query in ``width`` cells; when it is not chosen only ``folded`` matches are shown."""
    if found.blank:
        return []
    lines = [Row(assemble("   ", line)) for line in word_lines(found, width - 3, 3 if chosen else 1)]
    if not found.result.ranking:
        return [*lines, *_missing_row(found, width), *offer_rows(found, width, apply_key)]
    if not chosen:
        return lines + _folded_rows(found, width, folded)
    return [*lines, *_all_rows(found, width), *(offer_rows(found, width, apply_key) if found.names else ())]


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
    return rows + _missing_row(found, width)


def _missing_row(found: Found, width: int) -> list[Row]:
    """The expected tool, when it is not among the matches."""
    if not found.wanted or found.hit is not None:
        return []
    left = assemble(("  –  ", "bold $here"), name_within(one_line(found.wanted), width - 27, "bold $here"))
    return [Row(spread(left, ("expected, not found", "$here"), width), tool=found.wanted)]


def _hit_row(found: Found, hit: Hit, top: float, width: int) -> Row:
    wanted = hit.tool.name == found.wanted
    line = hit_line(hit, top, width, wanted=wanted, note="expected" if wanted else "")
    return Row(line, tool=hit.tool.name)


def _limit_line(limit: int, beyond: int, width: int) -> Content:
    left, right = f"  limit {limit} ", f" {number(beyond)} more"
    dashes = "┄" * max(0, width - 3 - len(left) - len(right))
    return assemble(("  ┄", "$soft"), (left, "$soft"), (dashes, "$faint"), (right, "$soft"))
