"""The secrets of a server, one a line, all of them masked but for the one that a person asked to see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from toolscope.config.secrets import Secret
from toolscope.plain import one_line, pictured
from toolscope.ui.present.text import assemble, pad
from toolscope.veil import MASK

_NAMES = 17
"""Cells before the places, as in the life line above."""


def secret_lines(secrets: Sequence[Secret], shown: int | None) -> Iterator[Content]:
    """Place and value of each; ``shown`` is the position of the one that is not masked."""
    width = min(40, max((len(one_line(secret.place)) for secret in secrets), default=0))
    for position, secret in enumerate(secrets):
        name = pad(("" if position else "secrets", "$soft"), width=_NAMES)
        value = (pictured(secret.value), "bold $bad") if position == shown else (MASK, "$ink")
        yield assemble(name, pad((one_line(secret.place), "$soft"), width=width), "   ", value)


def reveal_hint(secrets: Sequence[Secret], shown: int | None) -> Content:
    """What the key does next."""
    if not secrets:
        return Content("")
    if shown is None:
        words = "  shows the first one; they are masked wherever else they appear"
    elif shown + 1 < len(secrets):
        words = "  hides it and shows the next one"
    else:
        words = "  hides it"
    return assemble(" " * _NAMES, ("x", "$here"), (words, "$soft"))
