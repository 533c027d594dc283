"""What a server changed while it was watched: a line for each tool, and its definition before and after."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from textual.content import Content

from toolscope.catalog.history import Event
from toolscope.catalog.tool import Tool
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.difference import difference_line
from toolscope.ui.present.text import assemble, pad, plural

_LINES = 400
"""Lines of a comparison that are shown."""
_LONGEST = 2_000
"""Characters of one line."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One tool of one change: ``before`` is ``None`` for one that came, ``after`` for one that went."""

    at: float
    before: Tool | None
    after: Tool | None
    parts: tuple[str, ...] = ()

    @property
    def tool(self) -> Tool:
        """The tool as it is, or as it was."""
        found = self.after or self.before
        assert found is not None
        return found


def changes(survey: Survey, server: str) -> list[Changed]:
    """Every change of a server's tools, the latest first."""
    return [one for event in reversed(survey.history.of(server)) for one in _of(event)]


def _of(event: Event) -> Iterator[Changed]:
    found = event.difference
    yield from (Changed(event.at, one.before, one.after, one.parts) for one in found.changed)
    yield from (Changed(event.at, None, tool) for tool in found.added)
    yield from (Changed(event.at, tool, None) for tool in found.removed)


def line(one: Changed, width: int) -> Content:
    """A change in ``width`` cells: when, what happened, which tool, which parts."""
    moment = datetime.fromtimestamp(one.at).strftime("%H:%M:%S")
    glyph, colour, word = _words(one)
    what = one_line(", ".join(one.parts)) if one.parts else ""
    name = min(40, max(12, (width - 30) // 2))
    return assemble(
        " ",
        pad((moment, "$soft"), width=10),
        (f"{glyph} ", colour),
        pad((word, colour), width=9),
        pad((one.tool.shown_raw_name, "$ink"), width=name),
        "  ",
        (what, "$soft"),
    ).truncate(max(1, width - 2), ellipsis=True)


def _words(one: Changed) -> tuple[str, str, str]:
    if one.before is None:
        return "+", "$state-ready", "new"
    if one.after is None:
        return "−", "$state-failed", "gone"
    return "◒", "$state-stale", "changed"


def summary(event: Event) -> str:
    """A change in a few words: ``2 new, 1 gone, 1 changed: description``."""
    found = event.difference
    parts = dict.fromkeys(part for one in found.changed for part in one.parts)
    said = [f"{len(found.added)} new"] if found.added else []
    said += [f"{len(found.removed)} gone"] if found.removed else []
    said += [f"{len(found.changed)} changed: {', '.join(parts)}"] if found.changed else []
    return one_line(f"{plural(sum(map(len, (found.added, found.removed, found.changed))), 'tool')}: {', '.join(said)}")


def comparison(one: Changed) -> Iterator[Content]:
    """The tool as it was published before and after, the lines that differ marked."""
    before, after = (_spelled(tool) for tool in (one.before, one.after))
    shown = 0
    for text in difflib.unified_diff(before, after, n=3, lineterm=""):
        if text.startswith(("---", "+++")):
            continue
        if shown == _LINES:
            yield assemble(("… more lines differ", "$soft"))
            return
        shown += 1
        yield difference_line(text[:_LONGEST])


def _spelled(tool: Tool | None) -> list[str]:
    return json.dumps(tool.wire, ensure_ascii=False, indent=2).split("\n") if tool else []
