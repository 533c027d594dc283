"""Text that strict readers refuse costs as little as it can."""

from __future__ import annotations

import pytest

from tests.connections.launching import script
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import State


@pytest.mark.parametrize(
    ("how", "name"), [("surrogate", "odd\ud800"), ("control", "odd\x01"), ("byte", "odd\ufffd"), ("deep", "odd")]
)
async def test_one_odd_tool_loses_no_other(how: str, name: str) -> None:
    async with Fleet([script("odd_text", how)]) as fleet:
        (found,) = await fleet.settled()
    assert found.state is State.READY, found.reason
    assert found.listing is not None
    assert [tool["name"] for tool in found.listing.tools] == ["good", name]
    told = [] if how == "byte" else ["odd_answer"]
    assert [trouble.kind for trouble in found.troubles] == told


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("deeper", "it is nested more than 400 levels deep"),
        ("deepest", "it is nested too deeply"),
        ("integer", "it holds an integer of more than 4,300 digits"),
        ("id_last", "it is nested too deeply"),
    ],
)
async def test_an_answer_that_nobody_can_read_fails_its_request_at_once(how: str, fault: str) -> None:
    async with Fleet([script("odd_text", how)]) as fleet:
        (found,) = await fleet.settled()
    assert (found.state, found.reason) == (State.FAILED, f"tools/list: the answer cannot be read: {fault}")


async def test_an_error_in_odd_text_keeps_its_code_and_words() -> None:
    async with Fleet([script("odd_text", "surrogate")]) as fleet:
        await fleet.settled()
        reply = await fleet.call("odd_text-surrogate", "good", {})
    assert (reply.error, reply.sent) == ("error -7: half \ufffd", True)


async def test_a_banner_of_bytes_that_are_no_text_is_noise() -> None:
    async with Fleet([script("odd_text", "banner")]) as fleet:
        (found,) = await fleet.settled()
    assert found.state is State.READY, found.reason
    assert found.listing is not None
    (noise,) = found.troubles
    assert noise.message == ("1 line on stdout that is not JSON-RPC, beginning with: \ufffd\ufffd\u2400\ufffd welcome")


async def test_a_server_that_closes_its_output_and_lives_on_was_not_ended_by_a_signal() -> None:
    async with Fleet([script("odd_text", "mute")]) as fleet:
        (found,) = await fleet.settled()
    assert (found.state, found.reason) == (State.FAILED, "closed its standard output before initialize")


async def test_the_last_two_lines_of_standard_error_say_why_a_server_ended() -> None:
    async with Fleet([script("odd_text", "wordy")]) as fleet:
        (found,) = await fleet.settled()
    assert found.reason == "exited with code 1 before initialize: the key is missing / set API_KEY"


async def test_a_server_that_ignores_the_probe_is_still_asked_to_initialize() -> None:
    async with Fleet([script("odd_text", "ignorant", connect_timeout=3.0)]) as fleet:
        (found,) = await fleet.settled()
    assert (found.state, found.reason) == (State.FAILED, "initialize: error -32000: got initialize")
