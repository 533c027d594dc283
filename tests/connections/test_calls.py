"""Calls: what comes back, how long they may take, how they are cancelled."""

from __future__ import annotations

import asyncio

import anyio
import mcp.types as types
import pytest
from mcp.server import Server, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer

from tests.connections.launching import heard, inside, script, status, until
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import Frame
from toolscope.ui.present.late import Late, LateReplies

server = MCPServer("everything")


@server.tool()
def add(a: int, b: int) -> int:
    """Add."""
    return a + b


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("it is Monday")


@server.tool()
async def report(context: Context[None]) -> str:
    """Report progress."""
    await context.report_progress(1, 2, "half")
    return "done"


@server.resource("note://one")
def note() -> str:
    """Note."""
    return "remember the milk"


@server.prompt()
def greet(name: str) -> str:
    """Greet."""
    return f"Hello {name}"


async def test_a_reply_is_the_raw_result() -> None:
    async with Fleet([inside(server)]) as fleet:
        await fleet.settled()
        total = await fleet.call("inside", "add", {"a": 1, "b": 2})
        failed = await fleet.call("inside", "fail", {})
    assert total.result["structuredContent"] == {"result": 3}
    assert total.result["content"] == [{"type": "text", "text": "3"}]
    assert total.elapsed_ms > 0
    assert not total.is_error
    assert failed.error is None
    assert failed.is_error
    assert failed.result["content"][0]["text"] == "Error executing tool fail"


async def test_utilities_are_sent_as_the_requests_they_stand_for() -> None:
    async with Fleet([inside(server)]) as fleet:
        (found,) = await fleet.settled()
        assert found.listing is not None
        assert found.listing.families == {"resources", "prompts"}
        resources = await fleet.call("inside", "", {}, utility="list_resources")
        resource = await fleet.call("inside", "", {"uri": "note://one"}, utility="read_resource")
        prompts = await fleet.call("inside", "", {}, utility="list_prompts")
        prompt = await fleet.call("inside", "", {"name": "greet", "arguments": {"name": "Ada"}}, utility="get_prompt")
        wrong = await fleet.call("inside", "", {}, utility="read_resource")
        unknown = await fleet.call("inside", "", {}, utility="dance")
    assert resources.result["resources"][0]["uri"] == "note://one"
    assert resource.result["contents"][0]["text"] == "remember the milk"
    assert prompts.result["prompts"][0]["name"] == "greet"
    assert prompt.result["messages"][0]["content"]["text"] == "Hello Ada"
    assert wrong.error == "the argument 'uri' must be a text"
    assert unknown.error == "there is no utility 'dance'"


async def test_progress_is_handed_on() -> None:
    seen: list[tuple[float, float | None, str | None]] = []
    async with Fleet([inside(server)]) as fleet:
        await fleet.settled()
        reply = await fleet.call("inside", "report", {}, on_progress=lambda *step: seen.append(step))
    assert reply.error is None
    assert seen == [(1.0, 2.0, "half")]


async def test_a_call_without_an_answer_times_out_and_the_server_is_told() -> None:
    async with Fleet([script("moody")]) as fleet:
        await fleet.settled()
        reply = await fleet.call("moody", "silence", {}, timeout=0.2)
        assert reply.error == "timed out: no answer within 0.2 s"
        assert not reply.unreachable
        await until(fleet, lambda: any("cancelled" in line for line in status(fleet, "moody").stderr_tail))
        assert (await fleet.call("moody", "anything", {})).error is None


async def test_progress_starts_the_timeout_again() -> None:
    async with Fleet([script("moody")]) as fleet:
        await fleet.settled()
        reply = await fleet.call("moody", "slow_steps", {}, timeout=0.4)
    assert reply.error is None
    assert reply.elapsed_ms > 500


async def test_progress_without_end_is_not_waited_for_without_end() -> None:
    async def call_tool(
        context: ServerRequestContext[object], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        step = 0
        while True:
            step += 1
            await context.session.report_progress(step)
            await anyio.sleep(0.01)

    async with Fleet([inside(Server("busy", on_call_tool=call_tool))]) as fleet:
        await fleet.settled()
        reply = await fleet.call("inside", "forever", {}, timeout=0.05)
    assert reply.error is not None
    assert reply.error.startswith("timed out")
    assert reply.elapsed_ms > 400


async def test_cancelling_a_call_tells_the_server_and_keeps_the_connection() -> None:
    async with Fleet([script("moody")]) as fleet:
        await fleet.settled()
        pending = asyncio.create_task(fleet.call("moody", "silence", {}))
        await heard(fleet, lambda news: isinstance(news, Frame) and news.message.get("method") == "tools/call")
        pending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await pending
        await until(fleet, lambda: any("cancelled" in line for line in status(fleet, "moody").stderr_tail))
        assert (await fleet.call("moody", "anything", {})).error is None


async def test_calls_in_flight_when_the_fleet_closes_are_answered() -> None:
    async with Fleet([script("moody")]) as fleet:
        await fleet.settled()
        pending = asyncio.create_task(fleet.call("moody", "silence", {}))
        await heard(fleet, lambda news: isinstance(news, Frame) and news.message.get("method") == "tools/call")
    reply = await pending
    assert reply.error is not None
    assert reply.unreachable


async def test_a_server_that_is_still_connecting_says_so() -> None:
    async with Fleet([script("silent")]) as fleet:
        reply = await fleet.call("silent", "x", {})
    assert reply.error is not None
    assert reply.error.startswith("silent is still waiting: 0 s")
    assert reply.unreachable


async def test_text_that_cannot_be_sent_is_refused_before_it_breaks_the_connection() -> None:
    async with Fleet([script("moody")]) as fleet:
        await fleet.settled()
        reply = await fleet.call("moody", "x", {"text": "\ud800"})
        assert reply.error is not None
        assert "surrogate" in reply.error
        assert not reply.sent
        assert (await fleet.call("moody", "anything", {})).error is None


async def test_arguments_that_the_sdk_cannot_write_are_refused_before_they_end_the_connection() -> None:
    def nested(levels: int) -> object:
        value: object = 1
        for _ in range(levels - 1):
            value = [value]
        return value

    async with Fleet([script("moody")]) as fleet:
        await fleet.settled()
        deep = await fleet.call("moody", "x", {"value": nested(201)})
        long = await fleet.call("moody", "x", {"value": 10**5_000})
        fits = await fleet.call("moody", "x", {"value": nested(200)})
    assert deep.error == "the arguments are nested too deeply to be sent; 200 levels are the most"
    assert long.error == "the arguments hold a number with more digits than can be sent"
    assert (deep.sent, long.sent) == (False, False)
    assert (fits.error, fits.sent) == (None, True)


async def test_an_answer_that_comes_late_breaks_nothing_and_is_seen_to_be_late() -> None:
    replies = LateReplies()
    async with Fleet([script("moody")]) as fleet:
        await fleet.settled()
        reply = await fleet.call("moody", "tardy", {}, timeout=0.2)
        assert reply.error == "timed out: no answer within 0.2 s"
        late: list[Late | None] = []

        def is_late(news: object) -> bool:
            late.append(replies.seen(news) if isinstance(news, Frame) else None)
            return late[-1] is not None

        await heard(fleet, is_late)
        assert (await fleet.call("moody", "anything", {})).error is None
    assert late[-1] is not None
    assert late[-1].what.startswith("tardy answered late, 0.")


async def test_each_server_has_a_timeout_of_its_own() -> None:
    quick, patient = script("moody", name="quick", timeout=0.1), script("moody", name="patient", timeout=30)
    async with Fleet([quick, patient]) as fleet:
        await fleet.settled()
        replies = await asyncio.gather(fleet.call("quick", "silence", {}), fleet.call("patient", "slow_steps", {}))
    assert replies[0].error == "timed out: no answer within 0.1 s"
    assert replies[1].error is None
