"""The line under the queries: how to add one, what is being indexed, who is not searched."""

from __future__ import annotations

from textual.content import Content

from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.text import Part, assemble, plural, state

_NAMED = 4


def note(survey: Survey, building: bool) -> Content:
    """Two sentences at most; the second only when servers are missing."""
    count = len(survey.catalog.deferred)
    first: Part = ("＋ one query a line; ^n adds one", "$soft")
    if building and count:
        first = (f"indexing {plural(count, 'tool')}", "$info")
    elif not count and not survey.pending:
        first = ("no tool is deferred: there is nothing to search", "$soft")
    missing = survey.missing
    if not missing:
        return assemble(first)
    parts: list[Part] = [first, "\n", ("not searched", "$soft")]
    for status in missing[:_NAMED]:
        parts += ["  ", state(status.state, words=False), (f" {one_line(status.name, 24)}", "$soft")]
    if len(missing) > _NAMED:
        parts.append((f"  and {len(missing) - _NAMED} more", "$soft"))
    return assemble(*parts)
