"""What the Call tab picks from a list: a tool, or a value of a field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.widget import Widget

from toolscope.survey import Survey
from toolscope.ui.present.pick import Offers, tool_offers, value_offers
from toolscope.ui.screens.pick import PickScreen
from toolscope.ui.screens.tool_pick import ToolPickScreen
from toolscope.ui.widgets.choice import Choice

_HINT = "a few letters"


def pick_tool(pane: Widget, survey: Survey, chosen: str | None, then: Callable[[str], None]) -> None:
    """Give the name of the tool that a person picks to ``then``; ``survey`` is the one of ``pane`` now."""
    screen = ToolPickScreen("Which tool?", _HINT, pane, survey, _tools, chosen)
    pane.app.push_screen(screen, lambda name: then(name) if name is not None else None)


def _tools(survey: Survey) -> Offers:
    return tool_offers(survey.catalog.deferred)


def pick_value(app: App[Any], choice: Choice) -> None:
    """Put the value that a person picks into its field."""
    screen = PickScreen("Which value?", _HINT, value_offers(choice.values, choice.shown), choice.value)
    app.push_screen(screen, lambda value: choice.take(value) if value else None)
