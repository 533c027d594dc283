"""The Search tab under the fingers."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Footer, Input, Static

from tests.build import status, survey, tool
from toolscope.config.model import ToolFilter
from toolscope.connections.state import State
from toolscope.plain import Plain
from toolscope.survey import Survey
from toolscope.tokens import count
from toolscope.ui.messages import CopyAsked, ToolOpened
from toolscope.ui.screens.payload import PayloadScreen
from toolscope.ui.screens.pick import PickScreen
from toolscope.ui.screens.releases import ReleasesScreen
from toolscope.ui.screens.search import SearchPane
from toolscope.ui.themes import NIGHT, THEMES

CHAT = [tool("send_message", "Send a message to a channel"), tool("list_channels", "List channels", "page")]
WIKI = [tool(f"page_{n}", "Read a page of the wiki [/red] \x1b[31m \u202e", "page") for n in range(8)]


class Main(Screen[None]):
    CSS_PATH = ["../../toolscope/ui/screens/main.tcss", "../../toolscope/ui/screens/search.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-medium"), (160, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    survey: reactive[Survey] = reactive(Survey)

    def compose(self) -> ComposeResult:
        with ContentSwitcher(initial="search"):
            yield Static(id="other")
            yield SearchPane(id="search").data_bind(Main.survey)
        yield Footer()


class SearchApp(App[None]):
    def __init__(self, moment: Survey) -> None:
        super().__init__()
        self.moment = moment
        self.opened: list[str] = []
        self.copied: list[str] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return NIGHT.variables

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = NIGHT.name
        screen = Main()
        screen.survey = self.moment
        self.push_screen(screen)

    def on_tool_opened(self, message: ToolOpened) -> None:
        self.opened.append(message.name)

    def on_copy_asked(self, message: CopyAsked) -> None:
        self.copied.append(message.text)

    @property
    def pane(self) -> SearchPane:
        return self.screen_stack[1].query_one(SearchPane)

    @property
    def text(self) -> str:
        strips = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


@pytest.fixture
def app() -> SearchApp:
    failed = replace(status("billing", state=State.FAILED), reason=Plain("exited 1"))
    return SearchApp(survey(status("chat", CHAT), status("wiki", WIKI), failed))


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    for _ in range(400):
        await pilot.pause(0.01)
        if condition():
            return
    raise AssertionError(pilot.app.text if isinstance(pilot.app, SearchApp) else "")


def holds(app: SearchApp, words: str) -> bool:
    return words in app.text


async def ask(pilot: Pilot[None], app: SearchApp, query: str) -> None:
    await until(pilot, lambda: app.pane.found is not None)
    line = app.pane.chosen
    assert line is not None
    line.input.focus()
    line.input.value = query
    await explained(pilot, app)


async def explained(pilot: Pilot[None], app: SearchApp) -> None:
    def done() -> bool:
        pane = app.pane
        line, answer = pane.chosen, pane.answer
        if line is None or answer is None or answer.found is not pane.found:
            return False
        wanted = line.picked or line.wanted
        return wanted is None or (answer.why is not None and answer.why.name == wanted)

    await until(pilot, done)
    await pilot.pause()


async def test_a_typed_query_shows_words_matches_and_why(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.pane.found is not None)
        app.pane.chosen.input.focus()  # type: ignore[union-attr]
        await pilot.press(*"send page")
        await pilot.press("backspace", "backspace", "backspace", "backspace", "backspace")
        await explained(pilot, app)
        assert "send 1 gate" in app.text
        assert "✓ 1 of 1" in app.text
        assert "FOUND" in app.text
        assert "What the search reads" in app.text
        assert "not searched  ✕ billing" in app.text


async def test_enter_drops_the_unknown_word_then_opens_the_match(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "send slack message")
        assert "↳ without slack: 1 tool" in app.text
        assert "UNKNOWN WORD" in app.text
        await pilot.press("enter")
        await explained(pilot, app)
        assert app.pane.chosen.query_text == "send message"  # type: ignore[union-attr]
        await pilot.press("ctrl+up")
        assert app.pane.chosen.query_text == "send slack message"  # type: ignore[union-attr]
        await pilot.press("ctrl+g", "enter")
        await until(pilot, lambda: app.opened == ["mcp__chat__send_message"])


async def test_enter_says_what_it_does_and_a_taken_wording_is_taken_back(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "send slack message")
        assert "⏎ Take" in app.text
        assert "⏎ Call it" not in app.text
        assert "^z" not in app.text
        await pilot.press("enter")
        await explained(pilot, app)
        assert "⏎ Call it" in app.text
        assert "⏎ Take" not in app.text
        assert "^z Wording before" in app.text
        await pilot.press("ctrl+z")
        await explained(pilot, app)
        assert app.pane.chosen.query_text == "send slack message"  # type: ignore[union-attr]
        assert "⏎ Take" in app.text
        assert "^z" not in app.text
        await ask(pilot, app, "zzzz")
        assert "⏎" not in app.text.split("\n")[-1]


async def test_a_wording_is_not_taken_back_over_what_was_typed_since(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "send slack message")
        await pilot.press("enter", "s")
        await explained(pilot, app)
        assert "^z" not in app.text
        await pilot.press("ctrl+z")
        assert app.pane.chosen.query_text == "send messages"  # type: ignore[union-attr]


async def test_keys_move_through_queries_and_matches(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        await pilot.press("ctrl+n")
        await ask(pilot, app, "channel")
        pane = app.pane
        first, second = pane.queries.lines
        assert (pane.chosen, second.number) == (second, 2)
        await pilot.press("up")
        assert first.input.has_focus
        await pilot.press("down", "down")
        await explained(pilot, app)
        assert first.results.has_focus
        assert "2 of 9" in app.text
        await pilot.press("enter")
        await until(pilot, lambda: app.opened == [first.picked])
        await pilot.press("escape")
        assert first.input.has_focus
        await pilot.press("escape")
        assert first.results.has_focus
        await pilot.press(*["down"] * 4)
        await until(pilot, lambda: second.input.has_focus)


async def test_an_emptied_line_goes_with_one_more_backspace(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        await pilot.press("ctrl+n", "x", "backspace", "backspace")
        await until(pilot, lambda: len(app.pane.queries.lines) == 1)
        await pilot.press("end", "backspace")
        assert app.pane.chosen.query_text == "pag"  # type: ignore[union-attr]


async def test_an_expected_tool_is_picked_explained_and_brought_in(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        await pilot.press("f7")
        assert isinstance(app.screen, PickScreen)
        await pilot.press(*"page_7")
        assert "rank" in app.text
        await pilot.press("enter")
        await explained(pilot, app)
        assert "expected" in app.text
        assert "OUTRANKED" in app.text
        await pilot.press("enter")
        await explained(pilot, app)
        found = app.pane.found
        assert found is not None
        assert found.hit is not None
        assert found.hit.rank <= 5


async def test_a_name_that_no_server_lists_can_be_expected_and_forgotten(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        await pilot.press("f7", *"mcp__billing__pay", "enter")
        await explained(pilot, app)
        assert "billing failed (exited 1)" in app.text
        await pilot.press("f7", "enter")
        await explained(pilot, app)
        assert app.pane.chosen.wanted is None  # type: ignore[union-attr]
        await pilot.press("f7", "x", "escape")
        assert app.pane.chosen.wanted is None  # type: ignore[union-attr]


async def test_the_json_a_model_gets_is_shown_and_copied_as_it_is(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "send")
        await pilot.press("f8")
        assert isinstance(app.screen, PayloadScreen)
        await until(pilot, lambda: '"total_available": 10' in app.text)
        await pilot.press("y", "escape")
        await until(pilot, lambda: app.copied)
        assert app.copied[0].startswith('{"queries": ["send"], "total_available": 10, "results": [')


async def test_a_click_explains_a_match_and_two_open_it(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        results = app.pane.chosen.results  # type: ignore[union-attr]
        names = list(results.names)
        await pilot.click(results, offset=(12, 3))
        await explained(pilot, app)
        assert app.pane.chosen.picked == names[2]  # type: ignore[union-attr]
        await pilot.click(results, offset=(12, 2), times=2)
        await until(pilot, lambda: app.opened == [names[1]])


async def test_a_click_takes_what_is_offered(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "send slack message")
        await pilot.click(app.pane.chosen.results, offset=(7, 2))  # type: ignore[union-attr]
        await until(pilot, lambda: app.pane.chosen.query_text == "send message")  # type: ignore[union-attr]


async def test_a_small_terminal_shows_queries_and_why_over_them(app: SearchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await ask(pilot, app, "page")
        await pilot.press("ctrl+n")
        await ask(pilot, app, "send")
        assert app.text.count("mcp__wiki__") == 5
        assert "What the search reads" not in app.text
        await pilot.press("f6")
        await until(pilot, lambda: "What the search reads" in app.text)
        assert app.pane.why_pane.has_focus
        await pilot.press("escape")
        await until(pilot, lambda: "1 page" in app.text)
        assert app.pane.chosen.input.has_focus  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_queries_fold_only_when_there_is_no_room(app: SearchApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await ask(pilot, app, "page")
        for query in ("send", "channels"):
            await pilot.press("ctrl+n")
            await ask(pilot, app, query)
        assert "mcp__wiki__page_4" in app.text
        assert "mcp__chat__send_message" in app.text
        assert "5 more" not in app.text
        for query in ("wiki page", "read a page", "pages", "read wiki"):
            await pilot.press("ctrl+n")
            await ask(pilot, app, query)
        await pilot.pause()
        assert app.pane.chosen is not None
        assert app.pane.chosen.results.region.height == app.pane.chosen.results.height(60)
        folded = [line.results.region.height for line in app.pane.queries.lines[:-1]]
        assert max(folded) <= 8
        if size[1] < 30:
            assert max(folded) <= 2


async def test_news_of_the_catalog_is_searched(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "zulip")
        assert "✕ 0" in app.text
        screen = app.screen
        assert isinstance(screen, Main)
        screen.survey = survey(status("zulip", [tool("post", "Post to Zulip")]))
        await until(pilot, lambda: "✓ 1 of 1" in app.text)
        assert "not searched" not in app.text


async def test_text_from_servers_is_shown_and_not_obeyed(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "[/red] page [bold]")
        await ask(pilot, app, "page")
        await until(pilot, lambda: "[/red] ␛[31m" in app.text)
        assert not set("\x1b\u202e") & set(app.text)
        assert isinstance(app.focused, Input)


async def test_nothing_is_indexed_while_the_tab_is_out_of_sight(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "zulip")
        screen = app.screen
        assert isinstance(screen, Main)
        switcher = screen.query_one(ContentSwitcher)
        switcher.current = "other"
        await until(pilot, lambda: "zulip" not in app.text)
        screen.survey = news = survey(status("zulip", [tool("post", "Post to Zulip")]))
        await pilot.pause()
        assert "index" not in vars(news)
        switcher.current = "search"
        await until(pilot, lambda: "✓ 1 of 1" in app.text)


async def test_letters_typed_right_after_a_new_query_go_there(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        for key in ("ctrl+n", *"send"):
            app.simulate_key(key)
        await until(pilot, lambda: app.pane.queries.texts == ["page", "send"])


async def test_a_query_of_this_run_is_picked_again(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.pane.found is not None)
        await pilot.press("ctrl+r")
        assert not isinstance(app.screen, PickScreen)
        for query in ("page", "zulip", "send"):
            await ask(pilot, app, query)
        await until(pilot, lambda: app.pane.queries.former.queries == ("page", "zulip", "send"))
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(app.screen, PickScreen) and "5 of 9" in app.text)
        assert "✕ 0" in app.text
        await pilot.press(*"zul", "enter")
        await until(pilot, lambda: app.pane.queries.texts == ["zulip"])
        await pilot.press("ctrl+up", "ctrl+up")
        assert app.pane.queries.texts == ["page"]
        await pilot.press("ctrl+down", "ctrl+down", "ctrl+down")
        assert app.pane.queries.texts == ["zulip"]


async def test_a_new_line_goes_back_to_the_queries_of_others(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        await until(pilot, lambda: app.pane.queries.former.queries == ("page",))
        await pilot.press("ctrl+n", "ctrl+up")
        assert app.pane.queries.texts == ["page", "page"]


async def test_the_queries_are_copied_as_a_model_writes_them(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.pane.found is not None)
        await pilot.press("ctrl+o")
        assert app.copied == []
        await ask(pilot, app, "page é")
        await pilot.press("ctrl+n", *"send", "ctrl+n")
        await pilot.press("ctrl+o", "ctrl+l", "ctrl+o")
        await until(pilot, lambda: len(app.copied) == 2)
        assert [json.loads(text) for text in app.copied] == [
            {"queries": ["page é", "send"]},
            {"queries": ["page é", "send"], "limit": 10},
        ]
        assert all(text.isascii() for text in app.copied)


async def test_the_limit_goes_through_ten_and_the_most_to_the_default(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "page")
        assert "✓ 5 of 9" in app.text
        for limit, shown in ((10, "✓ 9 of 9"), (25, "limit 25"), (None, "✓ 5 of 9")):
            await pilot.press("ctrl+l")
            await until(pilot, partial(holds, app, shown))
            assert app.pane.limit == limit


async def test_releases_stand_side_by_side_and_are_read_once(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.pane.found is not None)
        await pilot.press("ctrl+y")
        assert not isinstance(app.screen, ReleasesScreen)
        await ask(pilot, app, "page zulip")
        await pilot.press("ctrl+y")
        await until(pilot, lambda: isinstance(app.screen, ReleasesScreen) and "…" not in app.text)
        assert "hermes-0.19" in app.text
        assert "UNKNOWN WORD   UNKNOWN WORD" in app.text
        assert "≠ matches" in app.text
        shelf = app.pane._shelf
        kept = dict(shelf._benches)
        assert sorted(kept) == ["hermes-0.19", "hermes-0.22"]
        await pilot.press("escape", "ctrl+y")
        await until(pilot, lambda: isinstance(app.screen, ReleasesScreen) and "…" not in app.text)
        assert all(shelf._benches[name].index is bench.index for name, bench in kept.items())


async def test_pasted_names_are_asked_one_a_line(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "mcp__chat__send_message, mcp__wiki__page_3")
        assert "2 exact names in one query: ask each on its own" in app.text
        await pilot.press("enter")
        await until(pilot, lambda: app.pane.queries.texts == ["mcp__chat__send_message", "mcp__wiki__page_3"])
        await until(pilot, lambda: app.text.count("exact ▄▄▄▄") >= 2)


async def test_what_a_model_gets_is_counted_exactly_a_moment_later(app: SearchApp) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "send")
        await until(pilot, lambda: re.search(r"tokens · exact \d+", app.text))
        given = app.pane.answer.given  # type: ignore[union-attr]
        assert given is not None
        assert given.exact == count(given.text)
        await pilot.press("f8")
        await until(pilot, lambda: f"exact {given.exact}" in app.text and '"queries": [' in app.text)


async def test_what_is_hidden_and_would_match_is_named() -> None:
    hidden = status("wiki", [*WIKI, tool("drop_table", "Drop a table")], names=ToolFilter(exclude=("drop_*",)))
    app = SearchApp(survey(status("chat", CHAT), hidden, status("replicate", state=State.DISABLED)))
    async with app.run_test(size=(120, 36)) as pilot:
        await ask(pilot, app, "drop")
        await until(pilot, lambda: "Would match, and is not searched" in app.text)
        assert "tools.exclude has drop_*" in app.text
        await ask(pilot, app, "replicate image")
        await until(pilot, lambda: "– replicate is disabled" in app.text)


async def test_what_was_indexed_is_spared_from_the_search_for_garbage(app: SearchApp) -> None:
    before = gc.get_freeze_count()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.pane.bench is not None)
        assert gc.get_freeze_count() > before


async def test_up_and_f6_come_back_from_why(app: SearchApp) -> None:
    async with app.run_test(size=(200, 50)) as pilot:
        await ask(pilot, app, "page")
        await pilot.press("f6")
        assert app.pane.why_pane.has_focus
        await pilot.press("f6")
        assert app.pane.chosen.input.has_focus  # type: ignore[union-attr]
