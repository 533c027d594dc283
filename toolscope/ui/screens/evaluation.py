"""Labelled queries, judged in every release as the settings change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.getters import query_one
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from toolscope.config.model import ConfigError, Origin
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.feed import Latest
from toolscope.ui.messages import SettingsAsked
from toolscope.ui.present.dials import RELEASE
from toolscope.ui.present.evaluation import figures, nothing, reasons, title
from toolscope.ui.present.sheet import Sheet, runs_demo
from toolscope.ui.present.text import stack
from toolscope.ui.screens.ask import AskScreen
from toolscope.ui.widgets.evaluation_table import EvaluationTable
from toolscope.ui.widgets.key_line import KeyLine
from toolscope.ui.widgets.row_list import RowList

_LOOK = 0.25
"""Seconds between two looks at how far the judging is."""


@dataclass(frozen=True, slots=True)
class Left:
    """How the screen was left."""

    sheet: Sheet | None
    """To be continued with."""
    query: str | None = None
    """A query that is to be asked in the Search tab."""
    wanted: str | None = None
    """The tool it ought to find."""


class EvaluationScreen(Screen[Left]):
    """Figures for each release, a row for each query, the reasons of the chosen one."""

    CSS_PATH = "evaluation.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Evaluation"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "release", "Profile", tooltip="the next release of Hermes for the whole session"),
        Binding("plus,equals_sign", "limit(1)", "More matches", key_display="+", tooltip="raise the search limit (k)"),
        Binding("minus", "limit(-1)", "Fewer matches", key_display="-", tooltip="lower the search limit (k)"),
        Binding("o", "open", "Open a file", tooltip="other labelled queries"),
        Binding("escape,f9", "leave", "Close", key_display="Esc"),
    ]

    survey: var[Survey] = var(Survey)

    table = query_one(EvaluationTable)

    def __init__(
        self,
        survey: Survey,
        sheet: Sheet | None = None,
        origins: Mapping[str, Origin] | None = None,
        left_out: Sequence[str] = (),
    ) -> None:
        """``sheet`` is what was judged before, ``origins`` where each setting was written, ``left_out`` as there."""
        super().__init__()
        self.set_reactive(EvaluationScreen.survey, survey)
        self.sheet = sheet
        self._origins, self._left_out = origins or {}, left_out
        self._jobs = Latest[Sheet](self._judged)
        self._done = 0.0
        """How much was judged, from 0 to 1; written by the thread that judges."""

    def compose(self) -> ComposeResult:
        """Title, figures, rows, reasons, keys."""
        with Vertical(id="evaluation"):
            yield Static(id="evaluation-title")
            yield Static(id="evaluation-figures")
            yield EvaluationTable()
            yield Static(id="evaluation-reasons")
            yield KeyLine()

    def on_mount(self) -> None:
        """Go on where it was left, or begin with a file."""
        self.table.focus()
        self.set_interval(_LOOK, self._look)
        if self.sheet is not None:
            self._begin(self.sheet)
        elif runs_demo(self.survey):
            self._load_demo()
        else:
            self.action_open()

    def on_unmount(self) -> None:
        """What is still being judged is of no use any more."""
        self._jobs.stop()

    @work
    async def _load_demo(self) -> None:
        self._begin(await in_thread(Sheet.of_demo))

    def _begin(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._judge()
        self._fill()
        self.table.go_to(str(sheet.position))

    # judging

    def watch_survey(self) -> None:
        """Judge another moment; the last table stays meanwhile."""
        if self.is_mounted:
            self._judge()
            self._fill()

    def _judge(self) -> None:
        if self.sheet is not None and not self.sheet.serves(self.survey):
            self._done = 0.0
            self._jobs.ask(partial(self.sheet.judged, self.survey, self._origins, self._left_out, self._told))

    def _told(self, done: float) -> None:
        self._done = done

    def _look(self) -> None:
        if self._jobs.busy:
            self._say()

    def _judged(self, sheet: Sheet) -> None:
        if self.sheet is not None and self.sheet.queries is sheet.queries and self.is_attached:
            self.sheet = sheet
            self.call_later(self._fill)

    # what is shown

    def on_resize(self) -> None:
        """Lines depend on the width."""
        self._fill()

    def _fill(self) -> None:
        self.table.profile = self.survey.settings.profile
        self.table.evaluation = self.sheet.evaluation if self.sheet is not None else None
        self._say()
        self._reason()

    def _say(self) -> None:
        """Title and figures, or how far they are."""
        sheet, width, seen = self.sheet, max(40, self.size.width - 4), self.table.evaluation
        count, name = (len(sheet.queries), sheet.name) if sheet is not None else (0, "")
        done = self._done if self._jobs.busy else None
        lines = figures(seen, self.table.profile, width) if seen is not None else nothing(count, done)
        self.query_one("#evaluation-figures", Static).update(stack(lines))
        self.query_one("#evaluation-title", Static).update(title(name, seen, len(self.table.keys), done, width))

    def _reason(self) -> None:
        place, seen = self.query_one("#evaluation-reasons", Static), self.table.evaluation
        if seen is not None:
            place.update(stack(reasons(seen, self.table.position, place.content_size.width, place.size.height)))

    @on(EvaluationTable.Arranged)
    def _arranged(self) -> None:
        self._fill()

    @on(RowList.Moved)
    def _moved(self) -> None:
        self._reason()

    # keys

    @on(RowList.Chosen)
    def _chosen(self) -> None:
        self._leave(asking=True)

    def action_leave(self) -> None:
        """Back to the tab."""
        self._leave(asking=False)

    def _leave(self, asking: bool) -> None:
        sheet, position = self.sheet, self.table.position
        if sheet is None or position is None:
            self.dismiss(Left(sheet))
            return
        sheet = replace(sheet, position=position)
        query = sheet.queries[position].query
        self.dismiss(Left(sheet, query, sheet.wanted(position)) if asking else Left(sheet))

    def action_release(self) -> None:
        """The session in the next release."""
        self.post_message(SettingsAsked(RELEASE.turned(self.survey.settings, 1)))

    def action_limit(self, step: int) -> None:
        """The session with another search limit."""
        settings = self.survey.settings
        limit = max(1, min(settings.max_search_limit, settings.search_default_limit + step))
        if limit != settings.search_default_limit:
            self.post_message(SettingsAsked(replace(settings, search_default_limit=limit)))

    def action_open(self) -> None:
        """Ask for a file of labelled queries."""

        def take(path: str | None) -> None:
            if path is not None and not _wrong(path):
                self._begin(Sheet.of_file(path))

        hint = "path of a list of {query, relevant} objects, in JSON or YAML"
        self.app.push_screen(AskScreen("Which labelled queries?", hint, _wrong), take)


def _wrong(path: str) -> str:
    """What is wrong with a file of labelled queries, in one line; nothing when it can be judged."""
    try:
        Sheet.of_file(path)
    except ConfigError as error:
        return str(error)
    return ""
