"""What there is to do on the Call tab while no tool is chosen."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from toolscope.survey import Survey
from toolscope.ui.present.calls import invitation


class CallEmpty(Widget, can_focus=True):
    """Says how to get a tool, and how many there are to choose from."""

    HELP_TITLE = "Call"

    survey: reactive[Survey] = reactive(Survey)

    def render(self) -> Content:
        """The invitation."""
        return invitation(len(self.survey.catalog.deferred))
