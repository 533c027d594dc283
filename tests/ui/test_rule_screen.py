"""The question before a rule is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App

from toolscope.config import rules
from toolscope.ui.screens.rule import RuleScreen
from toolscope.ui.themes import NIGHT


class Asker(App[None]):
    """Asks about one rule."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.register_theme(NIGHT)
        self.theme = NIGHT.name
        self._change = rules.allowing(path, "wiki/read")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(NIGHT.variables)

    def on_mount(self) -> None:
        self.push_screen(RuleScreen(self._change))

    @property
    def text(self) -> str:
        strips = self.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in strip) for strip in strips)


@pytest.mark.parametrize(
    ("written", "says"), [(None, "is made for it."), ("theme: x\n", "keeps everything else as it is written.")]
)
async def test_a_file_that_is_not_there_yet_is_made_and_another_kept(written: str | None, says: str) -> None:
    path = Path("own.yaml")
    if written is not None:
        path.write_text(written)
    app = Asker(path)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert f"own.yaml {says}" in app.text
