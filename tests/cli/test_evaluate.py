"""``toolscope evaluate``: its object, its table, one line for a mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.build import tool
from toolscope.config.profiles import PROFILES
from toolscope.demo.fleet import QUERIES

CHAT = {"name": "chat", "tools": [tool("send_message", "Send a message to a channel"), tool("list_channels", "List")]}
LABELLED = [
    {"query": "send message", "relevant": ["chat/send_message"]},
    {"query": "send slack message", "relevant": ["mcp__chat__send_message"]},
    {"query": "play music", "relevant": [], "absent": True},
    {"query": "list \u2713", "absent": True},
]


@pytest.fixture
def recording(tmp_path: Path) -> str:
    path = tmp_path / "chat.json"
    recorded = {"format": "toolscope.recording", "version": 1, "servers": [CHAT]}
    path.write_text(json.dumps(recorded), encoding="utf-8")
    return str(path)


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.json"
    path.write_text(json.dumps(LABELLED), encoding="utf-8")
    return path


def test_every_release_is_judged_side_by_side(cli: Any, recording: str, labels: Path) -> None:
    done = cli("evaluate", str(labels), "--recording", recording, "--json")
    assert (done.code, done.err) == (0, "")
    seen = done.json
    assert (seen["k"], list(seen["profiles"])) == (5, list(PROFILES))
    figures = {"precision", "recall", "mrr", "wrong_names", "absent_hits"}
    for scores in (*seen["profiles"].values(), seen["baseline"]):
        assert figures <= set(scores)
    assert {key: seen["profiles"]["hermes-0.21"][key] for key in figures} == {
        "precision": (1 + 0 + 1 + 0) / 4,
        "recall": 0.5,
        "mrr": 0.5,
        "wrong_names": 1,
        "absent_hits": 1,
    }
    assert (seen["baseline"]["profile"], seen["baseline"]["recall"]) == ("hermes-0.21", 1.0)
    first, missed, _, absent = seen["queries"]
    assert (first["query"], first["relevant"]) == ("send message", ["chat/send_message"])
    assert first["results"]["hermes-0.21"]["matches"] == ["mcp__chat__send_message"]
    assert "verdict" not in first["results"]["hermes-0.21"]
    assert missed["results"]["hermes-0.22"]["verdict"] == "unknown_word"
    assert "slack" in missed["results"]["hermes-0.22"]["sentence"]
    assert "verdict" not in missed["results"]["hermes-0.19"]
    assert absent["results"]["hermes-0.21"]["wrong"] == ["mcp__chat__list_channels"]


def test_one_release_alone_can_be_asked(cli: Any, recording: str, labels: Path) -> None:
    seen = cli("evaluate", str(labels), "--recording", recording, "--profile", "0.19", "--json").json
    assert (list(seen["profiles"]), seen["baseline"]) == (["hermes-0.19"], None)
    assert list(seen["queries"][0]["results"]) == ["hermes-0.19"]


def test_the_table_and_the_misses_are_text(cli: Any, recording: str, labels: Path) -> None:
    lines = cli("evaluate", str(labels), "--recording", recording).out.splitlines()
    assert lines[0] == "4 queries, 2 that nothing can serve, k = 5"
    assert lines[2].split("  ")[0] == "profile"
    assert [line.split("  ")[0] for line in lines[3:7]] == [*PROFILES, "hermes-0.21 without the gate"]
    missed = lines.index("2  send slack message")
    assert lines[missed + 1].startswith(
        "   hermes-0.21, hermes-0.22  mcp__chat__send_message  unknown_word: “slack” is"
    )
    assert (
        "   hermes-0.21, hermes-0.22, hermes-0.19  found, although nothing can serve it: mcp__chat__list_channels"
        in lines
    )


def test_k_judges_that_many_matches_and_says_where_a_release_gives_fewer(
    cli: Any, recording: str, labels: Path
) -> None:
    done = cli("evaluate", str(labels), "--recording", recording, "--json", "--k", "21")
    assert (done.code, done.json["k"]) == (0, 21)
    assert [scores["limit"] for scores in done.json["profiles"].values()] == [21, 21, 20]
    assert done.err == "toolscope: --k 21: hermes-0.19 gives at most 20\n"


@pytest.mark.parametrize("k", ["0", "51", "-1", "five", "", "1e1", "9" * 5_000])
def test_a_k_that_is_no_number_is_one_line(cli: Any, recording: str, labels: Path, k: str) -> None:
    done = cli("evaluate", str(labels), "--recording", recording, f"--k={k}", "--json")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "give a whole number from 1 to 50" in done.err
    assert set(done.json) == {"k", "profiles", "baseline", "queries", "error"}


def test_a_file_that_cannot_be_used_is_one_line(cli: Any, recording: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('[{"query": "a", "relevant": [3]}]', encoding="utf-8")
    done = cli("evaluate", str(path), "--recording", recording, "--json")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert f"{path}:1: entry 1: relevant: must be a list of tool names" in done.err
    assert f"{path}:1: entry 1" in done.json["error"]
    for name, why in (("missing.json", "no such file"), ("", "is a folder")):
        done = cli("evaluate", str(tmp_path / name), "--recording", recording)
        assert (done.code, done.err.count("\n"), why in done.err) == (2, 1, True)
    done = cli("evaluate", "--recording", recording)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "give FILE" in done.err


def test_names_that_nothing_bears_are_noted_once_and_the_rest_counted(cli: Any, recording: str, tmp_path: Path) -> None:
    path = tmp_path / "labels.json"
    path.write_text(json.dumps([{"query": f"q{n}", "relevant": ["chat/send_mesage"]} for n in range(7)]))
    done = cli("evaluate", str(path), "--recording", recording)
    assert done.code == 0
    notes = done.err.splitlines()
    assert notes[0].endswith(
        "entry 1: relevant: chat lists no tool called chat/send_mesage. The nearest is mcp__chat__send_message."
    )
    assert notes[5:] == ["toolscope: 2 more relevant names are in no catalog; results says which"]


def test_the_demo_brings_its_own_queries_and_every_label_is_a_tool_of_it(cli: Any) -> None:
    done = cli("evaluate", "--demo", "--json")
    assert (done.code, done.err) == (0, "")
    seen = done.json
    assert len(seen["queries"]) == len(json.loads(QUERIES.read_text(encoding="utf-8"))) >= 40
    gated, plain = seen["profiles"]["hermes-0.21"], seen["baseline"]
    assert gated["wrong_names"] < plain["wrong_names"]
    assert gated["absent_hits"] < plain["absent_hits"]
    assert gated["recall"] < plain["recall"]


def test_a_server_that_is_missing_leaves_the_figures_and_says_so(cli: Any, recording: str, tmp_path: Path) -> None:
    config, labels = tmp_path / "mcp.json", tmp_path / "labels.json"
    config.write_text(json.dumps({"mcpServers": {"gone": {"command": "no-such-program-anywhere"}}}))
    labels.write_text(json.dumps([{"query": "anything", "relevant": ["gone/thing"]}]))
    done = cli("evaluate", str(labels), "--recording", recording, "--config", str(config), "--json")
    assert done.code == 2
    assert done.json["queries"][0]["results"]["hermes-0.21"]["verdict"] == "server_unavailable"
    assert "gone is failed" in done.json["error"]
