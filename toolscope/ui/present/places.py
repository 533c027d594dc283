"""Where the modes of one server begin: the breakpoints of its bar, in tokens and in percent of the context."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from toolscope.config.settings import LISTING_RANGE
from toolscope.disclosure.ladder import Rung
from toolscope.disclosure.listing import Mode
from toolscope.disclosure.reach import smallest_threshold
from toolscope.survey import Survey
from toolscope.ui.present.bars import Stretches, stretches
from toolscope.ui.present.reading import step
from toolscope.ui.present.text import MODE_GLYPH, Part, assemble, number


def places(survey: Survey, label: str, width: int, counted: Mapping[Rung, int] | None = None) -> Content:
    """Each mode with the budget from which a server has it, the present one bold; the longest spelling that fits.

    ``counted`` holds the exact tokens of manifests, as far as they are known.
    """
    parts = stretches(survey.ladder, label)
    if not parts:
        return assemble(("it has no group in the list", "$soft"))
    now = survey.disclosure.mode(label)
    exact = {rung.tokens: count for rung, count in (counted or {}).items()}
    unknown: dict[int, int] = {}
    wanted = ((True, True, exact), (True, True, unknown), (False, True, unknown), (False, False, unknown))
    spelled = [_line(survey, parts, now, words, percent, counts) for words, percent, counts in wanted]
    return next((line for line in spelled if line.cell_length <= width), spelled[-1].truncate(width, ellipsis=True))


def _line(survey: Survey, parts: Stretches, now: Mode, words: bool, percent: bool, exact: Mapping[int, int]) -> Content:
    found: list[Part] = []
    for tokens, mode in parts:
        here = mode == now
        name = f"{mode} " if words else ""
        found += [
            (f"{MODE_GLYPH[mode]} ", f"$mode-{mode}"),
            (f"{name}{number(tokens)}", "bold $ink" if here else "$ink"),
            (f" ({number(exact[tokens])} exact)" if tokens in exact else "", "$soft"),
            (_percent(survey, tokens) if percent else "", "$soft"),
            "   ",
        ]
    return assemble(*found[:-1])


def _percent(survey: Survey, tokens: int) -> str:
    """What ``threshold_pct`` must be for it at the present context, or that no setting reaches it."""
    if tokens > LISTING_RANGE[1]:
        return f", beyond {number(LISTING_RANGE[1])}"
    if not survey.settings.context_length:
        return ""
    needed = smallest_threshold(survey.settings, tokens)
    return ", beyond the context" if needed is None else f" = {step(needed)}"
