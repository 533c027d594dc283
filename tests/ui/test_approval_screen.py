"""The approval dialog: no is the answer unless somebody says yes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from tests.ui.calling import TITLED, desk, prepared, until
from toolscope.config.model import Guardrail
from toolscope.config.rules import RuleChange, allowing
from toolscope.invocation.call import PreparedCall
from toolscope.invocation.glob import exactly
from toolscope.invocation.guardrail import HermesDecision, decide
from toolscope.invocation.passage import Answer, Passage
from toolscope.plain import Plain
from toolscope.ui.screens.approval import ApprovalScreen, ArgumentLines
from toolscope.ui.themes import NIGHT

HERMES = HermesDecision("allow", Plain("the server's trust is full"))
UNANSWERED = object()


class Asker(App[None]):
    """Asks once and keeps the answer."""

    def __init__(self, call: PreparedCall, seconds: float = 300, passage: Passage | None = None) -> None:
        super().__init__()
        self._call, self._seconds, self._passage = call, seconds, passage
        self.answer: Any = UNANSWERED

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(NIGHT.variables)

    def on_mount(self) -> None:
        passage = self._passage or Passage(self._call, decide(Guardrail(), self._call.tool))
        screen = ApprovalScreen(passage, HERMES, "npx tracker-mcp  pid 48213", self._rule, self._seconds)
        self.push_screen(screen, self._answered)

    def _rule(self, passage: Passage) -> RuleChange:
        return allowing(Path("own.yaml"), exactly(passage.prepared.tool))

    def _answered(self, answer: Answer | None) -> None:
        self.answer = answer

    @property
    def text(self) -> str:
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


async def ready(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], Answer("deny")),
        (["d"], Answer("deny")),
        (["escape"], Answer("deny")),
        (["o"], Answer("once")),
        (["s"], Answer("session")),
        (["tab", "tab", "enter"], Answer("once")),
        (["right", "right", "right", "enter"], Answer("session")),
        (["right", "left", "enter"], Answer("deny")),
        (["w", *"no", "enter"], Answer("deny", "no")),
        (["right", "enter", *"not", "enter"], Answer("deny", "not")),
        (["w", *"o", "escape", "o"], Answer("once")),
        (["a", "w"], Answer("always")),
        (["a", "enter", "d"], Answer("deny")),
        (["a", "escape", "o"], Answer("once")),
    ],
)
async def test_deny_has_the_focus_and_every_answer_has_a_key(keys: list[str], answer: Answer) -> None:
    app = Asker(prepared(desk(), **TITLED))
    async with app.run_test(size=(120, 36)) as pilot:
        await ready(pilot)
        await pilot.press(*keys)
        await pilot.pause()
        assert app.answer == answer


async def test_silence_is_a_no() -> None:
    app = Asker(prepared(desk(), **TITLED), seconds=0.2)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.answer is not UNANSWERED)
        assert app.answer is None


async def test_everything_that_matters_is_there() -> None:
    call = prepared(desk(), **TITLED)
    app = Asker(call)
    async with app.run_test(size=(120, 36)) as pilot:
        await ready(pilot)
        for words in (
            "ASK   Run create_issue on tracker?",
            "is a no",
            "mcp__tracker__create_issue",
            "npx tracker-mcp pid 48213",
            "writes assumed",
            "may destroy assumed",
            "default: ask",
            "would run it without asking",
            '"title": "Export fails"',
            f"digest {call.digest[:8]}",
            "Deny d",
            "Allow once o",
            "Say why w",
            "This session s",
            "Always a",
            "↑ ↓ PgUp PgDn scroll   ← → other answers   Esc denies",
        ):
            assert words in app.text


async def test_long_arguments_scroll_while_the_answers_stay_in_view() -> None:
    call = prepared(desk(), **TITLED, labels=[f"label {n}" for n in range(300)])
    app = Asker(call)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        assert "Deny d" in app.text
        assert "label 299" not in app.text
        await pilot.press("pagedown")
        await pilot.pause()
        assert app.screen.query_one(ArgumentLines).scroll_offset.y > 0
        await pilot.press("end")
        await pilot.pause()
        assert "label 299" in app.text
        assert "Deny d" in app.text
        assert "Allow once o" in app.text
        assert app.answer is UNANSWERED


async def test_arguments_are_never_shortened() -> None:
    value = "".join(f"{n:06}" for n in range(30_000))
    app = Asker(prepared(desk(), title=value, project_id="PX"))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        lines = app.screen.query_one(ArgumentLines).lines
        assert value in "".join(map(str, lines)).replace(" ", "")


async def test_hostile_arguments_are_text() -> None:
    app = Asker(prepared(desk(), title="[/red] \x1b]52;c;eA==\x07 \u202e", project_id="[b]x"))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        assert "[/red]" in app.text
        assert "[b]x" in app.text
        assert "\x1b" not in app.text
        assert "\u202e" not in app.text
