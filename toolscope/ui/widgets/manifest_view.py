"""The exact text that a model is shown, with what the last change did to it."""

from __future__ import annotations

import math
import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from toolscope.disclosure.cause import causes
from toolscope.survey import Survey
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.manifest import GUTTER, Page, Run, Shown, Wrapping, draw, page
from toolscope.ui.present.manifest_words import Title, instead, lacking, short, what_changed, why_none
from toolscope.ui.widgets.paint import strip

_LONG = 16_000
"""Characters from which a text is drawn only when the settings have come to rest."""
_REST = 0.08
"""Seconds without a change after which they have."""


class ManifestText(ScrollView, can_focus=True):
    """The rows of a manifest, only the visible ones drawn."""

    HELP_TITLE = "Manifest"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy manifest", tooltip="Copy the exact text of the manifest"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self.copied = ""
        """What ``y`` copies: the raw text."""

    def show(self, shown: Page, to: int | None) -> None:
        """Show a page, scrolled to a row; ``None`` leaves the scroll as it is."""
        self.page = shown
        self.virtual_size = Size(0, shown.height)
        self.refresh()
        if to is not None:
            self.scroll_to(y=to, animate=False)

    def render_line(self, y: int) -> Strip:
        """One visible row."""
        width, position = self.size.width, y + self.scroll_offset.y
        line = draw(*self.page.row(position), edge=self.has_focus) if position < self.page.height else Content()
        return strip(self, line, width, self.visual_style)

    def action_copy(self) -> None:
        """Copy the exact text."""
        self.post_message(CopyAsked(self.copied, "the manifest"))


class ManifestView(Vertical):
    """The manifest under its title: size, fingerprint, what changed."""

    DEFAULT_CSS = """
    ManifestView > ManifestTitle { height: 1; width: 100%; }
    ManifestView > ManifestText { height: 1fr; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0;
        scrollbar-gutter: stable; background: $ground; }
    """

    survey: var[Survey] = var(Survey)

    gesture = 0.7
    """Changes that follow each other within these seconds are one: the marks show what all of them did."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._wrapping = Wrapping(0)
        self._before: Survey | None = None
        """The survey that the one on the screen is compared with."""
        self._settled: Survey | None = None
        """The last one with every server heard: while some are on their way, all that they bring is one change."""
        self._drawn: Survey | None = None
        self._rest: Timer | None = None
        self._changed_at = -math.inf

    def compose(self) -> ComposeResult:
        """Title and text."""
        yield ManifestTitle()
        yield ManifestText()

    @property
    def text(self) -> ManifestText:
        """The rows."""
        return self.query_one(ManifestText)

    def watch_survey(self, survey: Survey) -> None:
        """Draw it, a long one when the settings have come to rest."""
        if not self.is_mounted:
            return
        if self._rest is not None:
            self._rest.stop()
        long = survey.disclosure.rung.length.chars > _LONG and self._drawn is not None
        if long and not _same_text(survey, self._drawn):
            self.query_one(ManifestTitle).title = Title(survey.disclosure, lacking=lacking(survey))
            self._rest = self.set_timer(_REST, self._take)
        else:
            self._take()

    def on_mount(self) -> None:
        """Draw what there is."""
        self._take()

    def on_descendant_focus(self) -> None:
        """Light the title."""
        self._light(True)

    def on_descendant_blur(self) -> None:
        """Dim the title."""
        self._light(False)

    def _light(self, here: bool) -> None:
        self.query_one(ManifestTitle).here = here
        self.text.refresh()

    def on_resize(self) -> None:
        """Wrap again."""
        self._draw(scroll=False)

    def _take(self) -> None:
        """Make the survey the one on the screen, and settle what it is compared with."""
        survey, drawn, now = self.survey, self._drawn, time.monotonic()
        self._drawn = survey
        if drawn is not None and drawn.statuses and not _only_news(survey, drawn):
            if now - self._changed_at > self.gesture:
                self._before = self._settled
            self._changed_at = now
        if survey.statuses and not survey.pending:
            self._settled = survey
        self._draw(scroll=True)

    def _draw(self, scroll: bool) -> None:
        survey, before = self._drawn, self._before
        if survey is None or not self.size.width:
            return
        plan, width = survey.disclosure, max(20, self.size.width - GUTTER - 2)
        if width != self._wrapping.width:
            self._wrapping = Wrapping(width)
        shown = page(_shown(survey), _shown(before) if before else None, self._wrapping)
        self.text.copied = plan.manifest
        target = 0 if shown.every_line or plan.form == "none" else shown.first_marked
        self.text.show(self._no_list(survey) if plan.form == "none" else shown, target if scroll else None)
        had_list = (before or survey).disclosure.form != "none"
        said = what_changed(shown, had_list, plan.form != "none", survey)
        compared = before.disclosure.fingerprint if before else None
        why = causes(before.disclosure, plan) if before else ()
        self.query_one(ManifestTitle).title = Title(
            plan, said, short(survey), lacking(survey), why, plan.fingerprint, compared
        )

    def _no_list(self, survey: Survey) -> Page:
        """Why there is none, and what is sent in its place."""
        sent = [f"- {name}: {description}" for name, description in instead(survey.disclosure)]
        lines = ["", *sent] if sent else []
        runs = [
            Run(tuple(self._wrapping.rows(part, headed))) for part, headed in ((why_none(survey), True), (lines, False))
        ]
        return Page(tuple(runs))


class ManifestTitle(Widget):
    """The line above the manifest."""

    title: reactive[Title | None] = reactive(None)
    here: reactive[bool] = reactive(False)

    def render(self) -> Content:
        """The line in the width there is."""
        return self.title.line(self.size.width, self.here) if self.title else Content()


def _shown(survey: Survey) -> Shown:
    return Shown(survey.disclosure.ladder, survey.disclosure.rung)


def _same_text(survey: Survey, drawn: Survey | None) -> bool:
    """Whether the manifest is the one that is drawn already: then nothing has to wait."""
    return drawn is not None and survey.ladder is drawn.ladder and survey.disclosure.rung is drawn.disclosure.rung


def _only_news(survey: Survey, drawn: Survey) -> bool:
    """Whether only connections have news: what the last change did stays marked."""
    return survey.settings == drawn.settings and survey.catalog is drawn.catalog
