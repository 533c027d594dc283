"""The matches just above a tool, what each has more of, and those that score the same."""

from __future__ import annotations

from itertools import groupby

from textual.content import Content

from toolscope.retrieval.explain import Explanation
from toolscope.ui.present.reasons import Why
from toolscope.ui.present.rows import Row, hit_line, name_within, quoting, top_score
from toolscope.ui.present.text import assemble, plural, spread
from toolscope.ui.present.wrapping import wrapped

_MARGIN = 5
"""Cells before a name: its rank."""


def above(why: Why, explained: Explanation, width: int) -> list[Row]:
    """Nothing for the first match and for a tool that was not let in."""
    result, top = why.found.result, top_score(why.found.result)
    if explained.rank is None or not (explained.above or explained.level):
        return []
    rows = [_title(explained, width)]
    for reason, rivals in groupby(explained.above, key=lambda one: one.reason):
        rows += [Row(hit_line(one.hit, top, width), tool=one.hit.tool.name) for one in rivals]
        said = quoting(reason, why.found.words, "$soft")
        rows += [Row(assemble(" " * _MARGIN, line)) for line in wrapped(said, width - _MARGIN, 2)]
    lacks = explained.short_of_limit
    note = f"{lacks:.2f} short of rank {result.limit}" if 0 < lacks < float("inf") else ""
    if not note:
        return [*rows, Row(hit_line(result.ranking[explained.rank - 1], top, width, wanted=True))]
    name = name_within(explained.tool.name, width - len(note) - 7, "bold $here")
    rows.append(Row(spread(assemble((f"{explained.rank:>3}  ", "bold $here"), name), (note, "$soft"), width)))
    return rows


def _title(explained: Explanation, width: int) -> Row:
    """What stands above; on the right how many others have the same score."""
    first = "Just above it" if explained.above else "No match is above it"
    n = len(explained.level)
    level = f"{plural(n, 'other')} {'scores' if n == 1 else 'score'} the same: by name" if n else ""
    return Row(spread((first, "bold $ink"), (level, "$soft"), width) if level else _bold(first))


def _bold(words: str) -> Content:
    return assemble((words, "bold $ink"))
