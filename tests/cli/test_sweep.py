"""``toolscope sweep``: rows, ladder, CSV, and what is said about a grid."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.build import status, tool
from tests.golden import vector
from toolscope.connections import recording as recordings

ROW = [
    *("context_length", "threshold_pct", "listing_max_tokens", "enabled", "listing", "budget", "activated", "tier"),
    *("form", "manifest_chars", "manifest_tokens", "deferred_count", "deferred_tokens", "modes"),
]


def test_a_row_has_the_keys_that_scripts_rely_on_and_so_has_the_ladder(cli: Any, recording: str) -> None:
    done = cli("sweep", "--recording", recording, "--context", "1000,200000", "--threshold-pct", "0:5:2.5", "--json")
    assert (done.code, done.err) == (0, "")
    assert [list(row) for row in done.json["rows"]] == [ROW] * 6
    assert [(row["context_length"], row["threshold_pct"]) for row in done.json["rows"]] == [
        *((1000, 0.0), (1000, 2.5), (1000, 5.0)),
        *((200_000, 0.0), (200_000, 2.5), (200_000, 5.0)),
    ]
    assert [step["form"] for step in done.json["ladder"]] == ["full", "names", "mixed", "groups"]
    assert all({"form", "chars", "tokens", "modes"} <= set(step) for step in done.json["ladder"])
    assert done.json["ladder"][2]["modes"] == {"tracker": "summary", "wiki": "names"}


def test_each_row_is_what_the_manifest_command_says(cli: Any, recording: str) -> None:
    words = ["--context", "1000,5000,unknown", "--threshold-pct", "1,5", "--listing-max-tokens", "200,4000"]
    rows = cli("sweep", "--recording", recording, "--json", *words).json["rows"]
    assert len(rows) == 12
    for row in rows:
        context = "unknown" if row["context_length"] is None else str(row["context_length"])
        options = ["--context", context, "--threshold-pct", str(row["threshold_pct"])]
        options += ["--listing-max-tokens", str(row["listing_max_tokens"])]
        seen = cli("manifest", "--recording", recording, "--json", *options).json
        for key in ("budget", "activated", "tier", "form", "context_length"):
            assert row[key] == seen[key]
        assert (row["manifest_chars"], row["manifest_tokens"]) == (
            seen["manifest"]["chars"],
            seen["manifest"]["tokens"],
        )
        assert (row["deferred_count"], row["deferred_tokens"]) == (
            seen["deferred"]["count"],
            seen["deferred"]["tokens"],
        )
        assert row["modes"] == {label: mode for s in seen["servers"] for label, mode in s["modes"].items()}


def _recorded(case: dict[str, Any], path: Path) -> str:
    servers = [{"capabilities": {"tools": {}}, **server} for server in case["servers"]]
    for server in servers:
        if isinstance(server["capabilities"], list):
            server["capabilities"] = {name: {} for name in ["tools", *server["capabilities"]]}
    path.write_text(json.dumps({"format": "toolscope.recording", "version": 1, "servers": servers}), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("case", vector("disclosure")["catalogs"], ids=lambda case: case["title"])
def test_a_grid_file_gives_the_reference_s_decisions_in_its_order(cli: Any, tmp_path: Path, case: Any) -> None:
    grid = tmp_path / "grid.json"
    grid.write_text(json.dumps([row for row, _ in case["rows"]]), encoding="utf-8")
    done = cli("sweep", "--recording", _recorded(case, tmp_path / "case.json"), "--grid", str(grid), "--json")
    assert done.code == 0
    for (_, wanted), row in zip(case["rows"], done.json["rows"], strict=True):
        assert {
            key: row[key] for key in ("activated", "tier", "form", "budget", "manifest_chars", "manifest_tokens")
        } == {key: wanted[key] for key in ("activated", "tier", "form", "budget", "manifest_chars", "manifest_tokens")}
        modes = {label: "none" if mode == "hidden" else mode for label, mode in row["modes"].items()}
        assert modes == (dict.fromkeys(modes, wanted["modes"]["all"]) if "all" in wanted["modes"] else wanted["modes"])
        assert (row["deferred_count"], row["deferred_tokens"]) == (case["deferred_count"], case["deferred_tokens"])


def test_csv_has_a_line_a_point_and_a_column_a_label(cli: Any, recording: str) -> None:
    words = ["--recording", recording, "--context", "unknown,200000", "--listing-max-tokens", "200"]
    rows = list(csv.DictReader(io.StringIO(cli("sweep", *words, "--csv").out)))
    assert list(rows[0]) == [*ROW[:-1], "modes.tracker", "modes.wiki"]
    for row, value in zip(rows, cli("sweep", *words, "--json").json["rows"], strict=True):
        assert row["context_length"] == ("" if value["context_length"] is None else str(value["context_length"]))
        assert (row["activated"], row["tier"]) == ("true", str(value["tier"]))
        assert row["modes.tracker"] == value["modes"]["tracker"]


def test_a_table_names_what_is_summed_up_and_what_no_budget_selects(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    large = [status(name, [tool(f"{name}_{n}", "Do it.") for n in range(40)]) for name in "abcde"]
    recordings.write(path, [*large, status("tiny", [tool("x", "X.")])])
    words = ["sweep", "--recording", str(path), "--context", "200000", "--listing-max-tokens", "200,500,4000"]
    lines = cli(*words).out.splitlines()
    assert lines[0] == "hermes-0.21, enabled auto, listing auto, 201 deferred tools, 6,218 tokens, 3 points"
    assert lines[2].split() == ["context", "pct", "cap", "budget", "tier", "form", "chars", "tokens", "summary", "line"]
    assert lines[3].endswith("5 of 6, down to e")
    assert lines[-1].startswith("groups")
    assert lines[-1].endswith("never: one before it is as small")
    both = cli(*words[:3], "--grid", str(_grid(tmp_path, [[1000, 5, 4000], [1000, 5, 4000, "off"]]))).out
    assert " enabled " in both
    assert "listing auto" in both


def _grid(folder: Path, rows: Any) -> Path:
    path = folder / "grid.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def test_a_release_without_a_listing_has_no_ladder(cli: Any, recording: str) -> None:
    done = cli("sweep", "--recording", recording, "--profile", "0.19", "--context", "100,10000", "--json")
    assert done.json["ladder"] == []
    assert [row["activated"] for row in done.json["rows"]] == [True, False]
    assert "no manifest" in cli("sweep", "--recording", recording, "--profile", "0.19").out


def test_the_ladder_is_counted_exactly_when_it_is_asked_for(cli: Any, recording: str) -> None:
    words = ["--recording", recording, "--context", "200000", "--json"]
    seen = cli("sweep", *words, "--exact").json
    assert [step["tokens_exact"] > 0 for step in seen["ladder"]] == [True] * 4
    assert seen["ladder"][0]["tokens_exact"] == cli("manifest", *words).json["manifest"]["tokens_exact"]
    assert {step["tokens_exact"] for step in cli("sweep", *words).json["ladder"]} == {None}
    assert " exact " in cli("sweep", *words[:-1], "--exact").out


def test_what_is_clamped_is_said_beside_the_whole_answer(cli: Any, recording: str, tmp_path: Path) -> None:
    grid = _grid(tmp_path, [[1000, 5, 4000], [1000, 500, 4000]])
    done = cli("sweep", "--recording", recording, "--grid", str(grid), "--json")
    assert (done.code, done.json["rows"][1]["threshold_pct"]) == (0, 100.0)
    assert done.err == f"toolscope: {grid}: row 2: threshold_pct is outside 0 to 100; 100 is used\n"


def test_a_long_grid_has_one_row_a_line(cli: Any, recording: str) -> None:
    done = cli("sweep", "--recording", recording, "--threshold-pct", "0:99:0.1", "--json")
    assert len(done.json["rows"]) == 991
    assert sum(line.startswith('    {"context_length"') for line in done.out.splitlines()) == 991


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--threshold-pct", "1,x"], "--threshold-pct x"),
        (["--context", "200,000"], "--context 000"),
        (["--grid", "nowhere.json"], "--grid nowhere.json: no such file"),
        (["--grid", "grid.json", "--threshold-pct", "5"], "leave out --threshold-pct"),
        (["--csv", "--json"], "not both"),
    ],
)
def test_a_sweep_that_cannot_be_made_says_why_in_one_line(
    cli: Any, recording: str, words: list[str], says: str
) -> None:
    done = cli("sweep", "--recording", recording, *words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert says in done.err
    if "--json" not in words:
        empty = cli("sweep", "--recording", recording, *words, "--json")
        assert (empty.json["rows"], empty.json["ladder"]) == ([], [])
        assert says in empty.json["error"]


def test_a_server_that_is_missing_leaves_the_rows_whole_and_exit_code_2(cli: Any, recording: str) -> None:
    done = cli("sweep", "--recording", recording, "--url", "http://127.0.0.1:9/mcp", "--name", "gone", "--json")
    assert (done.code, len(done.json["rows"]), len(done.json["ladder"])) == (2, 1, 4)
    assert "gone" in done.json["error"]
