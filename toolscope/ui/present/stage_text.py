"""A tool's schema at each stage, and what changed on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from textual.content import Content

from toolscope.catalog.changes import Change
from toolscope.catalog.stages import Stages
from toolscope.plain import one_line
from toolscope.ui.present.json_text import json_lines
from toolscope.ui.present.text import Part, assemble, number, plural
from toolscope.ui.present.wrapping import wrap, wrapped

View: TypeAlias = Literal["text", "published", "sent", "changes"]

VIEWS: tuple[View, ...] = ("text", "published", "sent", "changes")
_TITLES: dict[View, str] = {
    "text": "Text",
    "published": "As published",
    "sent": "For the model",
    "changes": "What changed",
}
_KEY: Part = ("v ", "$here")
_LINES, _LONGEST = 2_000, 2_000
"""Lines of JSON, and characters of a string in it, that are shown."""
_MOST = 400
"""Changes that are shown."""
_STAGES = {"ingestion": "read from the server", "sanitiser": "made ready for a model"}


def view_line(view: View, changes: int, width: int) -> Content:
    """The four views and the key that turns them; where there is little room only the open one."""
    line = assemble(_KEY, *(_title(each, view, changes) for each in VIEWS))
    if line.cell_length <= width:
        return line
    return assemble(_KEY, _title(view, view, changes), (f" {VIEWS.index(view) + 1} of {len(VIEWS)}", "$soft"))


def view_at(x: int, view: View, changes: int, width: int) -> View:
    """The view whose title is at a cell; the next one where there is room for the open one only."""
    end = assemble(_KEY).cell_length
    if view_line(view, changes, width).plain.endswith(f"of {len(VIEWS)}"):
        return VIEWS[(VIEWS.index(view) + 1) % len(VIEWS)]
    for each in VIEWS:
        end += assemble(_title(each, view, changes)).cell_length
        if x < end:
            return each
    return view


def _title(each: View, view: View, changes: int) -> Part:
    counted = f" {number(changes)}" if each == "changes" else ""
    return f" {_TITLES[each]}{counted} ", "bold $here on $here-bg" if each == view else "$soft"


def schema_lines(stages: Stages, view: View, width: int) -> list[Content]:
    """One of the stages as JSON, or the changes in words, in lines of ``width`` cells."""
    if view == "changes":
        return list(change_lines(stages, width))
    lines = json_lines(stages.published if view == "published" else stages.sent, _LINES, _LONGEST)
    return [row for line in lines for row in wrapped(line, width, _LINES, hang=_margin(line) + 2)]


def _margin(line: Content) -> int:
    return len(line.plain) - len(line.plain.lstrip(" "))


def change_lines(stages: Stages, width: int) -> Iterator[Content]:
    """Every change under the pass that made it: where, what, why."""
    if not stages.changes:
        yield assemble(("Nothing changed: the model gets the schema as it was published.", "$soft"))
    stage = None
    for change in stages.changes[:_MOST]:
        if change.stage != stage:
            yield from ([Content()] if stage else [])
            stage = change.stage
            yield assemble((_STAGES[stage], "bold $ink"))
        yield from wrap(_change(change), width)
    if len(stages.changes) > _MOST:
        yield assemble((f"… {plural(len(stages.changes) - _MOST, 'more change')}", "$soft"))


def _change(change: Change) -> Iterator[Content]:
    yield assemble((one_line(change.path, 200) or "the whole schema", "$here"))
    yield assemble("  ", (one_line(change.what, 300), "$ink"))
    if change.why:
        yield assemble("  ", (change.why, "$soft"))
