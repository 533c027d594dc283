"""A unified diff in colour; every line keeps its sign, so that it reads without colour too."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from toolscope.plain import clean
from toolscope.ui.present.text import assemble

_COLOURS = {"+": "$verdict-allow", "-": "$verdict-deny", "@": "$info"}


def diff_lines(diff: str) -> Iterator[Content]:
    """Each line of a diff, its indentation kept."""
    for line in clean(diff).split("\n"):
        heading = line.startswith(("+++", "---"))
        yield assemble((line, "$soft" if heading else _COLOURS.get(line[:1], "$ink")))
