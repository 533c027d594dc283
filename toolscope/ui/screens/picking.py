"""What the Call tab picks from a list: a tool, or a value of a field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from toolscope.catalog.snapshot import Catalog
from toolscope.ui.present.pick import tool_offers, value_offers
from toolscope.ui.screens.pick import PickScreen
from toolscope.ui.widgets.choice import Choice

_HINT = "a few letters"


def pick_tool(app: App[Any], catalog: Catalog, chosen: str | None, then: Callable[[str], None]) -> None:
    """Give the name of the tool that a person picks to ``then``."""
    screen = PickScreen("Which tool?", _HINT, tool_offers(catalog.deferred), chosen)
    app.push_screen(screen, lambda name: then(name) if name is not None else None)


def pick_value(app: App[Any], choice: Choice) -> None:
    """Put the value that a person picks into its field."""
    screen = PickScreen("Which value?", _HINT, value_offers(choice.values, choice.shown), choice.value)
    app.push_screen(screen, lambda value: choice.take(value) if value else None)
