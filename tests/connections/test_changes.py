"""Servers whose tools change while they are connected."""

from __future__ import annotations

from mcp.server.mcpserver import Context, MCPServer

from tests.connections.launching import heard, inside, script, status, until
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import Frame, State


async def test_a_storm_of_notifications_causes_one_refetch_or_two() -> None:
    async with Fleet([script("moody")]) as fleet:
        (before,) = await fleet.settled()
        assert before.listing is not None
        assert [tool["name"] for tool in before.listing.tools] == ["tool_1"]
        assert (await fleet.call("moody", "storm", {})).error is None
        read = await until(fleet, lambda: fleet.statuses[0].listing != before.listing)
        after = status(fleet, "moody")
    assert after.state is State.READY
    assert after.listing is not None
    assert [tool["name"] for tool in after.listing.tools] == ["tool_2"]
    assert after.listing.troubles == ()
    asked = [each for each in read if isinstance(each, Frame) and each.outgoing]
    assert [each.message["method"] for each in asked].count("tools/list") == 2


async def test_a_notification_that_was_never_announced_is_followed_and_told() -> None:
    async with Fleet([script("moody", "unannounced")]) as fleet:
        (before,) = await fleet.settled()
        await fleet.call("moody-unannounced", "storm", {})
        await until(fleet, lambda: fleet.statuses[0].listing != before.listing)
        after = status(fleet, "moody-unannounced")
    assert after.listing is not None
    assert [trouble.kind for trouble in after.listing.troubles] == ["unannounced_change"]


async def test_a_refetch_that_fails_keeps_the_old_list_as_stale_and_is_tried_again() -> None:
    async with Fleet([script("moody", "fails_later")]) as fleet:
        (before,) = await fleet.settled()
        await fleet.call("moody-fails_later", "storm", {})
        await until(fleet, lambda: fleet.statuses[0].state is State.STALE)
        stale = status(fleet, "moody-fails_later")
        assert stale.reason == "the list could not be read again: tools/list: `tools` is null, not an array"
        assert stale.listing == before.listing
        assert (await fleet.call("moody-fails_later", "anything", {})).error is None
        await until(fleet, lambda: fleet.statuses[0].state is State.READY)
        assert status(fleet, "moody-fails_later").listing != before.listing


async def test_a_server_of_the_new_protocol_is_asked_to_notify() -> None:
    server = MCPServer("growing")

    @server.tool()
    async def grow(context: Context[None]) -> str:
        """Add a tool."""
        server.add_tool(lambda: "new", name="grown", description="new")
        await context.notify_tools_changed()
        return "grown"

    async with Fleet([inside(server)]) as fleet:
        (before,) = await fleet.settled()
        assert before.listing is not None
        assert before.listing.protocol == "2026-07-28"
        await heard(fleet, lambda news: isinstance(news, Frame) and "acknowledged" in str(news.message.get("method")))
        assert (await fleet.call("inside", "grow", {})).error is None
        await until(fleet, lambda: fleet.statuses[0].listing != before.listing)
        after = status(fleet, "inside")
    assert after.listing is not None
    assert [tool["name"] for tool in after.listing.tools] == ["grow", "grown"]
