"""The deck in one line, for the tabs that have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from toolscope.survey import Survey
from toolscope.ui.present.missing import beside
from toolscope.ui.present.outcome import exact_cost, spent, tier
from toolscope.ui.present.reading import asleep, step
from toolscope.ui.present.text import Part, assemble, number, spread

if TYPE_CHECKING:
    from toolscope.disclosure.exact import ExactCosts


def folded(survey: Survey, exact: ExactCosts | None, width: int) -> Content:
    """What the settings come to, whom it is without, and what a turn costs."""
    lacking, right = beside(survey, 33), Content()
    for roomy in (3, 2, 1, 0) if width >= 100 else (1, 0):
        left, right = _left(survey, roomy), _right(survey, exact, width, roomy > 2)
        if left.cell_length + lacking.cell_length + right.cell_length + 2 <= width:
            break
    lacking = beside(survey, width - left.cell_length - right.cell_length - 2)
    return spread(assemble(left, lacking), right, width)


def _left(survey: Survey, roomy: int) -> Content:
    disclosure = survey.disclosure
    left: list[Part] = [tier(disclosure)]
    if asleep(survey) or not survey.settings.profile.tiers:
        left += ["   ", spent(survey)]
    else:
        left += [("   budget ", "$soft"), number(disclosure.budget.tokens)] if roomy else []
        left += [(f"  {_side(survey)}", "$soft")] if roomy > 1 else []
        left += [("   manifest ", "$soft"), number(disclosure.rung.tokens)]
    if survey.pending:
        left += [(f"   provisional, {number(len(survey.pending))} to come", "$state-connecting")]
    return assemble(*left)


def _right(survey: Survey, exact: ExactCosts | None, width: int, whole: bool) -> Content:
    disclosure = survey.disclosure
    counted: list[Part] = ["   ", exact_cost(disclosure, exact)] if width >= 156 else []
    eager: list[Part] = [("eager ", "$soft"), number(disclosure.eager_tokens), (" → ", "$soft")] if whole else []
    return assemble(*eager, ("sent ", "$soft"), (number(disclosure.sent_tokens), "bold"), *counted)


def _side(survey: Survey) -> str:
    settings = survey.settings
    match survey.disclosure.budget.binding:
        case "threshold_pct":
            return f"threshold_pct {step(settings.threshold_pct)} decides"
        case "listing_max_tokens":
            return f"listing_max_tokens {number(settings.listing_max_tokens)} decides"
        case _:
            return "context unknown"
