"""Where the modes of one server begin: the breakpoints of its bar, in tokens and in percent of the context."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from toolscope.config.model import Settings
from toolscope.config.settings import LISTING_RANGE
from toolscope.disclosure.cause import moved
from toolscope.disclosure.disclose import UNKNOWN_CONTEXT_BUDGET
from toolscope.disclosure.ladder import Rung
from toolscope.disclosure.listing import Mode
from toolscope.disclosure.reach import smallest_threshold
from toolscope.survey import Survey
from toolscope.ui.present.bars import Stretches, stretches
from toolscope.ui.present.reading import asleep, beyond, step
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


def no_effect(survey: Survey) -> str | None:
    """Why no budget has an effect, as a sentence; ``None`` when it has."""
    profile = survey.settings.profile
    why = asleep(survey) or (None if profile.tiers else f"{profile.name} has no listing")
    return f"No budget has an effect: {why}." if why else None


def out_of_reach(survey: Survey, tokens: int) -> str:
    """Why no setting gives a budget of so many tokens, as a sentence."""
    need, context = f"That needs {number(tokens)} tokens", survey.settings.context_length
    if tokens > LISTING_RANGE[1]:
        return f"{need}; listing_max_tokens ends at {number(LISTING_RANGE[1])}."
    if not context:
        return f"{need}; {number(UNKNOWN_CONTEXT_BUDGET)} are assumed while the context is unknown (o offers models)."
    return f"{need}; the whole context is {number(context)}."


def not_named(survey: Survey, label: str | None) -> str:
    """Why no setting lists a server's tools by name, as a sentence."""
    if why := no_effect(survey):
        return why
    parts = stretches(survey.ladder, label) if label is not None and survey.ladder.group(label) else ()
    named = next((tokens for tokens, mode in parts if mode in ("names", "full")), None)
    return "This server has no tools to list." if named is None else out_of_reach(survey, named)


def notice(before: Settings, after: Settings) -> str:
    """What is to be said when a place was chosen: nothing where one slider shows it."""
    changes = list(moved(before, after))
    if not changes:
        return "The settings are there already."
    return f"{' and '.join(changes)}: one undo takes both back." if len(changes) > 1 else ""


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
    if why := beyond(survey.settings, tokens):
        return f", {why}"
    needed = smallest_threshold(survey.settings, tokens)
    if needed is None:
        return ", needs a known context" if tokens > UNKNOWN_CONTEXT_BUDGET else ""
    return f" = {step(needed)}"
