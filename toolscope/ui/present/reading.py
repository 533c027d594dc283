"""What each slider of the deck shows: its ticks, the part that has an effect, and its notes in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from toolscope.config.model import Settings
from toolscope.config.settings import LISTING_RANGE
from toolscope.disclosure.disclose import LEGACY_UNKNOWN_CONTEXT, UNKNOWN_CONTEXT_BUDGET
from toolscope.disclosure.reach import smallest_context, smallest_threshold
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.dials import LISTING, PERCENTAGE, WINDOW, Dial
from toolscope.ui.present.text import number


@dataclass(frozen=True, slots=True)
class Tick:
    """A breakpoint on a slider."""

    value: float
    """The smallest value of the slider that reaches it."""
    tokens: int
    """The rung that is reached; 0 where the legacy gate closes."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One slider at one moment. Its notes have several spellings, the longest first; the first that fits is shown."""

    value: float | None
    """``None`` while unknown: there is no thumb."""
    ticks: tuple[Tick, ...] = ()
    """Ascending, one a value."""
    limit: float = inf
    """Above it moving changes nothing; ``-inf`` when moving changes nothing anywhere."""
    decides: bool = False
    """Whether the budget is this setting's side of the ``min``."""
    meaning: tuple[str, ...] = ("",)
    reason: tuple[str, ...] = ("",)
    locked: bool = False
    """It cannot be moved at all."""


def reading(survey: Survey, dial: Dial) -> Reading:
    """What one slider shows."""
    if not survey.settings.profile.tiers:
        return _legacy(survey, dial)
    if dial is PERCENTAGE:
        return _percentage(survey)
    return _listing(survey) if dial is LISTING else _window(survey)


def asleep(survey: Survey) -> str | None:
    """Why no budget has an effect, in a few words; ``None`` when it has."""
    settings = survey.settings
    if settings.enabled == "off":
        return "enabled is off"
    if not survey.catalog.deferred:
        return "no tools yet" if survey.pending else "no tools to defer"
    return "listing is off" if settings.profile.tiers and settings.listing == "off" else None


def step(value: float) -> str:
    """A percentage as short as it can be written."""
    return f"{value:g} %"


def beyond(settings: Settings, tokens: int) -> str:
    """Why no setting gives a budget of so many tokens, in a few words; empty when one does."""
    if tokens > LISTING_RANGE[1]:
        return f"beyond {number(LISTING_RANGE[1])}"
    context = settings.context_length
    return "beyond the context" if context and smallest_threshold(settings, tokens) is None else ""


def _percentage(survey: Survey) -> Reading:
    settings, budget = survey.settings, survey.disclosure.budget
    value, cap = settings.threshold_pct, settings.listing_max_tokens
    if not settings.context_length:
        return _locked(value, f"no effect: {number(UNKNOWN_CONTEXT_BUDGET)} is assumed")
    ticks = _percentages(survey.ladder.breakpoints, settings.context_length)
    decides = budget.binding == "threshold_pct"
    meaning = _tokens(budget.share, decides)
    if why := asleep(survey):
        return _idle(value, ticks, why, _tokens(budget.share, False))
    limit = smallest_threshold(settings, cap)
    if limit is None:
        return Reading(value, ticks, inf, decides, meaning)
    above = f"no effect above {step(limit)}"
    capped = f"{above}: cap {number(cap)}"
    lifting = budget.share > cap and cap < LISTING_RANGE[1]
    raising = (f"cap {number(cap)} is lower: c raises it", "cap decides: c raises it")
    hint = (f"{capped}, c raises it",) if cap < LISTING_RANGE[1] else ()
    reason = (*hint, *(raising if lifting else (capped, above)))
    return Reading(value, ticks, limit, decides, meaning, reason)


def _listing(survey: Survey) -> Reading:
    settings, budget = survey.settings, survey.disclosure.budget
    cap, share = budget.cap, budget.share
    low, high = LISTING_RANGE
    ticks = _ticks(survey.ladder.breakpoints, lambda tokens: tokens if low <= tokens <= high else None)
    if why := asleep(survey):
        return _idle(cap, ticks, why, _tokens(cap, False))
    decides = budget.binding == "listing_max_tokens"
    meaning = _tokens(cap, True) if decides else (f"cap, {number(cap - budget.tokens)} to spare",)
    other = step(settings.threshold_pct) if settings.context_length else "context unknown"
    if share < LISTING_RANGE[0]:
        return Reading(cap, ticks, -inf, decides, meaning, (f"no effect: {other} decides", "no effect"))
    if share >= LISTING_RANGE[1]:
        return Reading(cap, ticks, inf, decides, meaning)
    above = f"no effect above {number(share)}"
    return Reading(cap, ticks, share, decides, meaning, (f"{above}: {other}", above))


def _window(survey: Survey) -> Reading:
    settings, budget = survey.settings, survey.disclosure.budget
    ticks = _ticks(survey.ladder.breakpoints, lambda tokens: smallest_context(settings, tokens))
    why = asleep(survey)
    if not settings.context_length:
        return _unknown(
            ticks,
            budget.binding == "unknown_context" and not why,
            _spelled(UNKNOWN_CONTEXT_BUDGET, "are assumed"),
        )
    value, meaning = settings.context_length, _model(survey)
    if why:
        return _idle(value, ticks, why, meaning)
    decides = budget.binding == "threshold_pct"
    if not settings.threshold_pct:
        return Reading(
            value, ticks, -inf, decides, meaning, ("no effect: 0 % of it is nothing", "no effect: 0 % of it")
        )
    limit = smallest_context(settings, settings.listing_max_tokens)
    if limit is None or limit > WINDOW.scale.high:
        return Reading(value, ticks, inf, decides, meaning)
    above = f"no effect above {number(limit)}"
    return Reading(value, ticks, limit, decides, meaning, (f"{above}: cap {number(budget.cap)}", above))


def _legacy(survey: Survey, dial: Dial) -> Reading:
    """A release without a listing: the percentage of the context is what the tools must take to be deferred."""
    settings = survey.settings
    value = dial.read(settings)
    meaning = _model(survey) if dial is WINDOW else ("",)
    if dial is LISTING:
        name = settings.profile.name
        return _idle(value, (), f"{name} has no listing", ("",))
    why = asleep(survey) or ("enabled is on" if settings.enabled == "on" else None)
    if not settings.context_length:
        needed = _spelled(LEGACY_UNKNOWN_CONTEXT, "activate")
        return _locked(value, f"no effect: {needed[1]}") if dial is PERCENTAGE else _unknown((), not why, needed)
    if why:
        return _idle(value, (), why, meaning)
    beyond = survey.disclosure.deferred_tokens + 1
    if dial is PERCENTAGE:
        gate, meaning = smallest_threshold(settings, beyond), _spelled(survey.disclosure.threshold_tokens, "activate")
    else:
        gate = smallest_context(settings, beyond)
    if gate is None:
        return Reading(value, (), inf, True, meaning, ("active everywhere",))
    shown = step(gate) if dial is PERCENTAGE else number(gate)
    reason = (f"off from {shown}: tools {number(beyond - 1)}", f"off from {shown}")
    return Reading(value, (Tick(gate, 0),), inf, True, meaning, reason)


def _spelled(tokens: int, verb: str) -> tuple[str, ...]:
    return (f"{number(tokens)} tokens {verb}", f"{number(tokens)} {verb}")


def _idle(value: float | None, ticks: tuple[Tick, ...], why: str, meaning: tuple[str, ...]) -> Reading:
    """A slider that changes nothing: why comes first, as that is what is left when it is folded."""
    return Reading(value, ticks, -inf, False, (f"no effect: {why}", why), meaning)


def _locked(value: float | None, reason: str) -> Reading:
    meaning = ("context unknown: o offers models", "context unknown: press o")
    return Reading(value, (), -inf, False, meaning, (reason, "no effect"), locked=True)


def _unknown(ticks: tuple[Tick, ...], decides: bool, assumed: tuple[str, ...]) -> Reading:
    return Reading(None, ticks, inf, decides, assumed, ("o offers models, Enter types", "o offers models"))


def _model(survey: Survey) -> tuple[str, ...]:
    model = survey.settings.model
    return (one_line(model),) if model else ("no model chosen",)


def _tokens(tokens: int, decides: bool) -> tuple[str, ...]:
    mark = "  ◂ decides" if decides else ""
    return (f"= {number(tokens)} tokens{mark}", f"= {number(tokens)}{mark}")


@lru_cache(maxsize=4)
def _percentages(rungs: tuple[int, ...], context: int) -> tuple[Tick, ...]:
    """The breakpoints of the percentage, which stay while it or the cap moves."""
    settings = Settings(context_length=context)
    return _ticks(rungs, lambda tokens: smallest_threshold(settings, tokens))


def _ticks(rungs: tuple[int, ...], place: Callable[[int], float | None]) -> tuple[Tick, ...]:
    """The breakpoints where a slider reaches them; of several at one value the largest, which is what it selects.

    Those that no cap allows are left out.
    """
    found = ((place(tokens), tokens) for tokens in rungs if tokens <= LISTING_RANGE[1])
    largest = {value: tokens for value, tokens in found if value is not None}
    return tuple(Tick(value, tokens) for value, tokens in largest.items())
