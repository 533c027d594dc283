"""Many servers at once: each in its own time, none left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from mcp.server.mcpserver import MCPServer

from tests.connections.launching import SERVERS, alive, inside, script, status, until
from toolscope.config.launch import Recorded, Stdio
from toolscope.config.model import Origin, ServerConfig
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import Frame, ServerStatus, State, StderrLine


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """No task of ours, and no child of this process, may outlive a test."""
    yield
    children = subprocess.run(["ps", "-o", "args=", "--ppid", str(os.getpid())], capture_output=True, text=True).stdout
    assert "tests/servers" not in children


def test_importing_the_fleet_does_not_import_the_sdk() -> None:
    code = "import sys, toolscope.connections.fleet; print('mcp' in sys.modules, 'httpx2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=SERVERS.parents[1])
    assert done.stdout == "False False\n"


async def test_one_server_that_hangs_and_one_that_dies_disturb_no_other() -> None:
    servers = [
        script("silent"),
        script("silent", name="brief", connect_timeout=1.0),
        script("paged"),
        script("dying", "early"),
        script("dying"),
        inside(MCPServer("inside")),
    ]
    async with Fleet(servers) as fleet:
        await until(fleet, lambda: not any(each.state.pending for each in fleet.statuses[1:]))
        silent, brief, paged, early, dying, within = fleet.statuses
        assert silent.state is State.CONNECTING
        assert (brief.state, brief.reason) == (State.FAILED, "timed out after 1 s in initialize")
        assert (early.state, early.reason) == (State.FAILED, "exited with code 1 before initialize: TOKEN is not set")
        assert paged.listing is not None
        assert [len(paged.listing.tools), paged.listing.pages] == [30, 3]
        assert paged.state is dying.state is within.state is State.READY
        reply = await fleet.call("dying", "die", {})
        assert reply.error == "dying went away before it answered: exited with code 3: out of paper"
        assert reply.unreachable
        assert status(fleet, "dying").reason == "exited with code 3: out of paper"
        assert status(fleet, "dying").listing is not None
        assert (await fleet.call("paged", "tool_1", {})).error is None
        pids = [each.pid for each in fleet.statuses if each.pid]
        closing = time.monotonic()
    assert time.monotonic() - closing < 1.9
    assert len(pids) == 5
    assert not any(alive(pid) for pid in pids)


@pytest.mark.parametrize("habit", ["stubborn", "careless"])
async def test_what_a_server_started_ends_with_it_even_when_it_ignores_everything(habit: str) -> None:
    async with Fleet([script("moody", habit, name="moody")]) as fleet:
        (ready,) = await fleet.settled()
        assert ready.state is State.READY
        assert ready.pid is not None
        await until(fleet, lambda: bool(status(fleet, "moody").stderr_tail))
        grandchild = int(status(fleet, "moody").stderr_tail[0].split()[1])
        assert alive(ready.pid)
        assert alive(grandchild)
        closing = time.monotonic()
    assert time.monotonic() - closing < 6
    assert not alive(ready.pid)
    assert not alive(grandchild)


async def test_closing_while_servers_are_connecting_leaves_nothing() -> None:
    async with Fleet([script("silent", name=str(number)) for number in range(3)], slots=2) as fleet:
        await until(fleet, lambda: sum(each.pid is not None for each in fleet.statuses) == 2)
        pids = [each.pid for each in fleet.statuses if each.pid]
        assert fleet.statuses[2].state is State.WAITING
        closing = time.monotonic()
    assert time.monotonic() - closing < 1.9
    assert not any(alive(pid) for pid in pids)
    assert [each.state for each in await fleet.settled()] == [State.FAILED] * 3


async def test_a_slot_is_free_again_once_its_server_is_ready() -> None:
    async with Fleet([script("paged", name=str(number)) for number in range(3)], slots=1) as fleet:
        assert [each.state for each in await fleet.settled()] == [State.READY] * 3


async def test_a_server_that_never_answers_keeps_its_slot_only_for_a_while() -> None:
    servers = [*(script("silent", name=str(number), connect_timeout=600) for number in range(2)), script("paged")]
    async with Fleet(servers, slots=1) as fleet:
        await until(fleet, lambda: fleet.statuses[2].state is State.READY)
        assert [each.state for each in fleet.statuses[:2]] == [State.CONNECTING] * 2


async def test_only_a_server_that_has_no_slot_is_waiting() -> None:
    async with Fleet([script("silent", name=str(number)) for number in range(2)], slots=1) as fleet:
        await until(fleet, lambda: fleet.statuses[0].state is State.CONNECTING)
        assert fleet.statuses[0].pid is None, "it is connecting before the SDK is loaded"
        assert fleet.statuses[1].state is State.WAITING


async def test_a_server_that_dies_while_idle_is_lost_and_can_be_connected_again() -> None:
    async with Fleet([script("paged")]) as fleet:
        (ready,) = await fleet.settled()
        assert ready.pid is not None
        os.kill(ready.pid, signal.SIGKILL)
        await until(fleet, lambda: status(fleet, "paged").state is State.LOST)
        lost = status(fleet, "paged")
        assert lost.reason == "was ended by SIGKILL"
        assert lost.listing == ready.listing
        reply = await fleet.call("paged", "tool_1", {})
        assert (reply.error, reply.unreachable) == ("paged is lost: was ended by SIGKILL", True)
        await fleet.reconnect("paged")
        (again,) = await fleet.settled()
        assert again.state is State.READY
        assert again.pid != ready.pid


async def test_connecting_can_be_given_up() -> None:
    async with Fleet([script("silent")]) as fleet:
        await until(fleet, lambda: status(fleet, "silent").pid is not None)
        await fleet.disconnect("silent")
        gone = status(fleet, "silent")
        assert (gone.state, gone.reason) == (State.FAILED, "disconnected")
        assert gone.pid is not None
        assert not alive(gone.pid)


async def test_what_cannot_be_started_fails_with_its_reason() -> None:
    origin = Origin("test")
    servers = [
        ServerConfig("missing", Stdio("no-such-program"), origin),
        ServerConfig("odd", Stdio("pro\x1b[2Jgram\u202e"), origin),
        ServerConfig("folder", Stdio(sys.executable, cwd="/no/such/folder"), origin),
        ServerConfig("denied", Stdio("/"), origin),
        ServerConfig("empty", None, origin),
        ServerConfig("off", Stdio("no-such-program"), origin, enabled=False),
        ServerConfig("unknown", Stdio("no-such-program"), origin, untrusted=True),
    ]
    async with Fleet(servers) as fleet:
        found = {each.name: (each.state, each.reason) for each in await fleet.settled()}
        refused = await fleet.call("off", "x", {})
        nobody = await fleet.call("nobody", "x", {})
    assert found == {
        "missing": (State.FAILED, "command: cannot find 'no-such-program'; install it, or give its full path"),
        "odd": (State.FAILED, "command: cannot find 'pro\u241b[2Jgram\ufffd'; install it, or give its full path"),
        "folder": (State.FAILED, "cwd: there is no folder /no/such/folder"),
        "denied": (State.FAILED, "command: '/' may not be executed"),
        "empty": (State.FAILED, "names neither a command nor a url"),
        "off": (State.DISABLED, "disabled in the configuration"),
        "unknown": (State.UNTRUSTED, "not approved yet: nothing is started until it is"),
    }
    assert refused.error == "off is disabled: disabled in the configuration"
    assert nobody.error == "there is no server 'nobody'"
    assert refused.unreachable
    assert nobody.unreachable


async def test_a_recording_is_ready_at_once_and_answers_no_calls() -> None:
    entry = {"name": "old", "tools": [{"name": "a"}], "protocol": "2025-06-18", "capabilities": {"prompts": {}}}
    async with Fleet([ServerConfig("old", Recorded(entry), Origin("test"))]) as fleet:
        (old,) = fleet.statuses
        reply = await fleet.call("old", "a", {})
    assert old.state is State.READY
    assert old.listing is not None
    assert old.listing.tools == ({"name": "a"},)
    assert old.listing.families == {"prompts"}
    assert reply.error == "old is a recording: it cannot be called"
    assert (reply.unreachable, reply.sent) == (True, False)


async def test_a_child_gets_only_the_safe_part_of_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_SECRET", "hunter2")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    code = "import os, sys; print(sorted(k for k in os.environ if k[0] != '_'), file=sys.stderr)"
    launch = Stdio(sys.executable, ("-c", code), env={"GIVEN": "1"})
    async with Fleet([ServerConfig("shy", launch, Origin("test"))]) as fleet:
        (shy,) = await fleet.settled()
    assert "GIVEN" in shy.stderr_tail[0]
    assert "XDG_DATA_HOME" in shy.stderr_tail[0]
    assert "PATH" in shy.stderr_tail[0]
    assert "MY_SECRET" not in shy.stderr_tail[0]


async def test_news_tells_states_frames_and_stderr_and_ends_with_the_fleet() -> None:
    async with Fleet([script("moody", "flood")]) as fleet:
        await fleet.settled()
        first = await anext(fleet.batches())
        assert sum(isinstance(each, ServerStatus) for each in first) == 1, "statuses that nobody read are one"
        reader = asyncio.create_task(_all(fleet))
    read = [*first, *await reader]
    frames = [each.message for each in read if isinstance(each, Frame) and each.outgoing]
    assert "initialize" in [frame["method"] for frame in frames]
    lines = [each for each in read if isinstance(each, StderrLine)]
    assert sum(isinstance(each, StderrLine) for each in first) <= 5_000, "a flood that nobody reads is bounded"
    assert lines[-1].text == "line 19999 ␛[2J of a very talkative server"
    assert len(fleet.statuses[0].stderr_tail) == 50


async def _all(fleet: Fleet) -> list[object]:
    return [each async for each in fleet.news()]


def test_nothing_that_a_server_writes_reaches_our_own_output() -> None:
    code = """if True:
        import asyncio
        from mcp.server.mcpserver import MCPServer
        from tests.connections.launching import inside, script
        from toolscope.connections.fleet import Fleet
        async def main():
            servers = [script("moody", "noise"), script("moody", "flood"), script("dying"), inside(MCPServer("inside"))]
            async with Fleet(servers) as fleet:
                print([str(each.state) for each in await fleet.settled()])
                await fleet.call("dying", "die", {})
                reply = await fleet.call("moody-noise", "odd_steps", {}, on_progress=lambda *_: None)
                print(reply.result["content"][0]["text"])
        asyncio.run(main())"""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=SERVERS.parents[1])
    assert (done.stdout, done.stderr) == (f"{['ready'] * 4}\ndone\n", "")


async def test_a_real_server_from_the_index() -> None:
    launch = Stdio(sys.executable, ("-m", "mcp_server_time"))
    async with Fleet([ServerConfig("clock", launch, Origin("test"))]) as fleet:
        (clock,) = await fleet.settled()
        assert clock.state is State.READY, clock.reason
        assert clock.listing is not None
        assert {tool["name"] for tool in clock.listing.tools} == {"get_current_time", "convert_time"}
        assert set(clock.timings) == {"wait", "start", "handshake", "list"}
        reply = await fleet.call("clock", "get_current_time", {"timezone": "Etc/UTC"})
        assert "Etc/UTC" in reply.result["content"][0]["text"]
