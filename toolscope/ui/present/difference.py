"""A line of a unified difference."""

from __future__ import annotations

from textual.content import Content

from toolscope.plain import clean
from toolscope.ui.present.text import assemble


def difference_line(text: str) -> Content:
    """The line with its mark, in the colours of a change; ``text`` begins with ``+``, ``-``, ``@`` or a space."""
    shown = clean(text)
    match text[:1]:
        case "+":
            return assemble(("▎ ", "$here"), (shown, "$ink"))
        case "-":
            words = shown[1:].lstrip()
            indent = shown[1 : len(shown) - len(words)]
            return assemble(("▎ ", "$soft"), (f"−{indent}", "$soft"), (words, "$soft strike"))
        case "@":
            return assemble(("  ⋯", "$soft"))
        case _:
            return assemble("  ", (shown, "$soft"))
