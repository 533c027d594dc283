"""Colours come from the theme from the first paint on, those of Textual's own parts too."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.theme import Theme

from toolscope.config.model import Config
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.themes import THEMES


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
async def test_a_scroll_bar_has_the_colours_of_the_theme(theme: Theme) -> None:
    app = ToolscopeApp(Config(), theme=theme.name)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        styles = app.screen.styles
        assert styles.scrollbar_color == Color.parse(theme.variables["scrollbar"])
        assert styles.scrollbar_background == Color.parse(theme.variables["scrollbar-background"])
