"""The line of keys and the help, over the Call tab."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tests.ui.calling import TITLED, Desk, desk, prepared, record
from toolscope.ui.screens.call import CallPane
from toolscope.ui.screens.help import HelpLines, HelpScreen
from toolscope.ui.widgets.key_line import KeyLine


class Keyed(Screen[None]):
    """The Call tab over our own line of keys."""

    CSS_PATH: ClassVar = ["../../toolscope/ui/screens/main.tcss", "../../toolscope/ui/screens/call.tcss"]
    HORIZONTAL_BREAKPOINTS: ClassVar = [(0, "-narrow"), (100, "-medium"), (160, "-wide")]

    def compose(self) -> ComposeResult:
        yield CallPane()
        yield KeyLine()


class KeyedDesk(Desk):
    HELP_TITLE = "Everywhere"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,f1", "keys", "Help", key_display="?")]

    async def on_mount(self) -> None:
        await self.push_screen(Keyed())
        self.pane.survey = self._moment

    def action_keys(self) -> None:
        self.push_screen(HelpScreen(self.screen.active_bindings.values()))

    @property
    def bottom(self) -> str:
        return self.text.split("\n")[-1]


@pytest.mark.parametrize("width", [80, 120, 200])
async def test_help_is_always_offered(width: int) -> None:
    app = KeyedDesk(desk())
    async with app.run_test(size=(width, 24)) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        assert app.bottom.rstrip().endswith("? Help")
        assert "F9 Run" in app.bottom


async def test_the_line_follows_the_focus_and_is_clicked() -> None:
    app = KeyedDesk(desk())
    async with app.run_test(size=(120, 36)) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        assert "Replay" not in app.bottom
        answer = {"content": [{"type": "text", "text": "first"}, {"type": "text", "text": "second"}]}
        app.pane.finished(record(prepared(desk(), **TITLED), result=answer))
        await app.settled(pilot)
        assert "r Replay" in app.bottom
        assert "← → Block" in app.bottom
        assert "F7 Tool" in app.bottom
        await pilot.click(KeyLine, offset=(app.bottom.index("r Replay"), 0))
        await app.settled(pilot)
        assert app.pane.view == "draft"
        await pilot.click(KeyLine, offset=(app.bottom.index("? Help"), 0))
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert app.bottom.strip() == ""


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_help_has_our_keys_only_and_scrolls(size: tuple[int, int]) -> None:
    app = KeyedDesk(desk())
    async with app.run_test(size=size) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        await pilot.press("f1")
        await pilot.pause()
        lines = app.screen.query_one(HelpLines)
        text = "\n".join(str(line) for line in lines.lines)
        assert "copy as toolscope command" in text
        assert "Ctrl+O" in text
        for words in ("^", "super", "Copy selected", "Scroll Right", "Focus Next", "How to read it"):
            assert words not in text
        await pilot.press("end")
        await pilot.pause()
        assert lines.lines
        last = str(lines.lines[-2]).strip()
        assert last.split()[-1] in app.text
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, HelpScreen)
