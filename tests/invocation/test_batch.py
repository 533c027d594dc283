"""Which calls may overlap, and that they do."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22
from toolscope.invocation.batch import WORKERS, Entry, Turn, entry, overlaps, plan, run_waves


@given(st.lists(st.booleans(), max_size=30))
def test_order_is_kept_and_a_barrier_is_alone(may: list[bool]) -> None:
    waves = plan(may)
    assert list(itertools.chain(*waves)) == list(range(len(may)))
    for wave in waves:
        assert all(may[position] for position in wave) or len(wave) == 1
    for one, other in itertools.pairwise(waves):
        assert not (may[one[-1]] and may[other[0]]), "what may overlap is not kept apart"


def test_the_planner_decides_on_the_real_tool() -> None:
    """E10: a literal tool_call is no barrier, an unreadable one is."""
    inner = {"name": "mcp__a__x", "arguments": {}}
    calls = [inner, {"name": "tool_call", "arguments": inner}, {"name": "tool_search", "arguments": {"queries": ["x"]}}]
    read = [entry(raw) for raw in (*calls, "nonsense")]
    assert [one.bridge for one in read] == ["tool_call", "tool_call", "tool_search", "tool_call"]
    assert read[1].arguments == inner
    for profile in (HERMES_21, HERMES_22):
        parallel = [True, False, None, None]
        assert [overlaps(profile, *pair) for pair in zip(read, parallel, strict=True)] == [True, False, True, False]
    assert not overlaps(HERMES_19, read[0], True), "0.19 does not look inside"
    assert overlaps(HERMES_19, read[2], None)


def test_arguments_of_a_bridge_tool_may_be_text() -> None:
    raw = {"name": "tool_call", "arguments": '{"name": "x"}'}
    assert entry(raw) == Entry("tool_call", {"name": "x"})
    assert entry({"name": "tool_call", "arguments": "{"}) == Entry("tool_call", None)


async def test_nothing_is_sent_before_all_of_a_wave_are_decided_and_waves_do_not_mix() -> None:
    events: list[str] = []

    async def job(position: int, turn: Turn) -> None:
        events.append(f"ask {position}")
        await asyncio.sleep(0)
        if position != 1:  # 1 is refused
            await turn.take()
            events.append(f"send {position}")

    await run_waves(((0, 1, 2), (3,)), job)
    assert events == ["ask 0", "ask 1", "ask 2", "send 0", "send 2", "ask 3", "send 3"]


async def test_at_most_so_many_are_sent_at_once() -> None:
    sent = most = 0
    full, count = asyncio.Event(), 3 * WORKERS

    async def job(position: int, turn: Turn) -> None:
        nonlocal sent, most
        await turn.take()
        sent += 1
        most = max(most, sent)
        if sent == WORKERS:
            full.set()
        await full.wait()
        await asyncio.sleep(0)
        sent -= 1

    await run_waves((tuple(range(count)),), job)
    assert most == WORKERS


async def test_a_call_that_breaks_does_not_leave_the_others_waiting() -> None:
    done: list[int] = []

    async def job(position: int, turn: Turn) -> None:
        if position == 0:
            raise ValueError("broken")
        await turn.take()
        done.append(position)

    with pytest.raises(ExceptionGroup):
        await run_waves(((0, 1),), job)


async def test_a_call_that_is_begun_anew_keeps_its_place() -> None:
    async def job(position: int, turn: Turn) -> None:
        await turn.take()
        await turn.take()

    async with asyncio.timeout(10):
        await run_waves((tuple(range(2 * WORKERS)),), job)
