"""The Log tab's wires: filters, pairs, copies, and as many messages as are kept."""

from __future__ import annotations

import json
from typing import Any

from textual.content import Content
from textual.pilot import Pilot

from tests.connections.launching import script
from tests.journeys.screen import seen, text_of, until
from toolscope.config.model import Config, Settings
from toolscope.connections.state import Frame
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.messages import ServerOpened
from toolscope.ui.screens.payload import PayloadScreen
from toolscope.ui.widgets.wire_log import WireLog


class Watched(ToolscopeApp):
    """Keeps what was put on the clipboard last."""

    copied = ""

    def copy_to_clipboard(self, text: str) -> None:
        self.copied = text


def two() -> Watched:
    return Watched(
        Config((script("malformed", name="broken"), script("dying", name="other")), Settings(context_length=200_000))
    )


async def on_the_wires(app: ToolscopeApp, pilot: Pilot[int]) -> WireLog:
    await until(pilot, lambda: app.survey.statuses and not app.survey.pending)
    await pilot.press("f5", "x")
    await seen(pilot, "tools/list")
    return app.main.log_pane.wire


def methods(wire: WireLog) -> list[tuple[str, str, str]]:
    items = [wire.traffic.items[key] for key in reversed(wire.rows.keys)]
    return [(one.server, one.kind, one.method) for one in items if one.kind != "connection"]


async def test_keys_choose_server_direction_and_kind_and_words_the_text() -> None:
    app = two()
    async with app.run_test(size=(120, 36)) as pilot:
        wire = await on_the_wires(app, pilot)
        wire.rows.go_to(next(one.key for one in wire.traffic.of("broken")))
        await pilot.press("s")
        assert {server for server, _, _ in methods(wire)} == {"broken"}
        await seen(pilot, "server broken")
        await pilot.press("d")
        assert {kind for _, kind, _ in methods(wire)} == {"request", "notification"}
        await pilot.press("k")
        assert [method for _, _, method in methods(wire)] == ["server/discover", "initialize", "tools/list"]
        await pilot.press("d", "k")
        assert methods(wire) == [("broken", "reply", "initialize"), ("broken", "reply", "tools/list")]
        await pilot.press("slash", *"null_schema", "escape")
        assert methods(wire) == [("broken", "reply", "tools/list")]
        await pilot.press("s", "d", "k", "k", "k", "k", "k", "k")
        assert "unknown" not in text_of(app)


async def test_a_key_jumps_between_request_and_reply_past_any_filter_and_both_are_copied() -> None:
    app = two()
    async with app.run_test(size=(120, 36)) as pilot:
        wire = await on_the_wires(app, pilot)
        request = next(one for one in wire.traffic.of("other") if one.method == "tools/list")
        wire.rows.go_to(request.key)
        await pilot.press("k", "p")
        item = wire.rows.item
        assert item is not None
        assert (item.kind, item.method, item.server) == ("reply", "tools/list", "other")
        await seen(pilot, "reply tools/list   took ")
        await pilot.press("y")
        await until(pilot, lambda: app.copied)
        assert json.loads(app.copied)["result"] == item.message["result"]
        app.copied = ""
        await pilot.press("Y")
        await until(pilot, lambda: app.copied)
        assert [json.loads(line)["id"] for line in app.copied.split("\n")] == [item.message["id"]] * 2
        await pilot.press("p")
        assert wire.rows.item is not None
        assert wire.rows.item.key == request.key
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PayloadScreen))
        await seen(pilot, "Request tools/list of other")


async def test_what_has_no_other_half_says_so() -> None:
    app = two()
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        wire = await on_the_wires(app, pilot)
        wire.rows.go_to(next(one.key for one in wire.traffic.of("other") if one.kind == "notification"))
        await pilot.press("p")
        await seen(pilot, "It has no other half")


async def test_ten_thousand_messages_are_listed_and_a_key_draws_only_what_is_seen() -> None:
    app = two()
    async with app.run_test(size=(120, 36)) as pilot:
        wire = await on_the_wires(app, pilot)
        big: Any = {"id": 1, "result": {"content": [{"type": "text", "text": "x" * 1_000}]}}
        for server in ("a", "b", "c", "d"):
            app.main.log_pane.hear([Frame(server, False, number, big) for number in range(2_500)])
        await until(pilot, lambda: len(wire.rows.keys) > 10_000)
        drawn: list[str] = []
        draw = wire.rows.draw_row

        def counted(key: str, width: int) -> Content:
            drawn.append(key)
            return draw(key, width)

        wire.rows.draw_row = counted  # type: ignore[method-assign]
        for key in ("down", "pagedown", "end", "home"):
            drawn.clear()
            await pilot.press(key)
            await pilot.pause()
            assert 0 < len(drawn) < 200, key


async def test_the_reply_of_a_server_without_tools_is_one_key_away() -> None:
    app = Watched(Config((script("malformed", "none"), script("paged")), Settings(context_length=200_000)))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.survey.statuses and not app.survey.pending)
        await seen(pilot, "no tools")
        app.post_message(ServerOpened("malformed-none"))
        await seen(pilot, "w shows what went over its wire")
        await pilot.press("w")
        screen = await seen(pilot, "server malformed-none")
        assert "reply tools/list" in screen
        assert '"tools": []' in screen
