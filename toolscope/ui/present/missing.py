"""Which servers a number is without: said beside every number that would be another one with them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from toolscope.connections.state import ServerStatus, State
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.text import plural

_NAME = 24


def absent(survey: Survey) -> tuple[ServerStatus, ...]:
    """Servers without a list that nobody waits for: failed, not approved, or disabled."""
    return tuple(status for status in survey.statuses if not status.state.listed and not status.state.pending)


def still_connecting(survey: Survey, short: bool = False) -> str:
    """``6 servers still connecting``; empty when every list is there that will come."""
    many = len(survey.pending)
    return "" if not many else f"{many} connecting" if short else f"{plural(many, 'server')} still connecting"


def without(survey: Survey, room: int) -> tuple[str, str]:
    """``without billing (failed)``, ``without 3 servers``: the longest of these that fits in ``room`` cells.

    With its style; empty when every server is there, or when none of them fits. What somebody switched off is no
    reason to worry.
    """
    away = absent(survey)
    style = "$soft" if all(status.state is State.DISABLED for status in away) else "$doubt"
    spellings = _spellings(away) if away else ()
    return next((words for words in spellings if cell_len(words) <= room), ""), style


def beside(survey: Survey, room: int, gap: str = "   ") -> Content:
    """The same, to be put after a number in ``room`` cells with the gap; empty when every server is there.

    The shortest spelling stands there even when none fits: a number never looks whole that is not.
    """
    words, style = without(survey, room - len(gap))
    if not words and (away := absent(survey)):
        words = _spellings(away)[-1]
    return Content.assemble(gap, (words, style)) if words else Content()


def _spellings(away: Sequence[ServerStatus]) -> tuple[str, ...]:
    """The longest first."""
    names = [one_line(status.name, _NAME) for status in away]
    told = ", ".join(f"{name} ({status.state})" for name, status in zip(names, away, strict=True))
    some = [f"{', '.join(names[:shown])} and {len(names) - shown} more" for shown in (3, 2, 1) if shown < len(names)]
    words = (told, ", ".join(names), *some, plural(len(away), "server"))
    return tuple(f"without {each}" for each in words)
