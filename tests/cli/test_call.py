"""``toolscope call`` with hooks, in batches, and about all tools at once."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.connections.launching import SERVERS
from tests.invocation.hooking import script, told

CREATE = "mcp__tracker__create_issue"
ISSUE = {"title": "Export fails", "project_id": "PX"}
DEMO = ("--demo", "--server", "tracker")


def configured(folder: Path, hooks: Any, **more: Any) -> str:
    path = folder / "hermes.yaml"
    path.write_text(json.dumps({"hooks": hooks, **more}), encoding="utf-8")
    return str(path)


def guarded(folder: Path, body: str, **more: Any) -> str:
    """A configuration with one hook before every call."""
    return configured(folder, {"pre_tool_call": [{"command": script(folder, "guard", body), **more}]})


def test_without_consent_and_without_a_terminal_a_call_is_refused(cli: Any, tmp_path: Path) -> None:
    config = guarded(tmp_path, "")
    done = cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--yes", "--json")
    assert (done.code, done.json["dispatched"], done.json["refused"]["by"]) == (3, False, "consent")
    for words in ("guard.sh", "hermes.yaml:1", "--accept-hooks"):
        assert words in done.json["error"]
    assert told(tmp_path, "guard") is None


def test_accepted_hooks_run_for_this_command_alone(cli: Any, tmp_path: Path) -> None:
    config = guarded(tmp_path, "echo looked >&2")
    words = ("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--yes")
    done = cli(*words, "--accept-hooks", "--json")
    assert done.code == 0
    assert [(run["event"], run["reaction"], run["stderr"]) for run in done.json["hooks"]] == [
        ("pre_tool_call", "nothing", "looked\n")
    ]
    assert told(tmp_path, "guard")["tool_name"] == CREATE
    assert cli(*words).code == 3


def test_what_hooks_write_is_told_on_standard_error(cli: Any, tmp_path: Path) -> None:
    config = guarded(tmp_path, "echo looked >&2")
    done = cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--yes", "--accept-hooks")
    assert "guard.sh: has no objection" in done.err
    assert "  | looked" in done.err
    assert "looked" not in done.out


@pytest.mark.parametrize("way", ["environment", "configuration"])
def test_what_hermes_takes_for_consent_is_consent(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    command = script(tmp_path, "guard", "")
    accepts = {"hooks_auto_accept": True} if way == "configuration" else {}
    if way == "environment":
        monkeypatch.setenv("HERMES_ACCEPT_HOOKS", "1")
    config = configured(tmp_path, {"pre_tool_call": [{"command": command}]}, **accepts)
    assert cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--yes").code == 0


def test_a_block_is_exit_code_3_and_yes_does_not_lift_it(cli: Any, tmp_path: Path) -> None:
    config = guarded(tmp_path, """echo '{"action": "block", "message": "not on Fridays"}'""")
    done = cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--yes", "--accept-hooks", "--json")
    assert (done.code, done.json["dispatched"], done.json["verdict"]["decision"]) == (3, False, "deny")
    assert done.json["hermes"]["decision"] == "deny"
    assert "not on Fridays" in done.json["error"]
    assert done.err.count("\n") == 1


def test_changed_arguments_are_the_ones_that_are_sent(cli: Any, tmp_path: Path) -> None:
    config = guarded(tmp_path, """echo '{"action": "modify", "args": {"title": "Changed", "estimate": "3"}}'""")
    done = cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--yes", "--accept-hooks", "--json")
    assert (done.code, done.json["arguments"]["title"], done.json["arguments"]["estimate"]) == (0, "Changed", 3)
    assert "Changed" in json.dumps(done.json["result"])


def test_arguments_that_a_hook_breaks_are_not_sent(cli: Any, tmp_path: Path) -> None:
    config = guarded(tmp_path, """echo '{"action": "modify", "args": {"title": 5}}'""")
    done = cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--yes", "--accept-hooks", "--json")
    assert (done.code, done.json["dispatched"], done.json["problems"][0]["path"]) == (4, False, "arguments.title")


def test_a_dry_run_runs_no_hook_and_names_those_that_would_run(cli: Any, tmp_path: Path) -> None:
    config = guarded(tmp_path, "", matcher="mcp__tracker__.*")
    done = cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--dry-run", "--accept-hooks", "--json")
    assert done.code == 0
    (hook,) = done.json["hooks"]
    assert (hook["event"], hook["consented"]) == ("pre_tool_call", True)
    assert told(tmp_path, "guard") is None
    without = cli("call", *DEMO, "--config", config, CREATE, json.dumps(ISSUE), "--dry-run")
    assert "hook: pre_tool_call" in without.out
    assert told(tmp_path, "guard") is None


def test_a_text_answer_says_when_arguments_were_not_validated(cli: Any) -> None:
    words = ("call", *DEMO, "--profile", "hermes-0.19", "mcp__tracker__list_projects", "--yes")
    done = cli(*words)
    assert done.code == 0
    assert "the arguments were not validated: hermes-0.19 does not check arguments" in done.err


# all tools at once


def test_a_dry_run_without_a_name_decides_about_every_tool(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E04, E09: the rule that decides for each tool, beside what Hermes would do; rules that decide nothing."""
    own = tmp_path / "own.yaml"
    own.write_text(
        "guardrail:\n  trusted_servers: [tracker]\n  rules:\n"
        "    - {match: 'tracker/*', when: {destructive: true}, decision: deny, reason: it may destroy}\n"
        "    - {match: tracker/create_issue, decision: allow}\n    - {match: 'nowhere/*', decision: deny}\n"
    )
    monkeypatch.setenv("TOOLSCOPE_CONFIG", str(own))
    done = cli("call", *DEMO, "--dry-run", "--json")
    assert done.code == 0
    rulings = {tool["raw_name"]: (tool["verdict"]["decision"], tool["verdict"]["rule"]) for tool in done.json["tools"]}
    assert rulings["create_issue"] == ("allow", "tracker/create_issue")
    assert rulings["delete_issue"] == ("deny", "tracker/* when destructive: true")
    assert rulings["list_projects"] == ("allow", "default")
    assert all(tool["hermes"]["decision"] == "allow" for tool in done.json["tools"])
    assert [(rule["rule"], rule["kind"]) for rule in done.json["rules"]] == [("nowhere/*", "dead")]
    text = cli("call", *DEMO, "--dry-run")
    assert "it may destroy" in text.out
    assert "nowhere/*" in text.err


# batches


def batch(folder: Path, calls: Any) -> str:
    path = folder / "calls.json"
    path.write_text(json.dumps(calls), encoding="utf-8")
    return str(path)


def meeting(folder: Path) -> str:
    """Three servers whose ``meet`` answers once another call of it was begun, or after a while; two may overlap."""
    servers = {
        name: {
            "command": sys.executable,
            "args": [str(SERVERS / "meeting.py"), str(folder / "begun")],
            "supports_parallel_tool_calls": name != "b",
        }
        for name in ("a", "b", "c")
    }
    return configured(folder, {}, mcp_servers=servers)


def test_calls_that_may_overlap_do_and_the_others_wait(cli: Any, tmp_path: Path) -> None:
    """E10: A, A overlap, B alone, search and describe overlap; an unreadable one is a barrier."""
    calls = [
        {"name": "mcp__a__meet", "arguments": {"wait": True}},
        {"name": "tool_call", "arguments": {"name": "mcp__c__meet", "arguments": {"wait": True}}},
        {"name": "mcp__b__meet", "arguments": {}},
        {"name": "tool_search", "arguments": {"queries": ["meet"]}},
        {"name": "tool_describe", "arguments": {"names": ["mcp__a__meet"]}},
        {"arguments": {}},
        {"name": "mcp__a__meet"},
    ]
    done = cli("call", "--batch", batch(tmp_path, calls), "--config", meeting(tmp_path), "--yes", "--json")
    assert done.json["waves"] == [[0, 1], [2], [3, 4], [5], [6]]
    answers = done.json["calls"]
    assert [answer["exit"] for answer in answers] == [0, 0, 0, 0, 0, 4, 0]
    assert done.code == 4
    texts = [answer["result"]["content"][0]["text"] for answer in answers[:3]]
    assert texts == ["met", "met", "alone"]
    assert answers[2]["started_ms"] > max(answer["started_ms"] + answer["elapsed_ms"] for answer in answers[:2]) - 1
    assert answers[3]["result"]["results"][0]["matches"]
    assert list(answers[4]["result"]["tools"]) == ["mcp__a__meet"]


def test_each_call_of_a_batch_is_checked_and_decided_for_itself(cli: Any, tmp_path: Path) -> None:
    """D16, D18: the good ones run, the others say why, in order."""
    calls = [
        {"name": CREATE, "arguments": {"title": "No project"}},
        {"name": CREATE, "arguments": json.dumps(ISSUE)},
        {"name": "mcp__tracker__nope", "arguments": {}},
        {"name": "tool_call", "arguments": {"name": "tool_call", "arguments": {"name": CREATE}}},
        {"name": "tool_call", "arguments": {"name": "tool_search", "arguments": {}}},
    ]
    done = cli("call", *DEMO, "--batch", batch(tmp_path, calls), "--yes", "--json")
    answers = done.json["calls"]
    assert [(answer["exit"], answer["dispatched"]) for answer in answers] == [
        (4, False),
        (0, True),
        (6, False),
        (6, False),
        (6, False),
    ]
    assert done.code == 6
    assert "bridge tool" in answers[3]["error"]
    assert done.json["error"].startswith("4 of 5 calls: ")
    refused = cli("call", *DEMO, "--batch", batch(tmp_path, calls[1:2]), "--json")
    assert (refused.code, refused.json["calls"][0]["refused"]["by"]) == (3, "silence")


def test_an_envelope_with_calls_is_read_as_the_release_reads_it(cli: Any, tmp_path: Path) -> None:
    one = {"calls": [{"name": CREATE, "arguments": ISSUE}]}
    words = ("call", *DEMO, "--yes", "--json", "--batch")
    assert cli(*words, batch(tmp_path, one), "--profile", "hermes-0.22").code == 0
    assert cli(*words, batch(tmp_path, [one]), "--profile", "hermes-0.22").code == 0
    assert cli(*words, batch(tmp_path, [one])).code == 4
    two = {"calls": [*one["calls"], *one["calls"]]}
    done = cli(*words, batch(tmp_path, two), "--profile", "hermes-0.22")
    assert (done.code, done.json["calls"][0]["refusal"]["code"]) == (4, "batch")


def test_a_batch_in_text_names_each_call(cli: Any, tmp_path: Path) -> None:
    calls = [{"name": "tool_search", "arguments": {"queries": ["issue"]}}, {"name": "x"}]
    done = cli("call", *DEMO, "--batch", batch(tmp_path, calls))
    assert "tool_search:" in done.out
    assert "x:\nNo server lists a tool called x" in done.out
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"), [("[", "is not JSON"), ("[]", "JSON list of calls"), ("3", "JSON list of calls")]
)
def test_a_file_without_calls_is_one_clear_line(cli: Any, tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "calls.json"
    path.write_text(text)
    done = cli("call", *DEMO, "--batch", str(path), "--json")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "calls.json" in done.json["error"]
    assert says in done.json["error"]


@pytest.mark.parametrize("words", [("--batch", "x.json", CREATE), ()])
def test_a_call_needs_a_name_or_a_batch(cli: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    (Path.cwd() / "x.json").write_text('[{"name": "x"}]')
    done = cli("call", *DEMO, *words)
    assert done.code == 2
    assert "NAME" in done.err


# scope


def test_nothing_outside_the_scope_is_found_described_or_called(cli: Any, tmp_path: Path) -> None:
    """E01: a filtered tool, and one of a server that was not kept."""
    server = {"command": sys.executable, "args": [str(SERVERS / "meeting.py"), str(tmp_path / "begun")]}
    servers = {"in": {**server, "tools": {"include": ["ping"]}}, "out": server}
    config = configured(tmp_path, {}, mcp_servers=servers)
    source = ("--config", config, "--server", "in")
    found = cli("search", *source, "meet", "--json")
    assert found.json["queries"][0]["matches"] == []
    assert found.json["queries"][0]["unknown"] == ["meet"]
    manifest = cli("manifest", *source, "--json").json
    assert (manifest["deferred"]["count"], "meet" in manifest["manifest"]["text"]) == (1, False)
    for name in ("mcp__in__meet", "mcp__out__ping"):
        assert cli("describe", *source, name, "--json").json["not_found"] == [name]
        assert cli("call", *source, name, "--yes").code == 6
        calls = [{"name": "tool_call", "arguments": {"name": name, "arguments": {}}}]
        assert cli("call", *source, "--batch", batch(tmp_path, calls), "--yes").code == 6
    assert not (tmp_path / "begun").exists(), "no call has reached a server"


def test_hooks_are_part_of_the_configuration_that_is_told(cli: Any, tmp_path: Path) -> None:
    hooks = {"pre_tool_call": [{"command": "guard --token abc", "matcher": "mcp__x__.*", "fail_closed": True}]}
    done = cli("config", "--config", configured(tmp_path, hooks), "--json")
    (hook,) = done.json["hooks"]
    assert (hook["command"], hook["matcher"], hook["fail_closed"]) == ("guard --token •••", "mcp__x__.*", True)
    assert "guard --token •••" in cli("config", "--config", configured(tmp_path, hooks)).out


def test_a_closed_standard_input_is_no_terminal_and_no_fault(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    words = ("call", "mcp__chat__list_channels", "{}", "--demo", "--server", "chat", "--json")
    refused = cli(*words)
    assert (refused.code, refused.json["dispatched"]) == (3, False)
    done = cli(*words, "--yes")
    assert (done.code, done.json["dispatched"]) == (0, True)
