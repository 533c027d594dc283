"""Ask for the context window: one of a known model, a number, or none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App

from toolscope.config.model import Settings
from toolscope.ui.present.models import chosen, offered, wrong
from toolscope.ui.screens.pick import PickScreen


def ask_window(app: App[Any], settings: Settings, then: Callable[[Settings], object]) -> None:
    """Give the settings with the chosen window to ``then``; do nothing when it was left with Escape."""

    def picked(key: str | None) -> None:
        if key is not None:
            then(chosen(settings, key))

    hint = "200k, 1M, a model id, unknown"
    offers, why_none = partial(offered, settings), partial(wrong, settings)
    app.push_screen(PickScreen("How large is the context window?", hint, offers, wrong=why_none), picked)
