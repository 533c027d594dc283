"""A tool to pick while servers may still bring more of them."""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget

from toolscope.survey import Survey
from toolscope.ui.present.missing import still_connecting
from toolscope.ui.present.pick import Offers
from toolscope.ui.screens.pick import PickScreen


class ToolPickScreen(PickScreen):
    """Offers what is there, and what comes while it is open."""

    def __init__(
        self,
        question: str,
        hint: str,
        pane: Widget,
        survey: Survey,
        offers: Callable[[Survey], Offers],
        chosen: str | None = None,
    ) -> None:
        """``survey`` is the one of ``pane`` now; each later one of it is offered from as well."""
        super().__init__(question, hint, offers(survey), chosen)
        self._pane, self._of = pane, offers
        self._catalog = survey.catalog

    def on_mount(self) -> None:
        """Follow the pane, from what came while this opened."""
        self.watch(self._pane, "survey", self._follow)

    def _follow(self, survey: Survey) -> None:
        if survey.catalog is not self._catalog:
            self._catalog, self._offers = survey.catalog, self._of(survey)
        self.renew(self._offers, still_connecting(survey))
