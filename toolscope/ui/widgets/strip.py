"""The deck in one line, for the tabs that have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from toolscope.survey import Survey
from toolscope.ui.present.folded import folded

if TYPE_CHECKING:
    from toolscope.disclosure.exact import ExactCosts


class Strip(Static):
    """The tier, the budget and which side of it decides, and the cost of a turn."""

    DEFAULT_CSS = """
    Strip { height: 1; background: $deck; color: $ink; padding: 0 2; }
    """

    survey: reactive[Survey] = reactive(Survey, init=False)
    exact: reactive[ExactCosts | None] = reactive(None, init=False)

    def render(self) -> Content:
        """The line."""
        return folded(self.survey, self.exact, self.content_size.width)
