"""Labelled queries on the screen: judged in a thread, again when settings change, and led to their reasons."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.reactive import reactive

from tests.build import status, survey, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.launch import Recorded
from toolscope.config.model import Config, Origin, ServerConfig
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22
from toolscope.demo.fleet import ORIGIN
from toolscope.retrieval.labelled import Labelled
from toolscope.survey import Survey, take
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.messages import SettingsAsked
from toolscope.ui.present.sheet import Sheet
from toolscope.ui.screens.ask import AskScreen
from toolscope.ui.screens.evaluation import EvaluationScreen, Left
from toolscope.ui.themes import NIGHT, THEMES

CHAT = [tool("send_message", "Send a message to a channel"), tool("list_channels", "List channels", "page")]
WIKI = [tool(f"page_{n}", "Read a page of the wiki [/red] \x1b[31m \u202e", "page") for n in range(8)]
HOSTILE = "wiki page [/red] \x1b[31m \u202e"


def label(entry: int, query: str, *relevant: str) -> Labelled:
    return Labelled(query, relevant, not relevant, entry, Origin("labels.json", entry))


SHEET = Sheet(
    "labels.json",
    (
        label(1, "send message", "chat/send_message"),
        label(2, "send slack message", "chat/send_message"),
        label(3, HOSTILE, "wiki/page_7"),
        label(4, "play music"),
        label(5, "list", "chat/nothing_of_that_name"),
        label(6, "read the page"),
        label(7, "", "chat/send_message"),
    ),
)


class Stage(App[None]):
    """The screen over nothing, answered as the app answers it."""

    survey: reactive[Survey] = reactive(Survey, init=False)

    def __init__(self, now: Survey, sheet: Sheet | None = SHEET) -> None:
        super().__init__()
        self.set_reactive(Stage.survey, now)
        self.sheet = sheet
        self.left: Left | None = None

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return NIGHT.variables

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = NIGHT.name
        self.push_screen(EvaluationScreen(self.survey, self.sheet).data_bind(Stage.survey), self._ended)

    def _ended(self, left: Left | None) -> None:
        self.left = left

    def on_settings_asked(self, message: SettingsAsked) -> None:
        self.survey = self.survey.with_settings(message.settings)

    @property
    def sheet_screen(self) -> EvaluationScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, EvaluationScreen))

    @property
    def text(self) -> str:
        return text(self)


def text(app: App[Any]) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    for _ in range(600):
        await pilot.pause(0.01)
        if condition():
            return
    raise AssertionError(text(pilot.app))


def judged(app: Stage) -> bool:
    screen = app.sheet_screen
    return screen.table.evaluation is not None and not screen._jobs.busy and "judging" not in app.text


@pytest.fixture
def now() -> Survey:
    return survey(status("chat", CHAT), status("wiki", WIKI))


def line(app: Stage, entry: int) -> str:
    return next(row for row in app.text.split("\n") if row.lstrip("▌ ").startswith(f"{entry} "))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 36), (200, 50), (40, 12)])
async def test_figures_rows_and_reasons_stand_at_every_size(now: Survey, width: int, height: int) -> None:
    app = Stage(now)
    async with app.run_test(size=(width, height)) as pilot:
        await until(pilot, lambda: judged(app))
        assert app.sheet_screen._done == 1.0, "the thread told how far it was"
        assert max(map(len, app.text.split("\n"))) <= width
        assert "\x1b" not in app.text
        if width >= 80:
            for words in ("precision", "hermes-0.22", "0.21 without gate", "no gate", "Esc closes"):
                assert words in app.text
            assert line(app, 1).split("✓")[1:] == [" 1        ", " 1        ", " 1        ", " 1"]
            assert line(app, 2).count("✕ unknown") == 2
            assert line(app, 3).count("↓ 8") + line(app, 3).count("✕ unknown") == 4
            assert line(app, 4).count("✓ none") == 4
            assert line(app, 5).count("? no tool") == 4
            assert "✕ 5 wrong" in line(app, 6)
            assert "(blank)" in line(app, 7)
            await pilot.press("down")
            assert "0.21, 0.22  chat/send_message  “slack” is in no tool." in app.text


async def test_another_limit_judges_again_while_the_last_table_stays(now: Survey) -> None:
    app = Stage(now)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: judged(app))
        before = app.sheet_screen.table.evaluation
        assert before is not None
        await pilot.press("end", "minus", "minus", "minus", "minus", "minus")
        assert app.survey.settings.search_default_limit == 1
        await until(pilot, lambda: judged(app) and app.sheet_screen.table.evaluation is not before)
        seen = app.sheet_screen.table.evaluation
        assert seen is not None
        assert (seen.k, seen.trials[0].limit) == (1, 1)
        assert app.sheet_screen.table.position == 6
        assert "k = 1" in app.text


async def test_another_release_or_scope_judges_again_and_a_slider_does_not(now: Survey) -> None:
    app = Stage(now)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: judged(app))
        first = app.sheet_screen.table.evaluation
        app.survey = app.survey.with_settings(replace(app.survey.settings, threshold_pct=0.5))
        await pilot.pause()
        assert not app.sheet_screen._jobs.busy
        await pilot.press("p")
        assert app.survey.settings.profile == HERMES_22
        await until(pilot, lambda: judged(app) and app.sheet_screen.table.profile == HERMES_22)
        assert app.sheet_screen.table.evaluation == first
        scope = Scope(servers=frozenset({"chat"}))
        app.survey = take(app.survey.statuses, app.survey.settings, scope)
        await until(pilot, lambda: judged(app) and "– scope" in line(app, 1))
        assert line(app, 1).count("– scope") == 4


async def test_only_what_fails_is_shown_when_asked_and_the_cursor_stays(now: Survey) -> None:
    app = Stage(now)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: judged(app))
        await pilot.press("down", "f")
        table = app.sheet_screen.table
        assert (list(table.keys), table.position) == (["1", "2", "4", "5", "6"], 1)
        assert "the 5 that fail somewhere are shown" in app.text
        await pilot.press("f")
        assert (len(table.keys), table.position) == (7, 1)


async def test_enter_leaves_with_the_query_and_the_tool_it_first_misses(now: Survey) -> None:
    for presses, query, wanted in (
        (["down"], "send slack message", "mcp__chat__send_message"),
        (["down", "down", "down"], "play music", None),
        (["down", "down", "down", "down"], "list", "chat/nothing_of_that_name"),
    ):
        app = Stage(now)
        async with app.run_test(size=(120, 36)) as pilot:
            await until(pilot, lambda app=app: judged(app))  # type: ignore[misc]
            await pilot.press(*presses, "enter")
            await until(pilot, lambda app=app: app.left is not None)  # type: ignore[misc]
            assert app.left is not None
            assert (app.left.query, app.left.wanted) == (query, wanted)
            assert app.left.sheet is not None
            assert app.left.sheet.position == len(presses)


async def test_a_sheet_that_was_left_goes_on_where_it_was(now: Survey) -> None:
    before = replace(SHEET.judged(now, {}), position=3)
    app = Stage(now, before)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert not app.sheet_screen._jobs.busy
        assert (app.sheet_screen.table.evaluation, app.sheet_screen.table.position) == (before.evaluation, 3)
        await pilot.press("escape")
        assert app.left is not None
        assert (app.left.sheet, app.left.query) == (before, None)


async def test_without_the_demo_a_file_is_asked_for_and_its_mistakes_are_one_line(now: Survey, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.json", tmp_path / "good.json"
    bad.write_text('[{"query": 3}]')
    good.write_text(json.dumps([{"query": "send message", "relevant": ["chat/send_message"]}]))
    app = Stage(now, None)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press(*str(bad), "enter")
        await until(pilot, lambda: "entry 1: query: must be text, not a number" in " ".join(app.text.split()))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.sheet_screen)
        assert "No queries are open." in app.text
        await pilot.press("enter", "o")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press(*str(good), "enter")
        await until(pilot, lambda: app.screen is app.sheet_screen and judged(app))
        assert "good.json" in app.text
        await pilot.press("f")
        assert "Every query finds what it should" in app.text
        await pilot.press("enter")
        assert app.left is None


async def test_the_demo_s_queries_are_open_while_its_servers_run() -> None:
    chat = status("chat", CHAT)
    app = Stage(survey(replace(chat, config=replace(chat.config, origin=ORIGIN))), None)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: judged(app))
        assert "the demo's own queries" in app.text


async def test_from_the_search_tab_to_the_table_and_back_to_the_reasons(tmp_path: Path) -> None:
    labels = tmp_path / "l.json"
    labels.write_text(json.dumps([{"query": "send slack message", "relevant": ["chat/send_message"]}]))
    server = ServerConfig("chat", Recorded({"name": "chat", "tools": CHAT}), Origin("test"))
    app = ToolscopeApp(Config((server,)))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: len(app.survey.catalog.tools) == 2)
        await pilot.press("f9")
        assert not isinstance(app.screen, AskScreen)
        await pilot.press("f3")
        await until(pilot, lambda: app.main.tab == "search" and app.main.focused is not None)
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press(*str(labels), "enter")
        await until(pilot, lambda: isinstance(app.screen, EvaluationScreen) and app.screen.table.evaluation is not None)
        await pilot.press("p")
        await until(pilot, lambda: app.survey.settings.profile == HERMES_22 and "judging" not in text(app))
        await pilot.press("ctrl+z")
        await until(pilot, lambda: app.survey.settings.profile == HERMES_21 and "judging" not in text(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is app.main and "UNKNOWN WORD" in text(app))
        line = app.main.search_pane.chosen
        assert line is not None
        assert (line.query_text, line.wanted) == ("send slack message", "mcp__chat__send_message")
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, EvaluationScreen) and app.screen.table.evaluation is not None)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is app.main)
        assert len(app.main.search_pane.queries.lines) == 1


def test_a_sheet_judged_under_another_release_names_the_tool_of_that_release(now: Survey) -> None:
    legacy = take(now.statuses, replace(now.settings, profile=HERMES_19))
    sheet = SHEET.judged(legacy, {})
    assert sheet.serves(legacy)
    assert not sheet.serves(now)
    assert sheet.wanted(0) == "mcp__chat__send_message"
    assert SHEET.wanted(0) is None
