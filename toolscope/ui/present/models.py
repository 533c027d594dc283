"""The context windows to choose from: known models, what was typed, and none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from textual.content import Content

from toolscope.config import contexts
from toolscope.config.model import ConfigError, Settings
from toolscope.disclosure.disclose import UNKNOWN_CONTEXT_BUDGET, budget
from toolscope.plain import Plain, one_line
from toolscope.ui.present.dials import WINDOW, complaint
from toolscope.ui.present.pick import Offer
from toolscope.ui.present.text import assemble, number, pad

UNKNOWN = "unknown"


def offered(settings: Settings, typed: str) -> list[Offer]:
    """What a text offers: itself where it is a number or an id, and the known models that hold it."""
    found: dict[str, Offer] = {}
    for offer in _offers(settings, typed.strip()):
        found.setdefault(offer.key, offer)
    return list(found.values())


def chosen(settings: Settings, key: str) -> Settings:
    """The settings with the window of an offer: a number of tokens, a model's id as written, or ``unknown``."""
    if key == UNKNOWN:
        return replace(settings, context_length=None, model=None)
    amount = contexts.tokens(key)
    if amount:
        return replace(settings, context_length=amount, model=None)
    return replace(settings, context_length=contexts.window(key, settings.profile), model=key)


def wrong(settings: Settings, typed: str) -> str:
    """Why nothing is offered for a text."""
    try:
        contexts.context(typed, settings.profile)
    except ConfigError as error:
        return complaint(error)
    return ""


def _offers(settings: Settings, typed: str) -> Iterator[Offer]:
    amount = contexts.tokens(typed)
    if amount:
        yield _offer(settings, str(amount), Plain("tokens"), "as typed")
    present = (settings.model,) if settings.model else ()
    for model in (*present, *contexts.MODELS):
        if typed.lower() in model.lower():
            yield _model(settings, model, "now" if model in present else "")
    if UNKNOWN.startswith(typed.lower()):
        yield _offer(settings, UNKNOWN, Plain(UNKNOWN), "")
    elif not amount and not wrong(settings, typed):
        yield _model(settings, typed, "as typed")


def _model(settings: Settings, model: str, note: str) -> Offer:
    guessed = "" if contexts.is_known(model, settings.profile) else "not known, assumed"
    return _offer(settings, model, one_line(model), guessed or note)


def _offer(settings: Settings, key: str, name: Plain, note: str) -> Offer:
    return Offer(key, name, partial(_line, chosen(settings, key), name, note))


def _line(settings: Settings, name: Plain, note: str, width: int) -> Content:
    """Id, window, the budget it gives, a note."""
    window = WINDOW.shown(settings.context_length) if settings.context_length else "–"
    return assemble(
        pad((name, "$ink"), width=29),
        pad((window, "bold"), width=12, right=True),
        "   ",
        pad(_budget(settings), width=16),
        (note, "$soft"),
    ).truncate(width)


def _budget(settings: Settings) -> Content:
    if not settings.profile.tiers:
        return Content()
    if not settings.context_length:
        return assemble((f"{number(UNKNOWN_CONTEXT_BUDGET)} assumed", "$soft"))
    return assemble(("budget ", "$soft"), number(budget(settings).tokens))
