"""A server that went away is started again, and its last list stands until then."""

from __future__ import annotations

from pathlib import Path

from tests.connections.launching import script, status, until
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import ServerStatus, State


async def test_a_server_that_dies_is_started_again_and_never_without_its_list() -> None:
    async with Fleet([script("dying")], tries=3) as fleet:
        await fleet.settled()
        first = status(fleet, "dying").pid
        assert (await fleet.call("dying", "die", {})).error is not None
        news = await until(fleet, lambda: status(fleet, "dying").pid not in (first, None) and _ready(fleet))
        states = [each for each in news if isinstance(each, ServerStatus) and each.state is not State.READY]
        assert states
        assert {each.state for each in states} == {State.LOST}
        assert all(each.listing and len(each.listing.tools) == 1 for each in states)
        assert any(
            "exited with code 3" in str(each.reason) and "trying again in 1 s" in str(each.reason) for each in states
        )


def _ready(fleet: Fleet) -> bool:
    return status(fleet, "dying").state is State.READY


async def test_one_that_does_not_come_back_is_given_up_with_the_reason(tmp_path: Path) -> None:
    server = script("dying", "once", str(tmp_path / "started"), name="dying")
    async with Fleet([server], tries=1) as fleet:
        await fleet.settled()
        await fleet.call("dying", "die", {})
        await until(fleet, lambda: "given up" in str(status(fleet, "dying").reason))
        after = status(fleet, "dying")
        assert after.state is State.LOST
        assert after.listing is not None
        assert "FileExistsError" in str(after.reason)


async def test_one_that_was_disconnected_by_hand_stays_away() -> None:
    async with Fleet([script("dying")], tries=3) as fleet:
        await fleet.settled()
        await fleet.call("dying", "die", {})
        await until(fleet, lambda: "trying again" in str(status(fleet, "dying").reason))
        await fleet.disconnect("dying")
        assert status(fleet, "dying").reason == "disconnected"
        assert status(fleet, "dying").state is State.LOST


async def test_the_command_line_tries_once() -> None:
    async with Fleet([script("dying")]) as fleet:
        await fleet.settled()
        await fleet.call("dying", "die", {})
        await until(fleet, lambda: status(fleet, "dying").state is State.LOST)
        assert "trying again" not in str(status(fleet, "dying").reason)
