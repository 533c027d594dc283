"""Shell hooks: what they are told, and what each way to answer or to fail means in each release."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tests.connections.launching import alive
from tests.invocation.hooking import hook, says, script, told
from toolscope.config.hooks import Hook
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.invocation import hook_process
from toolscope.invocation.hook_process import Ended
from toolscope.invocation.hooks import HookRun, Told, answered, directive, run_all

ADD = Told("mcp__desk__add", {"a": "1", "text": "é"}, "s1", {"tool_call_id": "call-1"})


async def ran(one: Hook, profile: Profile = HERMES_22) -> HookRun:
    (run,) = await run_all(profile, [one], ADD)
    return run


async def test_a_hook_is_told_the_real_name_and_the_arguments_as_they_were_given(tmp_path: Path) -> None:
    await ran(hook(script(tmp_path, "guard", "")), HERMES_21)
    assert told(tmp_path, "guard") == {
        "hook_event_name": "pre_tool_call",
        "tool_name": "mcp__desk__add",
        "tool_input": {"a": "1", "text": "é"},
        "session_id": "s1",
        "cwd": os.getcwd(),
        "extra": {"tool_call_id": "call-1"},
    }
    await ran(hook(script(tmp_path, "guard", "")), HERMES_22)
    assert told(tmp_path, "guard")["profile"] == "default"


@pytest.mark.parametrize(
    ("answer", "reaction", "message"),
    [
        ({"action": "block", "message": "not now"}, "block", "not now"),
        ({"decision": "block", "reason": "no"}, "block", "no"),
        ({"decision": "block"}, "block", "blocked by a hook"),
        ({"action": "modify", "args": {"a": 2}}, "modify", ""),
        ({"decision": "modify", "tool_input": {"a": 2}}, "modify", ""),
        ({"action": "modify", "args": [2]}, "nothing", ""),
        ({"action": "approve", "message": "look"}, "approve", "look"),
        ({"decision": "approve"}, "nothing", ""),
        ({"action": "dance"}, "nothing", ""),
        ({}, "nothing", ""),
    ],
)
async def test_each_answer_means_what_it_means_there(tmp_path: Path, answer: Any, reaction: str, message: str) -> None:
    run = await ran(says(tmp_path, "guard", answer, fail_closed=True))
    assert (run.reaction, run.message, run.exit_code) == (reaction, message, 0)
    assert run.changes == ({"a": 2} if reaction == "modify" else {})


@pytest.mark.parametrize(
    ("profile", "answer", "code", "reaction"),
    [
        (HERMES_19, {"action": "block", "message": "m"}, 0, "block"),
        (HERMES_19, {"action": "modify", "args": {}}, 0, "ignored"),
        (HERMES_19, {"action": "approve"}, 0, "ignored"),
        (HERMES_19, {}, 2, "failed"),
        (HERMES_21, {"action": "modify", "args": {}}, 0, "modify"),
        (HERMES_21, {"action": "approve"}, 0, "ignored"),
        (HERMES_21, {}, 2, "block"),
        (HERMES_22, {"action": "approve"}, 0, "approve"),
        (HERMES_22, {"action": "approve"}, 2, "block"),
        (HERMES_22, {"action": "block", "message": "m"}, 1, "block"),
    ],
)
async def test_releases_differ_in_what_they_take(
    tmp_path: Path, profile: Profile, answer: Any, code: int, reaction: str
) -> None:
    one = says(tmp_path, "guard", answer)
    Path(one.command).write_text(f"{Path(one.command).read_text()}exit {code}\n")
    run = await ran(one, profile)
    assert run.reaction == reaction
    if reaction == "ignored":
        assert profile.name in run.message


FAILURES = {
    "crash": ("echo 'a traceback' >&2; exit 1", "exit code 1: a traceback"),
    "garbage": ("echo hello", "its output is not a JSON object"),
    "a list": ("echo '[1]'", "its output is not a JSON object"),
    "killed": ("kill -9 $$", "exit code -9"),
}


@pytest.mark.parametrize("way", FAILURES)
@pytest.mark.parametrize("closed", [False, True])
async def test_a_failure_is_passed_over_or_blocks_as_configured(tmp_path: Path, way: str, closed: bool) -> None:
    body, why = FAILURES[way]
    run = await ran(hook(script(tmp_path, "guard", body), fail_closed=closed))
    assert run.reaction == ("block" if closed else "failed")
    assert run.message == (f"{run.hook.command} failed closed: {why}" if closed else why)


@pytest.mark.parametrize(
    ("command", "why"), [("./nowhere.sh", "cannot find"), ("'open", "cannot be split"), ("/tmp", "may not be executed")]
)
async def test_a_command_that_cannot_be_started_is_a_failure(command: str, why: str) -> None:
    assert why in (await ran(hook(command))).message
    assert (await ran(hook(command, fail_closed=True))).reaction == "block"
    assert (await ran(hook(command, fail_closed=True), HERMES_19)).reaction == "failed"


async def test_a_hook_after_the_call_only_watches(tmp_path: Path) -> None:
    run = await ran(says(tmp_path, "watch", {"action": "block", "message": "m"}, event="post_tool_call"))
    assert run.reaction == "nothing"


async def test_exit_code_2_takes_its_message_from_standard_error(tmp_path: Path) -> None:
    run = await ran(hook(script(tmp_path, "guard", "echo 'has a secret' >&2; exit 2")))
    assert (run.reaction, run.message, run.stderr) == ("block", "has a secret", "has a secret\n")


async def test_time_is_up_for_the_hook_and_for_all_it_started(tmp_path: Path) -> None:
    body = f"sleep 600 & echo $! > '{tmp_path}/child'; wait"
    run = await ran(hook(script(tmp_path, "slow", body), timeout=0.5))
    assert (run.reaction, run.message) == ("failed", "timed out after 0.5 s")
    await gone(int((tmp_path / "child").read_text()))


async def test_a_cancelled_hook_is_ended(tmp_path: Path) -> None:
    child = tmp_path / "child"
    one = hook(script(tmp_path, "slow", f"sleep 600 & echo $! > '{child}.new'; mv '{child}.new' '{child}'; wait"))
    task = asyncio.create_task(ran(one))
    async with asyncio.timeout(20):
        while not child.exists():
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await gone(int(child.read_text()))


async def gone(pid: int) -> None:
    """Wait until a process is not there any more."""
    async with asyncio.timeout(20):
        while alive(pid):
            await asyncio.sleep(0.01)


async def test_a_flood_is_read_and_dropped() -> None:
    ended = await hook_process.run("sh -c 'head -c 5000000 /dev/zero; echo end >&2'", b"", 30)
    assert (ended.exit_code, len(ended.stdout), ended.stderr) == (0, 1 << 20, "end\n")


async def test_a_hook_that_reads_nothing_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "deaf.sh"
    path.write_text("#!/bin/sh\nexit 0\n")
    path.chmod(0o755)
    (run,) = await run_all(HERMES_22, [hook(str(path))], Told("x", {"a": "y" * 5_000_000}, ""))
    assert run.reaction == "nothing"


def test_output_is_made_harmless() -> None:
    run = answered(HERMES_22, hook("x"), Ended(2, "", "\x1b[2Jgo\u202e away"))
    assert not {"\x1b", "\u202e"} & set(run.message + run.stderr)


async def test_every_hook_is_told_the_same_and_changes_add_up(tmp_path: Path) -> None:
    first = says(tmp_path, "first", {"action": "modify", "args": {"a": 2, "b": 2}})
    second = says(tmp_path, "second", {"action": "modify", "args": {"b": 3}})
    runs = await run_all(HERMES_21, [first, second], ADD)
    assert told(tmp_path, "second")["tool_input"] == ADD.arguments
    assert directive(runs).changes == {"a": 2, "b": 3}


async def test_any_block_beats_any_wish_to_be_asked(tmp_path: Path) -> None:
    asks = says(tmp_path, "asks", {"action": "approve", "rule_key": " money "})
    blocks = says(tmp_path, "blocks", {"action": "block", "message": "m"})
    wanted = directive(await run_all(HERMES_22, [asks, blocks], ADD))
    assert wanted.block is not None
    assert wanted.ask is not None
    assert (wanted.block.hook, wanted.ask.hook, wanted.ask.rule_key) == (blocks, asks, "money")


async def test_hooks_do_not_hold_up_what_else_is_going_on(tmp_path: Path) -> None:
    go = tmp_path / "go"
    waits = script(tmp_path, "waits", f"while [ ! -e '{go}' ]; do sleep 0.01; done")
    task = asyncio.create_task(ran(hook(waits)))
    await asyncio.sleep(0)
    go.touch()
    assert (await task).reaction == "nothing", "it ended because we could go on"


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_nothing_written_and_nothing_wrong_is_no_opinion(profile: Profile) -> None:
    assert answered(profile, hook("x", fail_closed=True), Ended(0, " \n")).reaction == "nothing"
