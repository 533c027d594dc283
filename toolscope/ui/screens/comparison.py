"""The same servers under two releases of Hermes, side by side, as the settings change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from toolscope.config.model import Origin
from toolscope.config.profiles import PROFILES
from toolscope.disclosure.compare import Comparison
from toolscope.survey import Survey, in_releases
from toolscope.ui.feed import Latest
from toolscope.ui.present.comparison import title
from toolscope.ui.present.missing import without
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.comparison_list import ComparisonList

_FOLLOWS = "A setting that nobody wrote follows each release's default."
_NAMES = tuple(PROFILES)


class ComparisonScreen(ModalScreen[None]):
    """The session's release on the left, another one on the right."""

    CSS_PATH = ["dialogs.tcss", "comparison.tcss"]
    HELP_TITLE = "Comparison"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "other(1)", "Other release", tooltip="Compare with the next release"),
        Binding("escape,equals_sign", "dismiss", "Close", key_display="Esc"),
    ]

    listed = query_one(ComparisonList)

    def __init__(self, survey: Survey, origins: Mapping[str, Origin]) -> None:
        """``origins`` says which settings somebody wrote."""
        super().__init__()
        self._survey, self._origins = survey, origins
        self._other = next(name for name in _NAMES if name != survey.settings.profile.name)
        self._surveys: tuple[Survey, ...] = ()
        """Taken before; what has not changed since costs nothing again."""
        self._jobs = Latest[tuple[Survey, ...]](self._compared)

    def compose(self) -> ComposeResult:
        """Title, lines, keys."""
        with Vertical(id="comparison"):
            yield Static(id="comparison-title")
            yield ComparisonList()
            yield Static(id="comparison-note")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Compare, and follow the app."""
        self.listed.focus()
        self.watch(self.app, "survey", self._follow)

    def on_unmount(self) -> None:
        """What is still being compared is of no use any more."""
        self._jobs.stop()

    def _follow(self, survey: Survey) -> None:
        self._survey = survey
        if survey.settings.profile.name == self._other:
            self.action_other(1)
        else:
            self._compare()

    def _compare(self) -> None:
        profiles = (self._survey.settings.profile, PROFILES[self._other])
        self._jobs.ask(partial(in_releases, self._survey, profiles, self._origins, self._surveys))
        self._fill()

    def _compared(self, surveys: tuple[Survey, ...]) -> None:
        if not self.is_attached:
            return
        self._surveys = surveys
        left, right = surveys
        self.listed.comparison = Comparison(left.disclosure, right.disclosure)
        self.call_later(self._fill)

    def _fill(self) -> None:
        seen = self.listed.comparison
        fresh = seen if seen and seen.after.settings.profile.name == self._other else None
        width = max(20, self.size.width - 4)
        self.query_one("#comparison-title", Static).update(title(fresh, self.listed.shown, width))
        away = without(self._survey, width // 2)
        note = assemble((_FOLLOWS, "$soft"), "  " if away[0] else "", away)
        self.query_one("#comparison-note", Static).update(note.truncate(width, ellipsis=True))

    def on_resize(self) -> None:
        """Lines depend on the width."""
        self._fill()

    def action_other(self, step: int) -> None:
        """To the next release that is not the session's own."""
        others = [name for name in _NAMES if name != self._survey.settings.profile.name]
        at = others.index(self._other) + step if self._other in others else 0
        self._other = others[at % len(others)]
        self._compare()
