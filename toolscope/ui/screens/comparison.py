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
from toolscope.config.settings import following
from toolscope.disclosure.compare import Comparison
from toolscope.survey import Survey, in_releases
from toolscope.ui.feed import Latest
from toolscope.ui.present.comparison import follows_words, title
from toolscope.ui.present.missing import beside
from toolscope.ui.present.text import assemble, number
from toolscope.ui.widgets.comparison_list import ComparisonList

_NAMES = tuple(PROFILES)


class ComparisonScreen(ModalScreen[None]):
    """The session's release on the left until another one is chosen, and one that is not it on the right."""

    CSS_PATH = ["dialogs.tcss", "comparison.tcss"]
    HELP_TITLE = "Comparison"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(0)", "Left release", key_display="←", tooltip="Another release on the left"),
        Binding("right,p", "turn(1)", "Right release", key_display="→", tooltip="Another release on the right"),
        Binding("escape,equals_sign", "dismiss", "Close", key_display="Esc"),
    ]

    listed = query_one(ComparisonList)

    def __init__(self, survey: Survey, origins: Mapping[str, Origin]) -> None:
        """``origins`` says which settings somebody wrote."""
        super().__init__()
        self._survey, self._origins = survey, origins
        present = survey.settings.profile.name
        self.releases = [present, next(name for name in _NAMES if name != present)]
        """Left and right."""
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
        self._compare()

    def _compare(self) -> None:
        profiles = [PROFILES[name] for name in self.releases]
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
        seen, survey = self.listed.comparison, self._survey
        fresh = seen if seen and self._names(seen) == self.releases and not self._stale(seen) else None
        width = max(20, self.listed.size.width - 4)
        self.query_one("#comparison-title", Static).update(title(fresh, self.listed.shown, width))
        waiting = len(survey.pending)
        coming = f"   provisional, {number(waiting)} to come" if waiting else ""
        follows = following(seen.before.settings, seen.after.settings.profile, self._origins) if seen else {}
        told = assemble((follows_words(follows), "$soft"), (coming, "$info"))
        note = assemble(told, beside(survey, max(20, width - told.cell_length)))
        self.query_one("#comparison-note", Static).update(note.truncate(width, ellipsis=True))

    def _stale(self, seen: Comparison) -> bool:
        """Whether the session is another one than what was compared."""
        taken = [each for each in self._surveys if each.settings.profile == self._survey.settings.profile]
        return any(each.disclosure is not self._survey.disclosure for each in taken)

    @staticmethod
    def _names(seen: Comparison) -> list[str]:
        return [plan.settings.profile.name for plan in (seen.before, seen.after)]

    def on_resize(self) -> None:
        """Lines depend on the width."""
        self._fill()

    def action_turn(self, side: int) -> None:
        """Another release on one side; never the one that is on the other."""
        names = [name for name in _NAMES if name != self.releases[1 - side]]
        self.releases[side] = names[(names.index(self.releases[side]) + 1) % len(names)]
        self._compare()
