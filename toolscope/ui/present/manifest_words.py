"""What is said about a manifest: its title, and why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from toolscope.canonical import Json
from toolscope.disclosure.bridge import schemas
from toolscope.disclosure.disclose import Disclosure
from toolscope.plain import clean, one_line
from toolscope.survey import Survey
from toolscope.ui.present.manifest import Page
from toolscope.ui.present.missing import without
from toolscope.ui.present.text import COMING, assemble, number, percent, plural, spread

_SILENCE = Content()
_AWAY = 22
"""Cells for the servers that a manifest is without."""


@dataclass(frozen=True, slots=True)
class Title:
    """The line above a manifest."""

    plan: Disclosure
    said: Content = _SILENCE
    """What changed in it."""
    why: tuple[str, ...] = ()
    """What changed the fingerprint."""
    now: str | None = None
    """The fingerprint; ``None`` while it is being taken."""
    before: str | None = None
    """The one it is compared with; ``None`` when there is nothing to compare with."""

    def line(self, width: int, here: bool) -> Content:
        """What changed on the left, size and fingerprint on the right; ``here`` when the manifest has the focus."""
        name = ("Manifest", "bold $here" if here else "bold $ink")
        head = assemble(("▌" if here else " ", "$here"), " ", name, "    ")
        room = width - 6 - head.cell_length
        measures = self._measures()
        pairs = ((left, right) for left in self._lefts() for right in measures)
        fits = (pair for pair in pairs if pair[0].cell_length + pair[1].cell_length <= room)
        left, right = next(fits, (self.said, measures[-1]))
        return spread(assemble(head, left), right, width - 2)

    def _lefts(self) -> tuple[Content, ...]:
        """Why the fingerprint changed, and what changed in the manifest; the longest spelling first."""
        gap = "  " if self.said.cell_length else ""
        whys = dict.fromkeys((", ".join(self.why), *self.why[:1])) if self.why else ()
        return (*(assemble((one_line(why), "$ink"), gap, self.said) for why in whys), self.said)

    def _measures(self) -> tuple[Content, ...]:
        """Size and fingerprint, the longest spelling first."""
        return tuple(_measure(self.plan, self.now, self.before, longer) for longer in (2, 1, 0))


def _measure(plan: Disclosure, now: str | None, before: str | None, longer: int) -> Content:
    length = plan.rung.length.chars
    chars = f" · {plural(length, 'character')}" if longer else ""
    print_shown = COMING if now is None else "no list" if plan.form == "none" else now
    size = assemble((plural(plan.rung.tokens, "token"), "$soft"), (f"{chars} · {print_shown}", "$soft"))
    if before is None or now is None:
        return size
    if before == now:
        kept = "unchanged: the prompt cache is kept" if longer == 2 else "unchanged"
        return assemble(size, (" = ", "$state-ready"), (kept, "$soft"))
    lost = f"was {before}: the prompt cache is lost" if longer == 2 else "prompt cache lost"
    return assemble(size, (" ≠ ", "bold $doubt"), (lost, "$soft"))


def what_changed(page: Page, had_list: bool, has_list: bool, survey: Survey) -> Content:
    """What the last change did, in a few words, and which servers the manifest is without."""
    if survey.pending:
        return assemble((f"provisional: {plural(len(survey.pending), 'server')} still to come", "$info"))
    said = (assemble(without(survey, _AWAY)), _what_changed(page, had_list, has_list))
    return assemble("  ").join([words for words in said if words.cell_length])


def _what_changed(page: Page, had_list: bool, has_list: bool) -> Content:
    if had_list and not has_list:
        return assemble(("list removed", "$soft"))
    if has_list and not had_list:
        return assemble(("list added", "$soft"))
    if page.every_line:
        return assemble(("every line changed", "$soft"))
    return assemble((f"{plural(page.changed, 'server')} changed" if page.changed else "", "$soft"))


def why_none(survey: Survey) -> list[str]:
    """Why a model is shown no list, and what would change that: sentences, one a line."""
    plan, settings = survey.disclosure, survey.settings
    if not plan.activated:
        return _not_activated(survey)
    if not settings.profile.tiers:
        return [f"{settings.profile.name} has no list: the model is shown only the three bridge tools."]
    if settings.listing == "off":
        return ["The listing is off: the model is shown only the three bridge tools."]
    smallest = plan.ladder.breakpoints[0]
    lines = "one summary line a server" if len(plan.ladder.groups) > 1 else "a summary line"
    return [
        "The model is shown no list at all: only the three bridge tools.",
        f"The smallest list, {lines}, needs {plural(smallest, 'token')}; the budget is {number(plan.budget.tokens)}.",
    ]


def _not_activated(survey: Survey) -> list[str]:
    plan, settings = survey.disclosure, survey.settings
    if not survey.catalog.tools:
        waiting = len(survey.pending)
        return [f"No tools yet: {plural(waiting, 'server')} still to come." if waiting else "No server offers a tool."]
    every = f"Every schema is sent on every turn: {plural(plan.eager_tokens, 'token')}."
    if not survey.catalog.deferred:
        return [_why_visible(survey), every]
    if settings.enabled == "off":
        return ["Tool search is off (enabled: off).", every]
    needed = plan.threshold_tokens
    if not needed:
        return [f"{settings.profile.name} does not defer these tools while the context is unknown.", every]
    return [
        f"{settings.profile.name} defers tools from {plural(needed, 'token')} on, "
        f"{percent(settings.threshold_pct, 0)} of the context; these take {number(plan.deferred_tokens)}.",
        every,
    ]


def _why_visible(survey: Survey) -> str:
    """Why nothing is deferred of a session that has tools."""
    catalog = survey.catalog
    if catalog.kept_eager:
        return "Every tool that would be deferred is kept eager: a what-if, which z on the servers takes back."
    if all(tool.source == "core" for tool in catalog.tools):
        return "All tools are core tools, and the list of defer names none of them: nothing is deferred."
    return "All tools are core tools or belong to toolsets that stay visible: nothing is deferred."


def instead(plan: Disclosure) -> Iterator[tuple[str, str]]:
    """What is sent in the place of a list: the bridge tools, name and description. Nothing when none are sent."""
    if plan.activated:
        bridge: list[Json] = schemas(plan.settings.profile, len(plan.catalog.deferred), plan.form, "")
        for schema in bridge:
            yield schema["function"]["name"], clean(schema["function"]["description"])
