"""The lower part of the Budget tab, driven by keys and clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual.reactive import reactive

from tests.build import status, survey, tool
from toolscope.catalog.snapshot import EVERYTHING
from toolscope.config.model import Settings
from toolscope.connections.state import ServerStatus, State
from toolscope.disclosure.disclose import budget
from toolscope.disclosure.exact import ExactCosts
from toolscope.plain import Plain
from toolscope.survey import Survey, take
from toolscope.ui.messages import CopyAsked, ReconnectAsked, ScopeToggled, ServerOpened, SettingsAsked
from toolscope.ui.screens.budget import BudgetPane
from toolscope.ui.themes import NIGHT, THEMES
from toolscope.ui.widgets.manifest_view import ManifestText, ManifestTitle, ManifestView
from toolscope.ui.widgets.server_detail import ServerDetail
from toolscope.ui.widgets.server_table import ServerTable

TRACKER = status("tracker", [tool(f"issue_{n}", f"Do thing {n} to an issue.", "text") for n in range(26)])
CHAT = status("chat", [tool("send", "Send a message.", "text"), tool("read", "Read messages.", "channel")])
CLOUD = status("cloud", [tool(f"resource_{n}_list", "List resources.", "text") for n in range(2_000)])
FAILED = replace(status("billing", state=State.FAILED), reason=Plain("exited with code 1: BILLING_TOKEN is not set"))
SETTINGS = Settings(context_length=200_000, threshold_pct=1.5, listing_max_tokens=4_000)


class Stage(App[None]):
    """The pane alone, answered as the app answers it."""

    CSS: ClassVar[str] = "Screen { background: $ground; color: $ink; }"
    survey: reactive[Survey] = reactive(Survey, init=False)
    exact: reactive[ExactCosts | None] = reactive(None)

    def __init__(self, now: Survey) -> None:
        super().__init__()
        self.set_reactive(Stage.survey, now)
        self.asked: list[Message] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return NIGHT.variables

    def compose(self) -> ComposeResult:
        yield BudgetPane().data_bind(Stage.survey, Stage.exact)

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "toolscope-night"
        self.query_one(ServerTable).focus()

    def on_settings_asked(self, message: SettingsAsked) -> None:
        self.asked.append(message)
        self.survey = self.survey.with_settings(message.settings)

    def on_scope_toggled(self, message: ScopeToggled) -> None:
        self.asked.append(message)
        now = self.survey
        scope = now.scope.toggled(server=message.server, tool=message.tool, eager=message.eager)
        self.survey = take(now.statuses, now.settings, EVERYTHING if message == ScopeToggled() else scope, now)

    def on_server_opened(self, message: ServerOpened) -> None:
        self.asked.append(message)

    def on_reconnect_asked(self, message: ReconnectAsked) -> None:
        self.asked.append(message)

    def on_copy_asked(self, message: CopyAsked) -> None:
        self.asked.append(message)

    @property
    def budget(self) -> int:
        return budget(self.survey.settings).tokens


def screen(app: App[None]) -> list[str]:
    return ["".join(part.text for part in strip).rstrip() for strip in app.screen._compositor.render_strips()]


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    for _ in range(200):
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError("\n".join(screen(pilot.app)))


def taken(*servers: object, **settings: object) -> Survey:
    given = servers or (TRACKER, CHAT, CLOUD, FAILED)
    return survey(*given, settings=replace(SETTINGS, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(("width", "height"), [(80, 16), (120, 23), (200, 37), (40, 12)])
async def test_table_and_manifest_share_the_screen_at_every_size(width: int, height: int) -> None:
    app = Stage(taken())
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        shown = screen(app)
        assert shown[0] == ""
        assert shown[1].startswith("  server")
        assert len([line for line in shown if "Manifest" in line]) == 1
        assert max(map(len, shown)) <= width
        assert app.query_one(ManifestText).size.height >= 3
        if width >= 80:
            assert shown[2].startswith("▌ tracker")
            assert shown[6].startswith("  total")
            assert "BILLING_TOKEN" in shown[5]
            line = {text.index("┃") for text in shown[2:6] if "BILLING_TOKEN" not in text}
            assert line == {shown[1].index("▼")}
        assert app.query_one(ServerDetail).display == (width >= 160)


async def test_many_servers_take_half_of_the_height_and_scroll_between_head_and_total() -> None:
    many = [status(f"server-{n}", [tool("a", "Do.")]) for n in range(40)]
    app = Stage(taken(*many))
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        shown = screen(app)
        table = app.query_one(ServerTable)
        assert table.size.height == 15
        assert shown[1].startswith("  server")
        assert shown[15].startswith("  total")
        assert shown[14].startswith("▌ server-39")
        await pilot.press("home")
        await pilot.pause()
        assert screen(app)[2].startswith("▌ server-0")


async def test_arrows_move_the_budget_along_the_bar_of_the_chosen_server() -> None:
    app = Stage(taken())
    async with app.run_test(size=(120, 30)) as pilot:
        modes = []
        for _ in range(12):
            modes.append(app.survey.disclosure.mode("tracker"))
            await pilot.press("left")
        assert app.budget == 0
        assert list(dict.fromkeys(modes)) == ["names", "summary", "hidden"]
        asked = len(app.asked)
        await pilot.press("left")
        assert len(app.asked) == asked
        await pilot.press("right")
        assert app.survey.disclosure.mode("tracker") == "summary"
        await pilot.press("right")
        assert app.survey.disclosure.mode("tracker") == "names"


async def test_a_click_on_a_bar_or_the_axis_puts_the_line_there() -> None:
    app = Stage(taken())
    async with app.run_test(size=(120, 30)) as pilot:
        for x, y in ((95, 2), (104, 1), (86, 2)):
            await pilot.click(ServerTable, offset=(x, y))
            await pilot.pause()
            assert abs(screen(app)[3].index("┃") - x) <= 1
        asked = len(app.asked)
        await pilot.click(ServerTable, offset=(10, 2))
        await pilot.click(ServerTable, offset=(90, 4))
        assert len(app.asked) == asked
        assert app.query_one(ServerTable).key == "billing"


async def test_keys_on_a_server_ask_the_app() -> None:
    app = Stage(taken(threshold_pct=0.05))
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("f")
        assert app.survey.disclosure.mode("tracker") == "names"
        await pilot.press("down", "space")
        assert app.asked[-1] == ScopeToggled(server="chat")
        await pilot.pause()
        assert any("chat" in line and "puts it back" in line for line in screen(app))
        await pilot.press("enter", "R")
        assert [type(message) for message in app.asked[-2:]] == [ServerOpened, ReconnectAsked]
        await pilot.press("y")
        last = app.asked[-1]
        assert isinstance(last, CopyAsked)
        assert "threshold_pct" in last.text


async def test_a_server_is_kept_eager_and_every_what_if_is_taken_back_at_once() -> None:
    app = Stage(taken())
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("z")
        assert app.asked == []
        await pilot.press("k", "down", "space")
        await pilot.pause()
        assert app.asked == [ScopeToggled(server="tracker", eager=True), ScopeToggled(server="chat")]
        shown = screen(app)
        assert any("tracker" in line and "visible" in line and "what-if: eager" in line for line in shown)
        assert any("total" in line and "what-if +" in line for line in shown)
        await pilot.press("z")
        await pilot.pause()
        assert app.survey.scope == EVERYTHING
        assert not any("what-if" in line for line in screen(app))


async def test_servers_are_ordered_by_keys_and_by_their_heads_and_then_again_as_configured() -> None:
    app = Stage(taken())
    async with app.run_test(size=(120, 30)) as pilot:
        table = app.query_one(ServerTable)
        first = list(table.keys)
        await pilot.press("s")
        assert list(table.keys) == sorted(first)
        assert table.key == "tracker"
        await pilot.press("S")
        assert list(table.keys) == sorted(first, reverse=True)
        head = screen(app)[1]
        assert "server▾" in head.replace(" ", "")
        await pilot.click(ServerTable, offset=(head.index("schemas") + 2, 0))
        assert table.keys[0] == "cloud"
        assert table.keys[-1] == "billing"
        assert app.asked == []
        await pilot.press("s")
        assert list(table.keys) == first


async def test_where_no_setting_keeps_the_names_it_says_so() -> None:
    app = Stage(taken(listing="off"))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await pilot.press("f")
        await pilot.pause()
        assert app.asked == []
        assert any("No budget has an effect: listing is off." in line for line in screen(app))
        await pilot.press("left")
        await pilot.click(ServerTable, offset=(90, 2))
        await pilot.pause()
        assert app.asked == []
        assert sum("No budget has an effect" in line for line in screen(app)) > 1


async def test_what_is_reached_already_and_what_is_out_of_reach_is_said() -> None:
    app = Stage(taken(listing_max_tokens=300))
    async with app.run_test(size=(160, 40), notifications=True) as pilot:
        await pilot.press("down", "down", "f")
        await pilot.pause()
        assert app.survey.disclosure.mode("cloud") == "names"
        assert len(app.asked) == 1
        assert "one undo takes both back." in " ".join(" ".join(screen(app)).split())
        await pilot.press("f")
        await pilot.pause()
        assert len(app.asked) == 1
        assert "The settings are there already." in " ".join(screen(app))
        app.survey = app.survey.with_settings(replace(app.survey.settings, context_length=15_000))
        await pilot.press("right", "right")
        await pilot.pause()
        assert "the whole context is 15,000." in " ".join(" ".join(screen(app)).split())


async def test_a_change_is_marked_and_scrolled_to_and_the_title_says_what_it_costs() -> None:
    app = Stage(taken(threshold_pct=0.01))
    async with app.run_test(size=(120, 16)) as pilot:
        await pilot.pause()
        app.query_one(ManifestView).gesture = 0
        said = []
        for percent in (0.1, 1.5, 1.6, 0.1):
            app.survey = app.survey.with_settings(replace(SETTINGS, threshold_pct=percent))
            await pilot.pause()
            shown = screen(app)
            title = next(line for line in shown if "Manifest" in line)
            words = [each for each in ("list added", "1 server changed", "≠", "threshold_pct") if each in title]
            said.append((words, any(line.startswith("▎−") for line in shown)))
        assert said == [
            (["list added", "≠", "threshold_pct"], False),
            (["1 server changed", "≠", "threshold_pct"], True),
            ([], False),
            (["1 server changed", "≠", "threshold_pct"], True),
        ]


async def test_changes_of_one_gesture_are_marked_together() -> None:
    app = Stage(taken())
    async with app.run_test(size=(120, 16)) as pilot:
        await pilot.pause()
        app.query_one(ManifestView).gesture = 60
        before = app.survey.disclosure.fingerprint
        for percent in (0.1, 0.5, 0.4, 0.1):
            app.survey = app.survey.with_settings(replace(SETTINGS, threshold_pct=percent))
            await pilot.pause()
        assert any("Manifest" in line and "threshold_pct 1.5 → 0.1" in line and "≠" in line for line in screen(app))
        app.survey = app.survey.with_settings(SETTINGS)
        await pilot.pause()
        assert f"{before} = prompt cache kept" in "\n".join(screen(app))


async def test_what_a_server_brings_that_was_started_again_is_compared_with_what_was_before() -> None:
    app = Stage(survey(TRACKER, FAILED, settings=SETTINGS))
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        app.query_one(ManifestView).gesture = 0
        first = app.survey

        async def title(*servers: ServerStatus) -> str:
            app.survey = take(servers, SETTINGS, previous=app.survey)
            await pilot.pause()
            return next(line for line in screen(app) if "Manifest " in line)

        connecting = replace(FAILED, state=State.CONNECTING)
        assert "provisional: 1 server still to come" in await title(TRACKER, connecting)
        shown = await title(TRACKER, replace(FAILED, state=State.READY, listing=CHAT.listing))
        assert "billing added  1 server changed" in shown
        assert shown.endswith(f"{app.survey.disclosure.fingerprint} ≠ prompt cache lost")
        await title(TRACKER, connecting)
        shown = await title(TRACKER, FAILED)
        assert app.survey.disclosure.fingerprint == first.disclosure.fingerprint
        assert "billing left" in shown


async def test_a_long_manifest_waits_until_the_settings_rest() -> None:
    app = Stage(taken())
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        app.survey = app.survey.with_settings(replace(SETTINGS, threshold_pct=100, listing_max_tokens=60_000))
        title = app.query_one(ManifestTitle).title
        assert title is not None
        assert title.now is None
        assert f"{app.survey.disclosure.rung.tokens:,} tokens" in title.line(120, here=False).plain
        text = app.query_one(ManifestText)
        await until(pilot, lambda: text.page.height > 500)
        assert text.copied == app.survey.disclosure.manifest


async def test_the_manifest_opens_over_the_table_and_esc_goes_back() -> None:
    app = Stage(taken())
    async with app.run_test(size=(80, 16)) as pilot:
        await pilot.press("m")
        await pilot.pause()
        shown = screen(app)
        assert not app.query_one(ServerTable).display
        assert app.query_one(ManifestText).has_focus
        assert shown[1].startswith("▌ Manifest")
        await pilot.press("y")
        assert app.asked == [CopyAsked(app.survey.disclosure.manifest, "the manifest")]
        await pilot.press("escape")
        await pilot.pause()
        assert app.query_one(ServerTable).display
        assert app.query_one(ServerTable).has_focus


async def test_without_a_list_the_reason_stands_in_its_place() -> None:
    app = Stage(taken(threshold_pct=0.01))
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        shown = "\n".join(screen(app))
        assert "The model is shown no list at all" in shown
        assert "- tool_search: Search the 2028 tools" in shown


async def test_beside_the_manifest_stands_the_chosen_server() -> None:
    app = Stage(taken())
    async with app.run_test(size=(200, 40)) as pilot:
        await pilot.press("down")
        await pilot.pause()
        shown = "\n".join(screen(app))
        assert "chat  2 tools" in shown
        assert "mcp__chat__send" in shown
        await pilot.press("end")
        await pilot.pause()
        assert "billing  failed" in "\n".join(screen(app))


async def test_news_keeps_the_cursor_on_its_server() -> None:
    app = Stage(taken())
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("down", "down")
        app.survey = taken(status("first", [tool("a")]), TRACKER, CHAT, CLOUD)
        await pilot.pause()
        assert app.query_one(ServerTable).key == "cloud"


async def test_hostile_names_and_texts_are_shown_literally() -> None:
    hostile = status("[/red]\x1b[31m", [tool("a", "[bold]x[/nope] \x1b]52;c;x\x07\u202e")])
    broken = replace(status("\x9b2J", state=State.FAILED), reason=Plain("[/b] [red"))
    app = Stage(taken(hostile, broken))
    async with app.run_test(size=(200, 40)) as pilot:
        await pilot.pause()
        shown = "\n".join(screen(app))
        assert "[/red]␛[31m" in shown
        assert "[bold]x[/nope]" in shown
        assert "[/b] [red" in shown
        assert not set(shown) & set("\x1b\x07\x9b\u202e")
