"""The context windows to choose from: known models, what was typed, and none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from textual.content import Content

from toolscope.config import contexts
from toolscope.config.model import ConfigError, Settings
from toolscope.disclosure.disclose import UNKNOWN_CONTEXT_BUDGET, budget
from toolscope.plain import one_line
from toolscope.ui.present.dials import WINDOW, complaint
from toolscope.ui.present.text import assemble, number, pad

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Offered:
    """One row: what choosing it asks for."""

    name: str
    """A model's id as written, ``tokens`` for a plain number, ``unknown``."""
    settings: Settings
    note: str = ""


def offered(settings: Settings, typed: str) -> tuple[Offered, ...]:
    """What a text offers: itself where it is a number or an id, and the known models that hold it."""
    found: dict[str, Offered] = {}
    for row in _rows(settings, typed.strip()):
        found.setdefault(row.name, row)
    return tuple(found.values())


def wrong(settings: Settings, typed: str) -> str:
    """Why nothing is offered for a text."""
    try:
        contexts.context(typed, settings.profile)
    except ConfigError as error:
        return complaint(error)
    return ""


def _rows(settings: Settings, typed: str) -> Iterator[Offered]:
    amount = contexts.tokens(typed)
    if amount:
        yield Offered("tokens", replace(settings, context_length=amount, model=None), "as typed")
    present = (settings.model,) if settings.model else ()
    for model in (*present, *contexts.MODELS):
        if typed.lower() in model.lower():
            yield _model(settings, model, "now" if model in present else "")
    if UNKNOWN.startswith(typed.lower()):
        yield Offered(UNKNOWN, replace(settings, context_length=None, model=None))
    elif not amount and not wrong(settings, typed):
        yield _model(settings, typed, "as typed")


def _model(settings: Settings, model: str, note: str) -> Offered:
    guessed = "" if contexts.is_known(model, settings.profile) else "not known, assumed"
    window = contexts.window(model, settings.profile)
    return Offered(model, replace(settings, context_length=window, model=model), guessed or note)


def row(shown: Offered, width: int) -> Content:
    """Id, window, the budget it gives, a note."""
    settings = shown.settings
    window = WINDOW.shown(settings.context_length) if settings.context_length else "–"
    name = pad((f" {one_line(shown.name)}", "$ink"), width=30)
    return assemble(
        name,
        pad((window, "bold"), width=12, right=True),
        "   ",
        pad(_budget(settings), width=16),
        (shown.note, "$soft"),
    ).truncate(width)


def _budget(settings: Settings) -> Content:
    if not settings.profile.tiers:
        return Content()
    if not settings.context_length:
        return assemble((f"{number(UNKNOWN_CONTEXT_BUDGET)} assumed", "$soft"))
    return assemble(("budget ", "$soft"), number(budget(settings).tokens))
