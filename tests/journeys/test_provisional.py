"""While real servers are on their way, and when one of them never comes: no number looks whole that is not."""

from __future__ import annotations

import pytest

from tests.connections.launching import script
from tests.journeys.screen import seen, text_of, until
from toolscope.config.model import Config, Settings
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.widgets.manifest_view import ManifestView

SERVERS = (
    script("paged"),
    script("silent", connect_timeout=600.0),
    script("dying", "early"),
    script("paged", name="notes", enabled=False),
)


def line_with(screen: str, words: str) -> str:
    return next(line for line in screen.splitlines() if words in line)


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_a_decision_is_provisional_until_everybody_was_heard_and_names_who_never_came(
    size: tuple[int, int],
) -> None:
    app = ToolscopeApp(Config(servers=SERVERS, settings=Settings(context_length=200_000)))
    narrow = size[0] < 100
    async with app.run_test(size=size) as pilot:
        screen = await seen(pilot, "1 of 3 servers still connecting: the tier can change")
        await until(pilot, lambda: len(app.survey.catalog.tools) == 30)
        await until(pilot, lambda: "without" in line_with(text_of(app), "TIER 1"))
        screen = text_of(app)
        assert "provisional" in line_with(screen, "Manifest ")
        assert "without" in line_with(screen, "total")
        assert "without" in line_with(screen, "cost of a turn")
        await pilot.press("f3")
        await seen(pilot, "provisional, 1 to come")
        assert "not searched" in text_of(app)
        await pilot.press("f2")
        app.main.budget_pane.query_one(ManifestView).gesture = 0
        app.main.budget_pane.table.focus()
        app.main.budget_pane.table.go_to("silent")
        await pilot.press("X")
        await until(pilot, lambda: not app.survey.pending)
        await until(pilot, lambda: "provisional" not in text_of(app))
        screen = text_of(app)
        assert "without" in line_with(screen, "TIER 1")
        assert "without" in line_with(screen, "Manifest ")
        if not narrow:
            assert "without silent and 2 more" in line_with(screen, "cost of a turn")
        await pilot.press("f3")
        await seen(pilot, "without")
        screen = text_of(app)
        assert "without" in line_with(screen, "TIER 1")
        assert "– notes" in line_with(screen, "not searched")
