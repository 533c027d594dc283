"""``toolscope check``: a gate for CI."""

from __future__ import annotations

from typing import Any

import pytest


def test_gates_that_hold_are_exit_code_0(cli: Any, recording: str) -> None:
    gates = ["--max-manifest-tokens", "1k", "--max-tier", "1", "--listed", "tracker", "--max-tool-tokens", "100"]
    done = cli("check", "--recording", recording, "--context", "200000", *gates, "--json")
    assert (done.code, done.err, done.json["passed"]) == (0, "", True)
    assert [(found["check"], found["limit"]) for found in done.json["checks"]] == [
        ("max_manifest_tokens", 1000),
        ("max_tier", 1),
        ("listed", "names"),
        ("max_tool_tokens", 100),
    ]
    assert all({"actual", "passed", "message", "tools"} <= set(found) for found in done.json["checks"])
    assert done.json["checks"][2]["server"] == "tracker"
    decision = {"profile", "settings", "context_length", "budget", "binding", "activated", "tier", "form", "deferred"}
    assert decision | {"manifest", "costs", "fingerprint", "provisional", "problems"} <= set(done.json)
    assert "error" not in done.json


def test_a_gate_that_fails_is_exit_code_1_and_says_what_to_do(cli: Any, recording: str) -> None:
    words = ["check", "--recording", recording, "--context", "500", "--listed", "wiki", "--listed", "tracker"]
    done = cli(*words, "--max-tool-tokens", "40", "--json")
    wiki, tracker, large = done.json["checks"]
    assert (done.code, done.json["passed"]) == (1, False)
    assert (wiki["passed"], tracker["passed"], tracker["actual"]) == (False, False, "hidden")
    assert tracker["message"].startswith("nothing is said of tracker; set threshold_pct to ")
    assert [each["raw_name"] for each in large["tools"]][:2] == ["create_issue", "close_issue"]
    assert all(each["tokens"] > 40 for each in large["tools"])
    assert done.err == f"toolscope: check failed: {wiki['message']}; 2 more of 3 checks failed\n"
    assert done.json["error"] in done.err
    raised = tracker["message"].rpartition(" ")[2]
    assert cli(*words, "--threshold-pct", raised).code == 0


def test_each_check_is_a_line(cli: Any, recording: str) -> None:
    done = cli("check", "--recording", recording, "--max-tier", "0", "--max-manifest-tokens", "500")
    assert done.code == 1
    first, second = done.out.splitlines()
    assert first.startswith("pass  max_manifest_tokens: ")
    assert second.startswith("FAIL  max_tier: tier 1 full, at most 0 is wanted; ")


def test_no_gate_passes_while_a_server_is_missing(cli: Any, recording: str) -> None:
    gone = ["--url", "http://127.0.0.1:9/mcp", "--name", "gone"]
    gates = ["--max-manifest-tokens", "4000", "--max-tier", "2", "--listed", "tracker", "--listed", "gone"]
    done = cli("check", "--recording", recording, *gone, *gates, "--max-tool-tokens", "9k", "--json")
    assert (done.code, done.json["passed"], done.json["provisional"]) == (2, False, True)
    assert [found["passed"] for found in done.json["checks"]] == [False] * 5
    assert done.json["checks"][0]["message"].startswith("cannot be told while something is missing; so far ")
    assert (done.json["tier"], done.json["deferred"]["count"]) == (1, 4)
    assert "gone is failed" in done.json["error"]


def test_a_server_that_is_switched_off_is_not_missing_and_not_listed(cli: Any, tmp_path: Any) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("mcp_servers:\n  git: {command: git-server, enabled: false}\n")
    done = cli("check", "--config", str(path), "--listed", "git")
    assert done.code == 1
    assert "git has no tool in the catalog" in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "give at least one of --max-manifest-tokens, --max-tier, --listed, --max-tool-tokens"),
        (["--listed", "nobody"], "--listed nobody: no such server; there are: tracker, wiki"),
        (["--max-tier", "3"], "--max-tier 3: give a whole number from 0 to 2"),
        (["--max-tier", "low"], "--max-tier low"),
        (["--max-manifest-tokens", "-1"], "--max-manifest-tokens"),
        (["--max-tool-tokens", "1.5"], "--max-tool-tokens 1.5: give a whole number of tokens"),
    ],
)
def test_a_check_that_cannot_be_made_is_exit_code_2(cli: Any, recording: str, words: list[str], says: str) -> None:
    done = cli("check", "--recording", recording, *words, "--json")
    assert (done.code, done.json["passed"], done.json["checks"]) == (2, False, [])
    assert says in done.json["error"]
    assert done.err.count("\n") == 1
