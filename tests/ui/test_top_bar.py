"""The line at the top: tabs that stay in place, and as many words as there is room for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.app import App, ComposeResult

from tests.build import status, survey, tool
from toolscope.connections.state import State
from toolscope.survey import Survey
from toolscope.ui.themes import NIGHT
from toolscope.ui.widgets.top_bar import TopBar

READY = status("wiki", [tool("read"), tool("find")])
FAILED = replace(status("web", state=State.FAILED))


class Top(App[None]):
    """Nothing but the line."""

    def __init__(self, seen: Survey, notes: int = 0) -> None:
        super().__init__()
        self._seen, self._notes = seen, notes
        self.chosen: list[str] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(NIGHT.variables)

    def compose(self) -> ComposeResult:
        bar = TopBar()
        bar.survey, bar.tab, bar.notes = self._seen, "budget", self._notes
        yield bar

    def on_top_bar_tab_chosen(self, message: TopBar.TabChosen) -> None:
        self.chosen.append(message.tab)

    def on_top_bar_notes_chosen(self) -> None:
        self.chosen.append("notes")

    @property
    def line(self) -> str:
        return "".join(part.text for part in self.screen._compositor.render_strips()[0])


@pytest.mark.parametrize(
    ("width", "notes", "says"),
    [
        (120, 1, "! 1 note   ● 1 ready  ✕ 1 failed   2 tools"),
        (130, 1, "! 1 note   hermes-0.21   ● 1 ready  ✕ 1 failed   2 tools"),
        (100, 1, "! 1  ● 1  ✕ 1   2 tools"),
        (80, 0, "● 1  ✕ 1   2 tools"),
        (60, 1, "! 1  ● 1  ✕ 1   2"),
    ],
)
async def test_numbers_have_words_where_there_is_room(width: int, notes: int, says: str) -> None:
    app = Top(survey(READY, FAILED), notes)
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        assert app.line.rstrip().endswith(f" {says}")
        assert ("F5" in app.line) == (width >= 80)


@pytest.mark.parametrize("width", [60, 80, 120])
async def test_a_click_reaches_the_tab_and_the_notes_that_stand_there(width: int) -> None:
    app = Top(survey(READY), 2)
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        for title in ("Budget", "Search", "Call", "Log", "! 2"):
            await pilot.click(TopBar, offset=(app.line.index(title), 0))
        await pilot.pause()
        assert app.chosen == ["budget", "search", "call", "log", "notes"]
