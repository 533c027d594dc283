"""Nothing that a server sends is lost, however broken its neighbours are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.connections.launching import heard, script
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import Frame, State

GOOD = {"type": "text", "text": "kept"}


@pytest.fixture
async def broken() -> AsyncIterator[Fleet]:
    async with Fleet([script("malformed", name="broken")]) as fleet:
        await fleet.settled()
        yield fleet


async def test_every_tool_is_listed_exactly_as_it_was_sent(broken: Fleet) -> None:
    (found,) = broken.statuses
    assert found.state is State.READY, found.reason
    assert found.listing is not None
    assert len(found.listing.tools) == 19
    by_name = {tool["name"]: tool for tool in found.listing.tools if isinstance(tool, dict) and "name" in tool}
    assert by_name["null_schema"] == {"name": "null_schema", "inputSchema": None}
    assert by_name["unknown_field"]["x_vendor"] == {"kept": True}
    assert by_name[7] == {"name": 7, "inputSchema": {"type": "object"}}
    assert found.listing.tools[11:13] == (None, "a tool")


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("unknown_block", {"content": [GOOD, {"type": "hologram", "data": 1}]}),
        ("bad_base64", {"content": [GOOD, {"type": "image", "data": "%%%", "mimeType": 5}]}),
        ("null_block", {"content": [GOOD, None, 7]}),
        ("no_content", {}),
        ("text_content", {"content": "just text"}),
        ("list_structured", {"content": [GOOD], "structuredContent": [1, 2]}),
        ("promises_output", {"content": [GOOD]}),
        ("not_an_object", [1, 2]),
        ("no_version", {"content": [GOOD]}),
        ("text_identifier", {"content": [GOOD]}),
    ],
)
async def test_a_broken_result_arrives_as_it_was_sent(broken: Fleet, name: str, result: Any) -> None:
    reply = await broken.call("broken", name, {}, timeout=10)
    assert (reply.result, reply.error) == (result, None)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("null_result", "the server answered with null in place of a result"),
        ("text_error", 'error -32603: malformed error: "plain words"'),
        ("no_such_tool", "error -32602: Unknown tool: no_such_tool"),
    ],
)
async def test_an_answer_without_a_result_is_an_error(broken: Fleet, name: str, error: str) -> None:
    reply = await broken.call("broken", name, {}, timeout=10)
    assert (reply.result, reply.error, reply.unreachable) == (None, error, False)


async def test_arguments_arrive_whole_nulls_included(broken: Fleet) -> None:
    arguments = {"a": None, "deep": {"b": None, "c": [None]}, "text": "naïve \u2028", "number": 1.0}
    reply = await broken.call("broken", "echo", arguments)
    assert reply.result["structuredContent"]["arguments"] == arguments


async def test_a_tool_that_was_never_listed_does_not_cause_another_listing(broken: Fleet) -> None:
    await broken.call("broken", "unknown_block", {})
    read = await heard(broken, lambda news: isinstance(news, Frame) and GOOD in _content(news.message))
    methods = [each.message["method"] for each in read if isinstance(each, Frame) and each.outgoing]
    assert methods == ["server/discover", "initialize", "notifications/initialized", "tools/list", "tools/call"]


def _content(message: Any) -> Any:
    return message["result"].get("content", ()) if "result" in message else ()


async def test_noise_between_the_messages_is_counted_and_shown() -> None:
    async with Fleet([script("moody", "noise")]) as fleet:
        (found,) = await fleet.settled()
        assert found.state is State.READY, found.reason
        assert found.listing is not None
        (noise,) = found.troubles
        assert noise.kind == "stdout_noise"
        assert noise.message == (
            "3 lines on stdout that are not JSON-RPC, beginning with: Welcome to the server! | {not json | [1]"
        )
        lines = await heard(fleet, lambda news: isinstance(news, Frame) and news.message == [1])
    assert [each.message for each in lines if isinstance(each, Frame) and not isinstance(each.message, dict)] == [
        "Welcome to the server!",
        "{not json",
        [1],
    ]


@pytest.mark.parametrize(
    ("habit", "reason"),
    [
        ("ancient", "initialize: Unsupported protocol version from the server: 1999-01-01"),
        ("confused", "initialize: malformed answer: protocolVersion: Input should be a valid string"),
    ],
)
async def test_a_handshake_that_cannot_be_used_is_one_line(habit: str, reason: str) -> None:
    async with Fleet([script("moody", habit)]) as fleet:
        (found,) = await fleet.settled()
    assert (found.state, found.reason) == (State.FAILED, reason)


async def test_a_handshake_that_is_odd_is_no_reason_to_give_up() -> None:
    async with Fleet([script("moody", "anonymous")]) as fleet:
        (found,) = await fleet.settled()
    assert found.state is State.READY
    assert found.listing is not None
    assert (found.listing.capabilities, found.listing.server_info) == ({"tools": True}, None)
    assert (len(found.listing.tools), found.listing.instructions) == (1, None)
