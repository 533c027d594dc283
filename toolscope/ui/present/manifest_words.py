"""What is said about a manifest: its title, and why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from toolscope.canonical import Json
from toolscope.disclosure.bridge import schemas
from toolscope.disclosure.disclose import Disclosure
from toolscope.plain import clean
from toolscope.survey import Survey
from toolscope.ui.present.manifest import Page
from toolscope.ui.present.text import COMING, assemble, number, percent, plural, spread

_SILENCE = Content()


@dataclass(frozen=True, slots=True)
class Title:
    """The line above a manifest."""

    plan: Disclosure
    said: Content = _SILENCE
    """What changed."""
    now: str | None = None
    """The fingerprint; ``None`` while it is being taken."""
    before: str | None = None
    """The one it is compared with; ``None`` when there is nothing to compare with."""

    def line(self, width: int, here: bool) -> Content:
        """What changed on the left, size and fingerprint on the right; ``here`` when the manifest has the focus."""
        name = ("Manifest", "bold $here" if here else "bold $ink")
        left = assemble(("▌" if here else " ", "$here"), " ", name, "    ", self.said)
        for longer in (2, 1, 0):
            measure = _measure(self.plan, self.now, self.before, longer)
            if left.cell_length + 4 + measure.cell_length <= width - 2:
                break
        return spread(left, measure, width - 2)


def _measure(plan: Disclosure, now: str | None, before: str | None, longer: int) -> Content:
    length = plan.rung.length.chars
    chars = f" · {plural(length, 'character')}" if longer else ""
    print_shown = COMING if now is None else "no list" if plan.form == "none" else now
    size = assemble((plural(plan.rung.tokens, "token"), "$soft"), (f"{chars} · {print_shown}", "$soft"))
    if before is None or now is None:
        return size
    if before == now:
        return assemble(size, (" = ", "$state-ready"), ("unchanged", "$soft"))
    lost = f"was {before}: the prompt cache is lost" if longer == 2 else "prompt cache lost"
    return assemble(size, (" ≠ ", "bold $doubt"), (lost, "$soft"))


def what_changed(page: Page, had_list: bool, has_list: bool, pending: int) -> Content:
    """What the last change did, in a few words."""
    if pending:
        return assemble((f"provisional: {plural(pending, 'server')} still to come", "$info"))
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
