"""Lines that are no messages, and messages that nobody waits for."""

from __future__ import annotations

import pytest

from tests.connections.launching import script
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import ServerStatus, State

TIME = 3.0
"""Seconds to connect, for servers of which no answer can be read."""


async def settled(how: str, connect_timeout: float = 30.0) -> ServerStatus:
    async with Fleet([script("rough_wire", how, connect_timeout=connect_timeout)]) as fleet:
        (found,) = await fleet.settled()
    return found


@pytest.mark.parametrize(
    ("how", "noise"),
    [
        ("mark", 0),
        ("returns", 0),
        ("pieces", 0),
        ("strangers", 1),
        ("twice", 0),
        ("unknown", 5),
        ("lines", 20_000),
        ("long_line", 1),
    ],
)
async def test_an_answer_is_found_among_whatever_else_is_written(how: str, noise: int) -> None:
    found = await settled(how)
    assert found.state is State.READY, found.reason
    assert found.listing is not None
    assert [tool["name"] for tool in found.listing.tools] == ["one"]
    told = [trouble.message for trouble in found.troubles if trouble.kind == "stdout_noise"]
    assert len(told) == bool(noise)
    assert all(message.startswith(f"{noise:,} line") for message in told)


@pytest.mark.parametrize(
    ("how", "beginning"),
    [("pretty", '{ | "jsonrpc": "2.0"'), ("batch", '[{"jsonrpc"'), ("no_identifier", '{"jsonrpc"')],
)
async def test_an_answer_that_is_none_is_quoted_where_the_wait_for_it_ends(how: str, beginning: str) -> None:
    found = await settled(how, TIME)
    assert found.state is State.FAILED
    assert f"timed out after {TIME:g} s in tools/list: {beginning}" in str(found.reason)
    assert [trouble.kind for trouble in found.troubles] == ["stdout_noise"], "without a list too"


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("usage", "exited with code 2 before initialize: usage: server [--port N]"),
        ("caret", "exited with code 1 before initialize: File / ValueError: no key"),
        ("last_words", "exited with code 1 before initialize: line 39999 of many / the key is missing"),
        ("killed", "was ended by SIGKILL before initialize"),
        ("both", "tools/list: error -1: both"),
    ],
)
async def test_what_a_server_said_before_it_ended_is_its_reason(how: str, reason: str) -> None:
    found = await settled(how)
    assert (found.state, found.reason) == (State.FAILED, reason)


async def test_what_a_server_waits_for_is_told_when_the_wait_is_over() -> None:
    found = await settled("login", TIME)
    assert found.reason == "timed out after 3 s in initialize: open http://127.0.0.1:9/login to sign in"


async def test_a_server_that_reads_nothing_more_is_a_failure() -> None:
    found = await settled("closed_input")
    assert found.state is State.FAILED
