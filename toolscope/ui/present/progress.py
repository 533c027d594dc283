"""A call that is on its way."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from textual.content import Content

from toolscope.plain import one_line
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.json_text import json_lines
from toolscope.ui.present.text import Part, assemble
from toolscope.ui.present.wrapping import wrap

_BAR = 40


@dataclass(frozen=True, slots=True)
class Progress:
    """What the server said last, and how long it takes so far."""

    done: float | None = None
    total: float | None = None
    message: str | None = None
    seconds: float = 0.0

    def after(self, seconds: float) -> Progress:
        """The same, some time later."""
        return replace(self, seconds=seconds)


def progress_lines(record: CallRecord, progress: Progress, width: int) -> list[Content]:
    """How far it is, and what was sent."""
    elapsed: Part = (f"{progress.seconds:,.0f} s", "$ink")
    how_far = assemble((_counted(progress), "bold $ink"), (f"   {one_line(progress.message or '')}", "$soft"))
    going, title = ("before it is sent ", "What is to be sent") if record.waiting else ("running ", "What was sent")
    how_far = assemble(("its hooks are run", "$soft")) if record.waiting else how_far
    lines = [
        assemble((going, "$soft"), elapsed, ("   Esc", "$here"), (" cancels", "$soft")),
        how_far.truncate(width, ellipsis=True),
        _bar(progress, min(_BAR, width)),
        Content(""),
        assemble((title, "bold $ink")),
    ]
    return [*lines, *wrap(json_lines(record.prepared.arguments, 200, 600), width, indent=2)]


def _counted(progress: Progress) -> str:
    if progress.done is None or not math.isfinite(progress.done):
        return "no word from the server yet" if progress.done is None else "it reports progress that is no number"
    if progress.total is None or not math.isfinite(progress.total):
        return f"{progress.done:,g}"
    return f"{progress.done:,g} of {progress.total:,g}"


def _bar(progress: Progress, width: int) -> Content:
    """How much is done; empty where the server does not say of how much."""
    done, total = progress.done, progress.total
    if done is None or not total or not math.isfinite(done) or not math.isfinite(total):
        return assemble(("╌" * width, "$faint"))
    full = round(width * max(0.0, min(1.0, done / total)))
    return assemble(("━" * full, "$info"), ("─" * (width - full), "$faint"))
