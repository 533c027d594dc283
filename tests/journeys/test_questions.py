"""Questions of a live server in the app, answered by keyboard; on the command line refused and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.connections.launching import SERVERS, script
from tests.journeys.screen import seen, text_of, until
from toolscope.config.model import Config, Guardrail, Rule
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.messages import CallAsked
from toolscope.ui.screens.question import FormQuestion, QuestionScreen, SamplingQuestion, UrlQuestion

ALLOWED = Guardrail((Rule("*", "allow"),))


def asker() -> ToolscopeApp:
    return ToolscopeApp(Config((script("asking"),), guardrail=ALLOWED))


def calls_sent(app: ToolscopeApp) -> int:
    sent = app.main.log_pane.traffic.of("asking")
    return len([one for one in sent if one.sent and one.method == "tools/call"])


async def begun(app: ToolscopeApp, pilot: object, name: str) -> None:
    await until(pilot, lambda: bool(app.survey.catalog.deferred))  # type: ignore[arg-type]
    app.main.tab = "call"
    app.main.call_pane.open(f"mcp__asking__{name}")
    await until(pilot, lambda: app.main.call_pane.draft.judged is not None)  # type: ignore[arg-type]
    await pilot.press("f9")  # type: ignore[attr-defined]
    if app.size.width < 100:
        await pilot.press("f9")  # type: ignore[attr-defined]
    await until(pilot, lambda: isinstance(app.screen, QuestionScreen))  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_a_form_is_checked_before_it_is_sent(size: tuple[int, int]) -> None:
    app = asker()
    async with app.run_test(size=size) as pilot:
        await begun(app, pilot, "book")
        assert isinstance(app.screen, FormQuestion)
        screen = await seen(pilot, "city")
        assert "Where do you want to go?" in screen
        await pilot.press("f9")
        assert "'city' is a required property" in await seen(pilot, "required")
        await pilot.press("R")
        assert "too short" in await seen(pilot, "too short")
        await pilot.press(*"ome", "f9")
        screen = await seen(pilot, "reply costs")
        assert '"city": "Rome", "nights": 1' in " ".join(screen.split())
        await pilot.press("f5")
        assert "asks for input: Where do you want to go?" in await seen(pilot, "answered by you")


async def test_a_page_is_never_opened_by_itself_and_can_be_declined() -> None:
    app = asker()
    async with app.run_test(size=(120, 36)) as pilot:
        await begun(app, pilot, "pay")
        assert isinstance(app.screen, UrlQuestion)
        assert "https://pay.example/1" in text_of(app)
        await pilot.press("f8")
        assert "decline" in await seen(pilot, "reply costs")


async def test_a_person_answers_in_place_of_a_model_or_refuses() -> None:
    app = asker()
    async with app.run_test(size=(120, 36)) as pilot:
        await begun(app, pilot, "think")
        assert isinstance(app.screen, SamplingQuestion)
        assert "Say a number." in text_of(app)
        await pilot.press("f9")
        assert "type an answer" in await seen(pilot, "type an answer")
        await pilot.press(*"seven", "f9")
        assert "seven" in await seen(pilot, "reply costs")


async def test_a_question_goes_when_its_call_is_stopped() -> None:
    app = asker()
    async with app.run_test(size=(120, 36)) as pilot:
        await begun(app, pilot, "book")
        app.calls.cancel()
        await until(pilot, lambda: not isinstance(app.screen, QuestionScreen))
        await pilot.press("f5")
        await seen(pilot, "withdrawn")


async def test_a_second_call_waits_for_the_first_and_can_be_stopped_as_well() -> None:
    app = asker()
    async with app.run_test(size=(120, 36)) as pilot:
        await begun(app, pilot, "book")
        first, judged = app.screen, app.main.call_pane.draft.judged
        assert judged is not None
        app.post_message(CallAsked(judged.prepared))
        await pilot.pause()
        assert calls_sent(app) == 1
        app.calls.cancel()
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen) and app.screen is not first)
        assert calls_sent(app) == 2
        app.calls.cancel()
        await until(pilot, lambda: not isinstance(app.screen, QuestionScreen))
        results = app.main.call_pane.results
        await until(pilot, lambda: [record.fate for record in results.records] == ["cancelled", "cancelled"])


def test_on_the_command_line_questions_are_refused_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    from toolscope.cli.run import run

    config = tmp_path / "mcp.json"
    command = {"command": sys.executable, "args": [str(SERVERS / "asking.py")]}
    config.write_text(json.dumps({"mcpServers": {"asking": command}}))
    code = run(["call", "mcp__asking__book", "--yes", "--config", str(config), "--trust"])
    printed = capsys.readouterr()
    assert "asking asks for input: Where do you want to go?; refused: only the app asks a person" in printed.err
    assert code == 0
    assert "decline" in printed.out
