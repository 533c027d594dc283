"""The line of keys and the help, over the Call tab."""

from __future__ import annotations

import pytest

from tests.ui.calling import TITLED, Desk, desk, prepared, record
from toolscope.ui.screens.help import HelpLines, HelpScreen
from toolscope.ui.widgets.key_line import KeyLine


def bottom(app: Desk) -> str:
    return app.text.split("\n")[-1]


@pytest.mark.parametrize("width", [80, 120, 200])
async def test_help_is_always_offered(width: int) -> None:
    app = Desk(desk())
    async with app.run_test(size=(width, 24)) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        assert bottom(app).rstrip().endswith("F1 Help")
        assert "F9 Run" in bottom(app)
        app.pane.draft.prepared.view.focus() if width > 80 else app.pane.draft.show_sent(True)
        await app.settled(pilot)
        assert bottom(app).rstrip().endswith("? Help")


async def test_the_line_follows_the_focus_and_is_clicked() -> None:
    app = Desk(desk())
    async with app.run_test(size=(120, 36)) as pilot:
        await app.open(pilot, arguments=dict(TITLED))
        assert "Replay" not in bottom(app)
        answer = {"content": [{"type": "text", "text": "first"}, {"type": "text", "text": "second"}]}
        app.pane.finished(record(prepared(desk(), **TITLED), result=answer))
        await app.settled(pilot)
        assert "r Replay" in bottom(app)
        assert "← → Block" in bottom(app)
        assert "F7 Tool" in bottom(app)
        await pilot.click(KeyLine, offset=(bottom(app).index("r Replay"), 0))
        await app.settled(pilot)
        assert app.pane.view == "draft"
        await pilot.click(KeyLine, offset=(bottom(app).index("F1 Help"), 0))
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert bottom(app).strip() == ""


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_help_has_our_keys_only_and_scrolls(size: tuple[int, int]) -> None:
    app = Desk(desk())
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
