"""The text of a tool that the search reads, field by field, a query's words marked in it."""

from __future__ import annotations

import re

from textual.content import Content

from toolscope.config.profiles import Profile
from toolscope.plain import clean
from toolscope.retrieval.explain import Explanation
from toolscope.retrieval.terms import fields, words
from toolscope.ui.present.search import Row
from toolscope.ui.present.text import Part, assemble, plural, spread
from toolscope.ui.present.wrapping import wrap

_SPACE = re.compile(r"\s+")
_LABEL = 13
"""Cells of the field names."""
_LONGEST = 900
"""Characters of a field that are shown."""


def searched_text(explained: Explanation, profile: Profile, width: int) -> list[Row]:
    """Its length beside the average, then the fields in document order."""
    measure = f"{plural(explained.length, 'word')} · average {explained.mean_length:,.0f}"
    rows = [Row(spread(("What the search reads", "bold $ink"), (measure, "$soft"), width))]
    query = {word.term for word in explained.words}
    for field, text in fields(profile, explained.tool).items():
        marked = _marked(profile, text, query) if text.strip() else assemble(("nothing", "$soft"))
        for position, line in enumerate(wrap([marked], width - _LABEL)):
            rows.append(Row(assemble((f"{field if not position else '':<{_LABEL}}", "$soft"), line)))
    return rows


def _marked(profile: Profile, text: str, query: set[str]) -> Content:
    """A field's text with the query's words marked where they are spelled."""
    parts: list[Part] = []
    at = 0
    shown = text[:_LONGEST]
    for word in words(profile, shown):
        if word.term in query:
            parts += [(_folded(shown[at : word.start]), "$ink"), (word.spelling, "bold $ink on $mark-bg")]
            at = word.start + len(word.spelling)
    parts.append((_folded(shown[at:]), "$ink"))
    if len(text) > _LONGEST:
        later = sum(word.term in query for word in words(profile, text[_LONGEST:]))
        hold = f", {later} of the query's words among them" if later else ""
        parts.append((f" … {plural(len(text) - _LONGEST, 'more character')}{hold}", "$soft"))
    return assemble(*parts)


def _folded(text: str) -> str:
    """Safe to show, runs of white space as one space."""
    return clean(_SPACE.sub(" ", text))
