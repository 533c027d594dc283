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
from toolscope.ui.present.missing import beside
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
    short: Content = _SILENCE
    """The same in one word, for where there is little room."""
    lacking: Content = _SILENCE
    """Which servers it is without: the last to give way."""
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
        left, right = next(fits, (self.lacking, measures[-1]))
        return spread(assemble(head, left), right, width - 2)

    def _lefts(self) -> Iterator[Content]:
        """Whom it is without, why the fingerprint changed, what changed in the manifest; the longest spelling first."""
        rest = len(self.why) - 1
        more = [f"{self.why[0]} and {rest} more"] if rest > 0 else []
        whys = dict.fromkeys((", ".join(self.why), *more, *self.why[:1])) if self.why else {}
        told = [assemble((one_line(why), "$ink")) for why in whys]
        for why in told:
            yield from (self._joined(why, self.said), self._joined(why))
        yield from (self._joined(self.said), self._joined(self.short), self._joined())

    def _joined(self, *parts: Content) -> Content:
        return assemble("  ").join([part for part in (self.lacking, *parts) if part.cell_length])

    def _measures(self) -> tuple[Content, ...]:
        """Size and fingerprint, the longest spelling first."""
        return tuple(_measure(self.plan, self.now, self.before, longer) for longer in (3, 2, 1, 0))


def _measure(plan: Disclosure, now: str | None, before: str | None, longer: int) -> Content:
    """Size, fingerprint, and what became of the prompt cache; ``longer`` is from 0 to 3."""
    chars = f" · {plural(plan.rung.length.chars, 'character')}" if longer > 1 else ""
    size = "no list" if plan.form == "none" else f"{plural(plan.rung.tokens, 'token')}{chars}"
    line = assemble((f"{size} · {COMING if now is None else now}", "$soft"))
    if before is None or now is None:
        return line
    fate = "prompt cache" if longer else "cache"
    if before == now:
        return assemble(line, (" = ", "$state-ready"), (f"{fate} kept", "$soft"))
    lost = f"was {before}: the prompt cache is lost" if longer == 3 else f"{fate} lost"
    return assemble(line, (" ≠ ", "bold $doubt"), (lost, "$soft"))


def short(survey: Survey) -> Content:
    """That it is provisional; nothing once every server was heard."""
    return assemble(("provisional", "$info")) if survey.pending else Content()


def lacking(survey: Survey) -> Content:
    """Which servers a manifest is without, in a few words."""
    return beside(survey, _AWAY, gap="")


def what_changed(page: Page, had_list: bool, has_list: bool, survey: Survey) -> Content:
    """What the last change did, in a few words."""
    if waiting := len(survey.pending):
        return assemble((f"provisional: {plural(waiting, 'server')} still to come", "$info"))
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
