"""A query's words as a table: how rare each is, and what it adds to a tool's score."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from textual.content import Content

from toolscope.retrieval.explain import Explanation
from toolscope.retrieval.verdict import QueryWord
from toolscope.ui.present.reasons import Why
from toolscope.ui.present.rows import Row, name_within, score_text, word_style
from toolscope.ui.present.text import Part, assemble, number, pad, spread


def word_table(why: Why, width: int) -> list[Row]:
    """The words under one another, the gate named, the sum; without a tool what each word finds alone."""
    rows = why.explanation.words if why.explanation else why.found.words
    if not rows:
        return []
    word_width = min(14, max(8, *(len(word.spelling) for word in rows)) + 1)
    stem_width = min(12, max(6, *(len(word.term) for word in rows)) + 1)
    head = f"{'word':<{word_width}}{'stem':<{stem_width}}{'tools':>6}{'idf':>6}"
    if why.explanation is None:
        return _query_table(why, head, word_width, stem_width, width)
    bar = max(0, width - len(head) - 6 - 2 - 6 - (6 if why.first else 0))
    title = f"{head}{'here':>6}  {'':<{bar}}{'score':>6}" + (f"{'first':>6}" if why.first else "")
    top = max([word.score for word in (*rows, *why.first)], default=0.0) or 1.0
    lines = [assemble((title, "$soft"))]
    for position, word in enumerate(rows):
        best = why.first[position].score if why.first else None
        left = _word_cells(word, word_width, stem_width)
        here = f"{word.count}×" if word.count else "–"
        share = f"{word.score:.2f}" if word.count else "–"
        drawn = _share_bar(word.score, best, top, bar)
        line = assemble(left, (f"{here:>6}  ", "$ink" if word.count else "$soft"), drawn, (f"{share:>6}", "$ink"))
        lines.append(line if best is None else assemble(line, (f"{best:>6.2f}", "$soft")))
    lines += [_sum_line(why, why.explanation, width), *_admission_lines(why, why.explanation)]
    return [Row(line.truncate(width, ellipsis=True)) for line in lines]


def _word_cells(word: QueryWord, word_width: int, stem_width: int) -> Content:
    spelling = assemble((word.spelling[: word_width - 1], f"bold {word_style(word)}"))
    tools: Part = ("✕", "$verdict-deny") if word.unknown else (number(word.df), "$ink")
    return assemble(
        pad(spelling, width=word_width),
        pad((word.term[: stem_width - 1], "$soft"), width=stem_width),
        pad(tools, width=6, right=True),
        (f"{word.idf:>6.2f}", "$ink"),
    )


def _share_bar(score: float, best: float | None, top: float, width: int) -> Content:
    """What a word adds, and in amber what the first-ranked tool has more of."""
    room = max(0, width - 1)
    mine = min(room, max(1, round(score / top * room))) if score else 0
    missing = max(0, round((best or 0.0) / top * room) - mine)
    return pad(("▄" * mine, "$measure"), ("▁" * missing, "$verdict-ask"), width=width)


def _sum_line(why: Why, explained: Explanation, width: int) -> Content:
    mine = score_text(why.found.result.ranking[explained.rank - 1].score) if explained.rank else ""
    own = mine if mine == "exact" else f"{explained.score:.2f}"
    right: list[Part] = [(f"{own:>6}", "bold $ink")]
    if why.first:
        total = 0.0
        for word in why.first:
            total += word.score
        exact = isinf(why.found.result.ranking[0].score)
        right.append((f"{'exact' if exact else f'{total:.2f}':>6}", "$soft"))
    return spread(_gate_line(why), assemble(*right), width)


def _admission_lines(why: Why, explained: Explanation) -> Iterator[Content]:
    """What else was asked of the tool, and where it would be if any word let tools in."""
    coverage, free = explained.coverage, explained.free_rank
    if coverage.needed:
        enough = coverage.held >= coverage.needed
        held = (f"{coverage.held} of {coverage.known}", "$ink" if enough else "bold $verdict-ask")
        yield assemble(held, (f" known words here, {coverage.needed} are needed", "$soft"))
    if why.profile.gate and free is not None and free != explained.rank:
        yield assemble(("if any of the words let tools in it would be number ", "$soft"), (number(free), "$ink"))


def _gate_line(why: Why) -> Content:
    if not why.profile.gate:
        return assemble(("no gate in this release", "$soft"))
    gate = next((word for word in why.found.words if word.gate), None)
    if gate is None:
        return Content("")
    tied = len({w.term for w in why.found.words if w.df == gate.df})
    said = "the rarest word" if tied == 1 else f"the first of {tied} as rare"
    return assemble((gate.spelling, word_style(gate)), (f" is the gate: {said}", "$soft"))


def _query_table(why: Why, head: str, word_width: int, stem_width: int, width: int) -> list[Row]:
    """For a query without a tool: its words, and what each finds when asked alone."""
    alone = {result.query: result for result in why.alone}
    rows = [Row(assemble((head, "$soft"), ("  alone it finds" if alone else "", "$soft")))]
    for word in why.found.words:
        cells = _word_cells(word, word_width, stem_width)
        result = alone.get(word.spelling.lower())
        if result is None or not result.ranking:
            rows.append(Row(assemble(cells, ("  nothing" if alone else "", "$soft"))))
            continue
        room = max(8, width - cells.cell_length - 2)
        line = assemble(cells, "  ", name_within(result.ranking[0].tool.name, room))
        rows.append(Row(line.truncate(width), queries=(word.spelling.lower(),)))
    return [*rows, Row(_gate_line(why))]
