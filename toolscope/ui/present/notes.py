"""The two lines of words beside a slider."""

from __future__ import annotations

from math import inf

from rich.cells import cell_len
from textual.content import Content

from toolscope.config import contexts
from toolscope.config.model import ConfigError
from toolscope.disclosure.disclose import share
from toolscope.disclosure.reach import smallest_threshold
from toolscope.survey import Survey
from toolscope.ui.present.dials import LISTING, PERCENTAGE, WINDOW, Dial
from toolscope.ui.present.outcome import arrival
from toolscope.ui.present.reading import Reading, Tick, step
from toolscope.ui.present.text import assemble, number, pad
from toolscope.ui.present.track import fitting
from toolscope.ui.present.wrapping import fold


def notes(
    survey: Survey, dial: Dial, shown: Reading, width: int, typed: tuple[str, str] | None, pointed: Tick | None
) -> tuple[Content, Content]:
    """What a value comes to, and what holds it back; each ``width`` cells wide.

    ``typed`` is the text of the open field and why it was refused. A breakpoint that is pointed at, or that the
    thumb rests on, is named in the place of the reason.
    """
    if typed is not None:
        return _typing(survey, dial, width, *typed)
    meaning = (fitting(shown.meaning, width), "$soft" if shown.limit == -inf else "$ink")
    here = next((tick for tick in shown.ticks if tick.value == shown.value), None)
    tick = pointed or (here if here is not None and shown.limit >= here.value else None)
    if tick is not None:
        return pad(meaning, width=width), pad(_named(survey, dial, tick, width, pointed is not None), width=width)
    lacking = _lacking(survey, dial, here) if here is not None and shown.limit > -inf else ()
    return pad(meaning, width=width), pad((fitting((*lacking, *shown.reason), width), "$soft"), width=width)


def _lacking(survey: Survey, dial: Dial, tick: Tick) -> tuple[str, ...]:
    """What a breakpoint in the part without effect needs besides, where the thumb rests on it."""
    if not tick.tokens:
        return ()
    if dial is not LISTING:
        cap = number(tick.tokens)
        return f"▴ needs a cap of {cap} too: c raises it", f"▴ needs cap {cap}: c raises it", f"▴ needs cap {cap}: c"
    needed = smallest_threshold(survey.settings, tick.tokens)
    return (f"▴ needs {step(needed)} too",) if needed is not None else ()


def _named(survey: Survey, dial: Dial, tick: Tick, width: int, elsewhere: bool) -> Content:
    """A breakpoint by what changes there: with its value when the thumb is elsewhere."""
    value = f"{dial.shown(tick.value)} " if elsewhere else ""
    # Where the thumb rests on it, the line above says how many tokens that is.
    tokens = _also(survey, dial, tick) if elsewhere or dial is LISTING else ""
    limits = (30, 16, 10, 6)
    spellings = [(lead, arrival(survey, tick, limit)) for lead in (f"{value}{tokens}", value) for limit in limits]
    fits = (pair for pair in spellings if cell_len("".join(pair)) <= width - 2)
    lead, words = next(fits, (value, fitting([spellings[-1][1]], width - 2 - len(value))))
    return assemble(("▴ ", "$here"), lead, (words, "$soft"))


def _also(survey: Survey, dial: Dial, tick: Tick) -> str:
    """The other side of a breakpoint: its tokens, on the cap's track its percentage; empty where there is none."""
    if not tick.tokens:
        return ""
    if dial is not LISTING:
        return f"= {number(tick.tokens)} "
    needed = smallest_threshold(survey.settings, tick.tokens)
    return f"= {step(needed)} " if needed is not None else ""


def _typing(survey: Survey, dial: Dial, width: int, text: str, refused: str) -> tuple[Content, Content]:
    if refused:
        first, *rest = fold(refused, width)
        return pad((first, "$bad"), width=width), pad((" ".join(rest), "$bad"), width=width)
    keys = assemble(("⏎", "$here"), (" applies  ", "$soft"), ("esc", "$here"), (" restores", "$soft"))
    return pad((_preview(survey, dial, text), "$ink"), width=width), pad(keys, width=width)


def _preview(survey: Survey, dial: Dial, text: str) -> str:
    """What a text would come to; empty while it is not a value."""
    try:
        settings = dial.typed(survey.settings, text)
    except ConfigError:
        return "200k, 1M, a model, unknown" if dial is WINDOW else ""
    if dial is PERCENTAGE:
        return f"= {number(share(settings))} tokens" if settings.context_length else ""
    guessed = dial is WINDOW and settings.model and not contexts.is_known(settings.model, settings.profile)
    return f"= {dial.shown(dial.read(settings))}{' assumed' if guessed else ''}"
