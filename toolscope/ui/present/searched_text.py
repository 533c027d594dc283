"""The text of a tool that the search reads, field by field, a query's words marked in it."""

from __future__ import annotations

import re

from textual.content import Content

from toolscope.plain import clean
from toolscope.retrieval.explain import Explanation
from toolscope.retrieval.marks import FieldText
from toolscope.ui.present.rows import Row
from toolscope.ui.present.text import Part, assemble, plural, spread
from toolscope.ui.present.wrapping import wrap

_SPACE = re.compile(r"\s+")
_LABEL = 13
"""Cells of the field names."""
_LONGEST = 900
"""Characters of a field that are shown."""


def searched_text(explained: Explanation, width: int) -> list[Row]:
    """Its length beside the average, then the fields in document order."""
    words = f"{plural(explained.length, 'word')} · average {explained.mean_length:,.0f} · "
    measure = assemble((words, "$soft"), (f"×{explained.length_factor:.2f}", "$ink"))
    rows = [Row(spread(("What the search reads", "bold $ink"), measure, width))]
    for text in explained.texts:
        marked = _marked(text) if text.text.strip() else assemble(("nothing", "$soft"))
        for position, line in enumerate(wrap([marked], width - _LABEL)):
            rows.append(Row(assemble((f"{text.field if not position else '':<{_LABEL}}", "$soft"), line)))
    return rows


def _marked(field: FieldText) -> Content:
    """A field's text with the query's words marked where they are spelled."""
    parts: list[Part] = []
    at, text = 0, field.text
    for word in field.marks:
        end = word.start + len(word.spelling)
        if end <= _LONGEST:
            parts += [(_folded(text[at : word.start]), "$ink"), (word.spelling, "bold $ink on $mark-bg")]
            at = end
    parts.append((_folded(text[at:_LONGEST]), "$ink"))
    if len(text) > _LONGEST:
        later = sum(word.start + len(word.spelling) > _LONGEST for word in field.marks)
        hold = f", {later} of the query's words among them" if later else ""
        parts.append((f" … {plural(len(text) - _LONGEST, 'more character')}{hold}", "$soft"))
    return assemble(*parts)


def _folded(text: str) -> str:
    """Safe to show, runs of white space as one space."""
    return clean(_SPACE.sub(" ", text))
