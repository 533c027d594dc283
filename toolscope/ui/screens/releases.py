"""One query in every release of Hermes; the other releases' tools are read in a thread, once for each catalog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from toolscope.config.model import Origin
from toolscope.config.profiles import PROFILES, Profile
from toolscope.plain import one_line
from toolscope.survey import in_releases
from toolscope.ui.background import in_thread, keep
from toolscope.ui.present.bench import Bench
from toolscope.ui.present.releases import Comparison, compared, stand
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.line_view import LineView


class Shelf:
    """The catalog as other releases have it, ready to be asked: built when first wanted, then kept."""

    def __init__(self) -> None:
        self._benches: dict[str, Bench] = {}

    async def bench(self, now: Bench, profile: Profile, origins: Mapping[str, Origin]) -> Bench:
        """The bench of a release; ``now`` is that of the session. 2 s for 3,300 tools the first time."""
        if profile == now.survey.settings.profile:
            return now
        kept = self._benches.get(profile.name)
        before = [kept.survey] if kept is not None else []
        (survey,) = await in_thread(partial(in_releases, now.survey, (profile,), origins, before))
        if kept is None or not kept.serves(survey):
            kept = await in_thread(partial(Bench.of, survey, now.left_out))
            keep()
        self._benches[profile.name] = kept.under(survey)
        return self._benches[profile.name]


class ComparisonView(LineView):
    """The columns; scrolls."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison

    def build(self, width: int) -> Sequence[Content]:
        """All lines."""
        return compared(self.comparison, width)


class ReleasesScreen(ModalScreen[None]):
    """What each release finds, and where they differ."""

    CSS_PATH = ["dialogs.tcss", "search.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Side by side"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+y", "dismiss", "Close", key_display="Esc"),
    ]

    def __init__(
        self,
        shelf: Shelf,
        now: Bench,
        origins: Mapping[str, Origin],
        query: str,
        limit: int | None,
        wanted: str | None,
    ) -> None:
        """``origins`` tell which settings were written down and which follow the release."""
        super().__init__()
        profiles = tuple(PROFILES.values())
        none = (None,) * len(profiles)
        self._shelf, self._now, self._origins, self._limit = shelf, now, origins, limit
        self.view = ComparisonView(Comparison(query, now.survey.settings.profile, profiles, none, wanted))

    def compose(self) -> ComposeResult:
        """Title, columns, keys."""
        query = one_line(self.view.comparison.query, 60)
        with Vertical(classes="dialog -releases"):
            yield Static(assemble((f"“{query}”", "bold $ink"), ("  in each release", "$soft")), classes="title")
            yield self.view
            yield Static(assemble(("≠", "bold $here"), (" where they differ, Esc closes", "$soft")), classes="note")

    def on_mount(self) -> None:
        """Keys scroll; columns come as they are ready."""
        self.view.focus()
        self._compare()

    @work
    async def _compare(self) -> None:
        comparison = self.view.comparison
        tool = self._now.survey.catalog.find(comparison.wanted) if comparison.wanted else None
        order = sorted(enumerate(comparison.profiles), key=lambda pair: pair[1] != comparison.now)
        for at, profile in order:
            bench = await self._shelf.bench(self._now, profile, self._origins)
            job = partial(stand, bench, comparison.query, self._limit, comparison.wanted, tool)
            standings = list(self.view.comparison.standings)
            standings[at] = await in_thread(job)
            self.view.comparison = replace(self.view.comparison, standings=tuple(standings))
            self.view.rebuild()
