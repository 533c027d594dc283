"""``manifest --compare``: the same session in another release."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_what_differs_is_told_and_agrees_with_each_release_alone(cli: Any, recording: str) -> None:
    both = cli("manifest", "--recording", recording, "--compare", "0.19", "--json").json["compare"]
    alone = cli("manifest", "--recording", recording, "--profile", "0.19", "--json").json
    here = cli("manifest", "--recording", recording, "--json").json
    assert both["profile"] == "hermes-0.19"
    assert both["differs"]["tier"] == [here["tier"], alone["tier"]]
    assert both["differs"]["fingerprint"] == [here["fingerprint"], alone["fingerprint"]]
    assert both["differs"]["sent_tokens"][1] == alone["costs"]["sent"]["tokens"]
    modes = {server["name"]: server["mode"][0] for server in both["servers"]}
    assert modes == {server["name"]: server["mode"] for server in here["servers"]}
    assert both["follows"] == ["max_search_limit", "threshold_pct"]
    assert both["differs"]["max_queries"] == [10, 1]
    assert both["differs"]["binding"] == [here["binding"], alone["binding"]]


def test_a_setting_that_somebody_wrote_follows_nobody(cli: Any, recording: str) -> None:
    words = ("manifest", "--recording", recording, "--compare", "0.19", "--threshold-pct", "5")
    assert cli(*words, "--json").json["compare"]["follows"] == ["max_search_limit"]
    assert "not written, so each release's own default: max_search_limit" in cli(*words).out


def test_the_text_holds_only_what_differs(cli: Any, recording: str) -> None:
    done = cli("manifest", "--recording", recording, "--compare", "hermes-0.22")
    assert done.code == 0
    assert "tool_search_chars" in done.out
    assert "context_length" not in done.out
    same = cli("manifest", "--recording", recording, "--compare", "0.21")
    assert same.out.strip() == "hermes-0.21 decides the same as hermes-0.21"


def test_an_unknown_release_is_refused_in_one_line(cli: Any, recording: str) -> None:
    done = cli("manifest", "--recording", recording, "--compare", "0.2", "--json")
    assert done.code == 2
    assert done.err.startswith("toolscope: --compare 0.2: no such profile")


def test_the_text_names_the_servers_that_its_numbers_are_without(cli: Any, tmp_path: Path, recording: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("mcp_servers:\n  billing: {command: no-such-program}\n  notes: {command: x, enabled: false}\n")
    done = cli("manifest", "--config", str(path), "--recording", recording)
    assert done.code == 2
    assert "all of it without billing (failed), notes (disabled)" in done.out.splitlines()
    assert "all of it without" not in cli("manifest", "--recording", recording).out
