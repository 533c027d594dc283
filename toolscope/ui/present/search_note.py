"""The line under the queries: how to add one, what is being indexed, who is not searched."""

from __future__ import annotations

from textual.content import Content

from toolscope.config.model import Settings
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.missing import absent
from toolscope.ui.present.text import Part, assemble, plural, state

_NAMED = 4
_TEN = 10


def next_limit(settings: Settings, limit: int | None) -> int | None:
    """The next number of matches to ask for: ten, all that the release gives, then its default again."""
    default, most = settings.search_default_limit, settings.max_search_limit
    further = [n for n in sorted({_TEN, most}) if (limit or default) < n <= most]
    return further[0] if further else None


def note(survey: Survey, building: bool, limit: int | None = None) -> Content:
    """Two lines at most; the second only when servers are missing. ``limit`` is one that differs from the default."""
    count = len(survey.catalog.deferred)
    asked = f" · limit {limit}" if limit is not None else ""
    first: Part = (f"＋ one query a line; ^n adds one{asked}", "$soft")
    if building and count:
        first = (f"indexing {plural(count, 'tool')}", "$info")
    elif not count and not survey.pending:
        first = ("no tool is deferred: there is nothing to search", "$soft")
    missing = (*survey.pending, *absent(survey))
    if not missing:
        return assemble(first)
    parts: list[Part] = [first, "\n", ("not searched", "$soft")]
    for status in missing[:_NAMED]:
        parts += ["  ", state(status.state, words=False), (f" {one_line(status.name, 24)}", "$soft")]
    if len(missing) > _NAMED:
        parts.append((f"  and {len(missing) - _NAMED} more", "$soft"))
    return assemble(*parts)
