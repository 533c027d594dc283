"""What the settings come to, in words: the tier, the next step, the cost of a turn."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from textual.content import Content

from toolscope.config.model import Settings
from toolscope.disclosure.disclose import LEGACY_UNKNOWN_CONTEXT, UNKNOWN_CONTEXT_BUDGET, Disclosure
from toolscope.disclosure.ladder import NOTHING, Ladder, Rung
from toolscope.disclosure.listing import Mode
from toolscope.disclosure.reach import smallest_threshold
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present import text
from toolscope.ui.present.missing import beside
from toolscope.ui.present.reading import Tick, asleep, beyond, step
from toolscope.ui.present.text import COMING, FORM_COLOUR, UNKNOWN, Part, assemble, number, plural

if TYPE_CHECKING:
    from toolscope.disclosure.exact import ExactCosts

_LABELS = (40, 24, 16, 10, 6)
"""Cells that a label may take, from the most that is worth showing."""
_READABLE = 16
_BAR = 3
"""Cells that the bar of the used budget keeps."""


def tier(disclosure: Disclosure) -> Content:
    """The session's tier and form as a badge."""
    if not disclosure.activated:
        return text.badge("TIER 0 off", "$mode-hidden")
    return text.badge(f"TIER {disclosure.tier} {disclosure.form}", FORM_COLOUR[disclosure.form])


def used(survey: Survey, width: int) -> Content:
    """The part of the budget that the manifest takes, as a bar; the servers that it is without take room from it."""
    disclosure = survey.disclosure
    lacking = beside(survey, width - _BAR, gap="  ")
    tokens, budget, width = disclosure.rung.tokens, disclosure.budget.tokens, width - lacking.cell_length
    share = min(1.0, tokens / budget) if budget else 0.0
    fill = max(round(share * width), 1 if tokens else 0)
    return assemble(("▄" * fill, FORM_COLOUR[disclosure.form]), ("▁" * (width - fill), "$faint"), lacking)


def taken(survey: Survey) -> Content:
    """The manifest's size; unknown when nothing could be listed."""
    return assemble((number(survey.disclosure.rung.tokens) if survey.disclosure.activated else UNKNOWN, "bold"))


def spent(survey: Survey) -> Content:
    """How much of the budget is used, or why there is no budget."""
    disclosure = survey.disclosure
    tokens, budget = disclosure.rung.tokens, disclosure.budget.tokens
    if why := asleep(survey):
        return assemble((why, "$soft"))
    if not disclosure.activated:
        return assemble(("tools below the threshold", "$soft"))
    if not survey.settings.profile.tiers:
        return assemble((f"{survey.settings.profile.name} lists nothing", "$soft"))
    share = f" · {tokens / budget:.0%} used".replace("%", " %") if tokens else " · nothing fits"
    return assemble(f"of {number(budget)}", (share, "$soft"))


# the next step


def change(ladder: Ladder, before: Rung, after: Rung, limit: int = _LABELS[0]) -> str:
    """Which servers are shown otherwise by the second manifest: ``tracker → summary``, ``all → full``."""
    changed: dict[Mode, list[str]] = {}
    for group in ladder.groups:
        mode = ladder.mode(after, group.label)
        if mode != ladder.mode(before, group.label):
            changed.setdefault(mode, []).append(group.label)
    return ", ".join(f"{_who(labels, ladder, limit)} → {mode}" for mode, labels in changed.items())


def _who(labels: list[str], ladder: Ladder, limit: int) -> str:
    if len(labels) == 1:
        return one_line(labels[0], limit)
    return "all" if len(labels) == len(ladder.groups) else plural(len(labels), "server")


def arrival(survey: Survey, tick: Tick, limit: int = _LABELS[0]) -> str:
    """What a breakpoint brings."""
    ladder = survey.ladder
    if not tick.tokens:
        return "every schema is sent"
    at = bisect_right(ladder.breakpoints, tick.tokens) - 1
    return change(ladder, ladder.steps[at - 1] if at else NOTHING, ladder.steps[at], limit)


def next_step(survey: Survey, width: int, room: int) -> Content:
    """What the next smaller and the next larger budget would change, each with its place on ``threshold_pct``.

    In ``width`` cells while that leaves the labels readable, otherwise in ``room`` cells.
    """
    if words := _standing(survey):
        return assemble((words, "$soft")).truncate(room, ellipsis=True)
    readable = [limit for limit in _LABELS if limit >= _READABLE]
    wanted = [(limit, shares, width) for shares in (True, False) for limit in readable]
    wanted += [(limit, shares, room) for limit in _LABELS for shares in (True, False)]
    lines = ((_steps(survey, limit, shares), cells) for limit, shares, cells in wanted)
    fits = (line for line, cells in lines if line.cell_length <= cells)
    return next(fits, _steps(survey, _LABELS[-1], False).truncate(room, ellipsis=True))


def _steps(survey: Survey, limit: int, shares: bool) -> Content:
    ladder, at = survey.ladder, _at(survey)
    parts: list[Part] = []
    if at >= 0:
        below = change(ladder, ladder.steps[at], ladder.steps[at - 1] if at else NOTHING, limit)
        parts += [("▾ ", "$here"), f"{number(ladder.steps[at].tokens - 1)} ", (below, "$soft"), "   "]
    if at + 1 < len(ladder.steps):
        above = ladder.steps[at + 1]
        words = change(ladder, ladder.steps[at] if at >= 0 else NOTHING, above, limit)
        parts += _upwards(survey.settings, above.tokens, words, shares)
    else:
        parts += [("▴ ", "$faint"), ("every line is shown", "$soft")]
    return assemble(*parts)


def _upwards(settings: Settings, tokens: int, words: str, shares: bool) -> list[Part]:
    """A step up; one that no setting reaches says so, and only where there is room what it would change."""
    if why := beyond(settings, tokens):
        return [("▴ ", "$faint"), (f"{number(tokens)} {words}, {why}" if shares else why, "$soft")]
    needed = smallest_threshold(settings, tokens) if shares else None
    percent = f"= {step(needed)} " if needed is not None else ""
    return [("▴ ", "$here"), f"{number(tokens)} {percent}", (words, "$soft")]


def _at(survey: Survey) -> int:
    """The place of the present manifest among the steps of the ladder; -1 when nothing fits."""
    return bisect_right(survey.ladder.breakpoints, survey.disclosure.budget.tokens) - 1


def _standing(survey: Survey) -> str | None:
    """The sentence that stands where no budget leads to a next step."""
    settings, disclosure = survey.settings, survey.disclosure
    if settings.enabled == "off":
        return "enabled is off: every schema is sent on every turn"
    if not survey.catalog.deferred:
        return "there are no tools whose schemas could be deferred"
    if settings.profile.tiers:
        return "listing is off: the model searches without a list" if settings.listing == "off" else None
    if settings.enabled == "on":
        return "enabled is on: the schemas are deferred, nothing is listed"
    needed = disclosure.threshold_tokens if settings.context_length else LEGACY_UNKNOWN_CONTEXT
    sign = "≥" if disclosure.activated else "<"
    result = "deferred, nothing is listed" if disclosure.activated else "every schema is sent"
    return f"tools {number(disclosure.deferred_tokens)} {sign} {number(needed)}: {result}"


def has_effect(survey: Survey) -> bool:
    """Whether a budget decides anything: there is a list, and something to be listed."""
    return _standing(survey) is None


def decider(survey: Survey) -> tuple[str, ...]:
    """Which side of the ``min`` decides, or what a step up within reach needs besides it: the longest spelling first.

    One empty text when neither does.
    """
    if asleep(survey) or not survey.settings.profile.tiers:
        return ("",)
    budget, steps = survey.disclosure.budget, survey.ladder.steps
    above = steps[_at(survey) + 1].tokens if _at(survey) + 1 < len(steps) else 0
    if beyond(survey.settings, above):
        above = 0
    if above > UNKNOWN_CONTEXT_BUDGET and not survey.settings.context_length:
        return "▴ needs a known context: o", "▴ needs a context"
    if budget.binding == "unknown_context":
        return f"context unknown: {number(UNKNOWN_CONTEXT_BUDGET)} assumed", "context unknown"
    if above > budget.share and (needed := _needed(survey, above)):
        return needed
    if budget.binding == "threshold_pct":
        return ("threshold_pct decides", "percentage decides")
    return ("listing_max_tokens decides", "cap decides")


def _needed(survey: Survey, above: int) -> tuple[str, ...]:
    """What a step up needs whose size is more than the percentage's share."""
    budget, needed = survey.disclosure.budget, smallest_threshold(survey.settings, above)
    if needed is None:
        return ()
    if budget.binding == "threshold_pct":
        return (f"▴ needs a cap of {number(above)} too", f"▴ and cap {number(above)}") if above > budget.cap else ()
    return f"▴ needs {step(needed)} too", f"▴ and {step(needed)}"


def provisional(survey: Survey) -> str:
    """That the decision can still change; empty when every server has been heard."""
    pending, wanted = len(survey.pending), sum(status.config.enabled for status in survey.statuses)
    if not pending:
        return ""
    return f"{number(pending)} of {plural(wanted, 'server')} still connecting: the tier can change"


# the cost

_CHEAPER = ("   cheaper with enabled: off", "   off is cheaper")
"""What to do where tool search costs more than it hides, the longest first."""


def cost(survey: Survey, room: int) -> Content:
    """Every schema against what is sent, in estimated tokens a turn, and which servers both are without."""
    line = _cost(survey.disclosure)
    away = beside(survey, room - line.cell_length)
    if survey.disclosure.dearer and not survey.pending:
        left = room - line.cell_length - away.cell_length
        words = next((words for words in _CHEAPER if Content(words).cell_length <= left), "")
        line = assemble(line, (words, "$soft"))
    return assemble(line, away)


def _cost(disclosure: Disclosure) -> Content:
    eager, sent = disclosure.eager_tokens, disclosure.sent_tokens
    line = assemble(("eager ", "$soft"), number(eager), (" → sent ", "$soft"), (number(sent), "bold"))
    if sent == eager:
        return assemble(line, ("   nothing saved", "$soft"))
    colour = "$verdict-deny" if disclosure.dearer else "$verdict-allow"
    return assemble(line, (f"   {text.percent(-disclosure.saved_pct, signed=True)}", f"bold {colour}"))


def exact_cost(disclosure: Disclosure, exact: ExactCosts | None) -> Content:
    """The same in exact tokens. What is sent carries our own bridge words, so it is about as much."""
    about = "≈ " if disclosure.activated else ""
    eager, sent = (number(exact.eager), about + number(exact.sent)) if exact else (COMING, COMING)
    return assemble((f"exact {eager} → {sent}", "$soft"))
