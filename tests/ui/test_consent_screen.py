"""The dialog that shows a configuration's commands before any of them is run."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App

from tests.ui.calling import desk, the_tool
from toolscope.config.hooks import Hook
from toolscope.config.model import Origin
from toolscope.ui.screens.consent import ConsentScreen
from toolscope.ui.themes import NIGHT

LONG = "/opt/guards/check.sh " + " ".join(f"--rule-{n} value-{n}" for n in range(40))
HOOKS = (
    Hook("pre_tool_call", "guard.sh --token abc", Origin("config.yaml", 3), "mcp__x__.*", 20, fail_closed=True),
    Hook("post_tool_call", "log.sh [/red] \x1b[2J", Origin("config.yaml", 5)),
)


class Asker(App[None]):
    """Asks once and keeps the answer."""

    CSS_PATH = ["../../toolscope/ui/screens/main.tcss"]

    def __init__(self, *hooks: Hook) -> None:
        super().__init__()
        self._hooks = hooks or HOOKS
        self.answer: Any = "none"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(NIGHT.variables)

    def on_mount(self) -> None:
        self.push_screen(ConsentScreen(self._hooks, the_tool(desk())), self._answered)

    def _answered(self, answer: bool | None) -> None:
        self.answer = answer

    @property
    def text(self) -> str:
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(["enter"], False), (["escape"], False), (["n"], False), (["l"], True), (["right", "enter"], True)],
)
async def test_no_has_the_focus(keys: list[str], answer: bool) -> None:
    app = Asker()
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        assert app.answer is answer


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_commands_are_shown_in_full_with_file_and_line(size: tuple[int, int]) -> None:
    app = Asker()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        for words in (
            "Run 2 commands around calls of create_issue?",
            "before the call   config.yaml:3",
            "guard.sh --token abc",
            "for tools that match mcp__x__.* · at most 20 s · a failure",
            "after the call   config.yaml:5",
            "log.sh [/red] ␛[2J",
            "for every tool · at most 60 s",
            "Not now n",
            "Let them run l",
        ):
            assert words in app.text
        assert "\x1b" not in app.text


async def test_a_long_command_scrolls_while_the_answers_stay_in_view() -> None:
    app = Asker(*(Hook("pre_tool_call", LONG, Origin("config.yaml", line)) for line in range(1, 5)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Let them run l" in app.text
        await pilot.press("shift+tab", "end")
        await pilot.pause()
        assert "--rule-39 value-39" in app.text
        assert "Let them run l" in app.text
