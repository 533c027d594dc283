"""Each command's answer: keys, exit codes, one line for a mistake."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.build import function, tool
from toolscope.cli.run import run


def test_servers_tells_each_life_line(cli: Any, recording: str) -> None:
    done = cli("servers", "--recording", recording, "--json")
    assert done.code == 0
    tracker, wiki = done.json["servers"]
    wanted = {"name", "label", "state", "listed", "filtered", "collided", "in_catalog", "problems", "protocol", "pages"}
    assert wanted | {"timings", "stderr_tail"} <= set(tracker)
    assert (tracker["state"], tracker["listed"], tracker["in_catalog"]) == ("ready", 4, 3)
    assert tracker["problems"][0]["kind"] == "malformed"
    assert wiki["collided"] == 1
    for server in (tracker, wiki):
        lost = server["malformed"] + server["filtered"] + server["collided"] + server["out_of_scope"]
        assert server["in_catalog"] == server["listed"] + server["utilities"] - lost


def test_manifest_has_the_keys_that_scripts_rely_on(cli: Any, recording: str) -> None:
    done = cli("manifest", "--recording", recording, "--context", "200000", "--json")
    seen = done.json
    assert (done.code, done.err) == (0, "")
    assert (seen["profile"], seen["context_length"], seen["budget"]) == ("hermes-0.21", 200_000, 4000)
    assert (seen["activated"], seen["tier"], seen["form"]) == (True, 1, "full")
    assert len(seen["manifest"]["text"]) == seen["manifest"]["chars"]
    assert seen["manifest"]["tokens"] == -(-seen["manifest"]["chars"] // 4)
    assert seen["manifest"]["tokens_exact"] > 0
    assert seen["bridge"]["tool_describe"] == {"chars": 476}
    assert sum(server["schema_chars"] for server in seen["servers"]) <= seen["deferred"]["tokens"] * 4
    assert set(seen["costs"]) == {"eager", "sent", "described", "saved_pct"}
    assert {"mode", "manifest_chars", "schema_chars", "schema_tokens", "schema_tokens_exact"} <= set(seen["servers"][0])
    assert seen["provisional"] is False


def test_rows_and_overhead_are_the_total_of_the_manifest(cli: Any, recording: str) -> None:
    seen = cli("manifest", "--recording", recording, "--context", "1000", "--tools", "--json").json
    for name in ("eager", "sent", "described"):
        for unit in ("tokens", "tokens_exact"):
            total = seen["costs"][name][unit]
            assert sum(row["costs"][name][unit] for row in seen["servers"]) + seen["overhead"][name][unit] == total
            assert sum(row[name][unit] for row in seen["tools"]) + seen["tools_overhead"][name][unit] == total
    assert seen["costs"]["eager"]["context_pct"] == round(seen["costs"]["eager"]["tokens"] / 10, 2)
    assert seen["costs"]["saved_pct"] < 0


def test_tool_search_that_costs_more_than_it_hides_says_what_is_cheaper(cli: Any, recording: str) -> None:
    words = ("manifest", "--recording", recording, "--context", "200000")
    assert " % more: cheaper with enabled: off\n" in cli(*words).out
    assert ", saved 0.0 %\n" in cli(*words, "--enabled", "off").out


def test_each_tool_has_its_costs_and_its_parts(cli: Any, recording: str) -> None:
    seen = cli("manifest", "--recording", recording, "--tools", "--json").json
    found = {row["tool"]: row for row in seen["tools"]}["close_issue"]
    assert (found["name"], found["server"]) == ("mcp__tracker__close_issue", "tracker")
    assert (found["deferred"], found["mode"], found["source"]) == (True, "full", "mcp")
    made_of = found["parts"]
    parts = [made_of[part] for part in ("name", "description", "input_schema", "frame")]
    for unit in ("tokens", "tokens_exact"):
        assert sum(part[unit] for part in parts) == found["eager"][unit]
    assert list(made_of["unseen"]["keys"]) == ["annotations"]
    text = cli("manifest", "--recording", recording, "--tools").out
    assert text.split("\n")[-3].startswith("overhead")
    assert text.split("\n")[-2].startswith("total")


def test_the_manifest_s_table_ends_in_the_overhead_and_the_total(cli: Any, recording: str) -> None:
    lines = cli("manifest", "--recording", recording, "--enabled", "off").out.split("\n")
    assert [line.split()[0] for line in lines[5:] if line] == ["server", "tracker", "wiki", "overhead", "total"]
    assert "visible" in lines[6]


def test_who_lost_a_name_and_who_kept_it_is_told_on_both_sides(cli: Any, tmp_path: Path) -> None:
    servers = [{"name": name, "tools": [tool("ok", name)]} for name in ("my-api", "my_api")]
    path = tmp_path / "clash.json"
    path.write_text(json.dumps({"format": "toolscope.recording", "version": 1, "servers": servers}), encoding="utf-8")
    kept, lost = cli("servers", "--recording", str(path), "--json").json["servers"]
    assert kept["problems"] == []
    assert kept["displaced"] == [
        {"name": "mcp__my_api__ok", "tool": "ok", "of": [{"server": "my_api", "tool": "ok", "kind": "collided"}]}
    ]
    (problem,) = lost["problems"]
    assert (problem["kind"], problem["name"]) == ("collided", "mcp__my_api__ok")
    assert problem["kept_by"] == {"server": "my-api", "tool": "ok"}


def test_describe_shows_the_stages_of_a_schema_when_asked(cli: Any, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"when": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}
    path = tmp_path / "s.json"
    path.write_text(json.dumps({"server": "s", "tools": [{"name": "t", "inputSchema": schema}]}), encoding="utf-8")
    assert "stages" not in cli("describe", "--recording", str(path), "mcp__s__t", "--json").json
    for profile in ("hermes-0.21", "hermes-0.19"):
        seen = cli("describe", "--recording", str(path), "--profile", profile, "--stages", "mcp__s__t", "--json").json
        way = seen["stages"]["mcp__s__t"]
        assert way["published"] == schema
        assert way["parameters"] == seen["tools"]["mcp__s__t"]["parameters"]
        assert way["changes"] == [
            {
                "stage": "ingestion",
                "path": "properties.when.anyOf",
                "change": "null branch folded into nullable",
                "why": "a union with null and one other branch is that branch",
            }
        ]
    text = cli("describe", "--recording", str(path), "--stages", "mcp__s__t").out
    assert "ingestion: properties.when.anyOf: null branch folded into nullable" in text


def test_an_export_of_core_tools_is_visible_and_tier_0(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps([function("terminal", "terminal"), function("read_file", "file")]), encoding="utf-8")
    seen = cli("manifest", "--recording", str(path), "--json").json
    (server,) = seen["servers"]
    assert (seen["tier"], server["mode"], server["visible"]) == (0, None, 2)
    assert seen["costs"]["sent"]["tokens"] == seen["costs"]["eager"]["tokens"]
    assert "visible" in cli("manifest", "--recording", str(path)).out


@pytest.mark.parametrize(
    ("options", "binding"),
    [
        (["--context", "200000"], "listing_max_tokens"),
        (["--context", "20000"], "threshold_pct"),
        (["--context", "unknown", "--listing-max-tokens", "20000"], "unknown_context"),
        (["--enabled", "off"], None),
    ],
)
def test_the_binding_side_is_named(cli: Any, recording: str, options: list[str], binding: str | None) -> None:
    assert cli("manifest", "--recording", recording, "--json", *options).json["binding"] == binding


def test_search_answers_each_query_and_the_payload_of_a_model(cli: Any, recording: str) -> None:
    done = cli("search", "--recording", recording, "--json", "create issue", "gmail", "mcp__wiki__search_pages")
    first, missed, exact = done.json["queries"]
    assert (first["tokens"], first["gate"], first["matches"]) == (
        ["creat", "issu"],
        "creat",
        ["mcp__tracker__create_issue"],
    )
    assert (missed["gate"], missed["unknown"], missed["matches"]) == ("gmail", ["gmail"], [])
    assert "hint" in missed
    assert exact["scores"] == ["inf"]
    assert [group["query"] for group in done.json["payload"]["results"]] == [
        "create issue",
        "gmail",
        "mcp__wiki__search_pages",
    ]


def test_search_explains_an_expected_tool(cli: Any, recording: str) -> None:
    done = cli("search", "--recording", recording, "--json", "create gmail", "--expect", "mcp__tracker__create_issue")
    why = done.json["queries"][0]["explain"]
    assert why["verdict"] == "unknown_word"
    assert "gmail" in why["sentence"]
    assert [word["word"] for word in why["words"]] == ["create", "gmail"]
    assert why["rank"] is None
    for suggestion in why["suggestions"]:
        again = cli("search", "--recording", recording, "--json", suggestion["query"]).json["queries"][0]
        assert again["matches"][suggestion["rank"] - 1] == "mcp__tracker__create_issue"


def test_a_blank_query_is_searched_on_its_own(cli: Any, recording: str) -> None:
    done = cli("search", "--recording", recording, "--json", "", "issue")
    assert [query["gate"] for query in done.json["queries"]] == [None, "issu"]
    assert done.json["payload"]["queries"] == ["issue"]


def test_too_many_queries_are_an_error_of_the_payload_alone(cli: Any, recording: str) -> None:
    done = cli("search", "--recording", recording, "--json", *["issue"] * 11)
    assert (done.code, len(done.json["queries"])) == (0, 11)
    assert "11" in done.json["payload"]["error"]


def test_queries_come_from_a_file_too(cli: Any, recording: str, tmp_path: Path) -> None:
    path = tmp_path / "queries"
    path.write_text('["issue", "pages"]')
    assert [
        q["query"]
        for q in cli("search", "--recording", recording, "--json", "--queries-file", str(path)).json["queries"]
    ] == ["issue", "pages"]
    path.write_text("issue\n\npages\n")
    assert [
        q["query"]
        for q in cli("search", "--recording", recording, "--json", "--queries-file", str(path)).json["queries"]
    ] == ["issue", "", "pages"]


def test_queries_from_something_that_is_no_regular_file_are_refused(cli: Any, recording: str, tmp_path: Path) -> None:
    pipe, missing = tmp_path / "pipe", tmp_path / "missing"
    os.mkfifo(pipe)
    for path, why in ((pipe, "is not a regular file"), (missing, "no such file"), (tmp_path, "is a folder")):
        done = cli("search", "--recording", recording, "--queries-file", str(path))
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert f"--queries-file {path}: {why}" in done.err
    missing.write_text("[" * 100_000)
    done = cli("search", "--recording", recording, "--queries-file", str(missing))
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_describe_answers_and_says_what_is_missing(cli: Any, recording: str) -> None:
    done = cli("describe", "--recording", recording, "--json", "mcp__wiki__search_pages", "nope")
    assert done.code == 0
    assert list(done.json["tools"]) == ["mcp__wiki__search_pages"]
    assert done.json["not_found"] == ["nope"]
    none = cli("describe", "--recording", recording, "--json", "nope")
    assert (none.code, none.json["tools"]) == (6, {})
    assert none.err.count("\n") == 1


def test_a_call_without_a_yes_and_without_a_terminal_is_refused(cli: Any) -> None:
    done = cli("call", "--demo", "mcp__tracker__list_projects", "{}", "--json")
    assert (done.code, done.json["verdict"]["decision"], done.json["dispatched"]) == (3, "ask", False)
    assert "--yes" in done.json["error"]


def test_a_call_with_a_yes_runs_and_answers(cli: Any) -> None:
    arguments = '{"title": "Export fails", "project_id": "PX", "estimate": "3"}'
    done = cli("call", "--demo", "mcp__tracker__create_issue", arguments, "--yes", "--json")
    seen = done.json
    assert (done.code, seen["dispatched"], seen["validated"], seen["problems"]) == (0, True, True, [])
    assert seen["arguments"]["estimate"] == 3
    assert seen["coercions"] == [{"path": "arguments.estimate", "before": "3", "after": 3}]
    assert (seen["server"], seen["raw_name"]) == ("tracker", "create_issue")
    assert seen["hermes"]["decision"] == "allow"
    assert "Export fails" in json.dumps(seen["result"])
    assert seen["elapsed_ms"] >= 0


def test_a_dry_run_decides_and_sends_nothing(cli: Any) -> None:
    done = cli("call", "--demo", "mcp__tracker__list_projects", "{}", "--dry-run", "--json")
    assert (done.code, done.json["dispatched"], done.json["verdict"]["decision"]) == (0, False, "ask")
    assert "result" not in done.json


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["mcp__tracker__create_issue", "{}"], 4, "title"),
        (["mcp__tracker__create_issue", "not json"], 4, "JSON"),
        (["mcp__tracker__create_issue", "[1]"], 4, "object"),
        (["mcp__tracker__create_isue", "{}"], 6, "mcp__tracker__create_issue"),
        (["tool_search", "{}"], 6, "bridge"),
        (["mcp__chat__send_message", '{"channel": "#legal", "text": "hi"}', "--yes"], 1, "error"),
    ],
)
def test_a_call_that_cannot_be_made_says_why_in_one_line(cli: Any, words: list[str], code: int, says: str) -> None:
    done = cli("call", "--demo", "--json", *words)
    assert done.code == code
    assert says in done.err
    assert done.err.count("\n") == 1
    assert done.json["error"]


def test_a_denied_call_is_refused_even_with_a_yes(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tmp_path / "own.yaml"
    rules.write_text('guardrail:\n  rules:\n    - {match: "tracker/delete_*", decision: deny, reason: "not here"}\n')
    monkeypatch.setenv("TOOLSCOPE_CONFIG", str(rules))
    done = cli("call", "--demo", "mcp__tracker__delete_issue", '{"issue_id": "PX-198"}', "--yes", "--json")
    assert (done.code, done.json["verdict"]["decision"]) == (3, "deny")
    assert "not here" in done.err


def test_record_saves_what_a_later_run_reads_alike(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "demo.json"
    assert cli("record", str(path), "--demo", "--server", "tracker", "--server", "wiki", "--json").code == 0
    live = cli("manifest", "--demo", "--server", "tracker", "--server", "wiki", "--json").json
    again = cli("manifest", "--recording", str(path), "--context", "200000", "--json").json
    for key in ("manifest", "deferred", "costs", "fingerprint", "tier", "form"):
        assert again[key] == live[key]


def test_record_says_that_it_replaces_a_recording(cli: Any, recording: str, tmp_path: Path) -> None:
    path = tmp_path / "again.json"
    path.touch()
    assert cli("record", str(path), "--recording", recording).err == ""
    again = cli("record", str(path), "--recording", recording)
    assert (again.code, again.err) == (0, f"toolscope: {path}: the recording that was there is replaced\n")


def test_record_leaves_a_file_of_another_kind_alone(cli: Any, recording: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("model: x\n")
    done = cli("record", str(path), "--recording", recording)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "is no recording; name another file" in done.err
    assert path.read_text() == "model: x\n"


def test_config_tells_where_each_value_came_from(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "any-name.yaml"
    path.write_text(
        "mcp_servers:\n  git: {command: git-server, env: {TOKEN: canary-1}, enabled: false}\n"
        "tools: {tool_search: {threshold_pct: 2}}\nmodel: claude-sonnet-4-5\n"
    )
    done = cli("config", "--config", str(path), "--json", "--listing-max-tokens", "3000")
    assert done.code == 0
    assert "canary-1" not in done.out
    text = json.dumps(done.json)
    assert "200000" in text
    assert f"{path}:3" in text
    assert "command line" in text
    assert "threshold_pct: 2" in cli("config", "--config", str(path), "--yaml").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["servers"], "--demo"),
        (["servers", "--config", "nowhere.yaml"], "nowhere.yaml"),
        (["servers", "--recording", "nowhere.json"], "nowhere.json"),
        (["servers", "--demo", "--server", "nobody"], "nobody"),
        (["servers", "--demo", "--profile", "hermes-9"], "hermes-0.21"),
        (["servers", "--demo", "--context", "-5"], "-5"),
        (["manifest", "--demo", "--threshold-pct", "101"], "101"),
        (["manifest", "--demo", "--listing", "maybe"], "maybe"),
        (["search", "--demo"], "QUERY"),
        (["serve"], "servers"),
        (["servers", "--demmo"], "--demmo"),
        (["servers", "--"], "--"),
        (["call", "--demo", "x", "--timeout", "soon"], "soon"),
        (["--demo"], "terminal"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_code_2(cli: Any, words: list[str], says: str) -> None:
    done = cli(*words)
    assert (done.code, done.out) == (2, "")
    assert says.lower() in done.err.lower()
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "other", "version": 1}',
        '{"format": "toolscope.recording", "version": 2, "servers": []}',
        "{",
        "[1, 2]",
        "",
    ],
)
def test_a_recording_of_another_kind_is_refused_by_name(cli: Any, tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text)
    done = cli("servers", "--recording", str(path))
    assert done.code == 2
    assert "odd.json" in done.err
    assert done.err.count("\n") == 1


def test_a_server_that_cannot_be_reached_leaves_the_rest_and_exit_code_2(cli: Any, recording: str) -> None:
    done = cli("servers", "--recording", recording, "--json", "--url", "http://127.0.0.1:9/mcp", "--name", "gone")
    assert done.code == 2
    gone = done.json["servers"][-1]
    assert (gone["name"], gone["state"]) == ("gone", "failed")
    assert gone["reason"] in done.json["error"]
    alone = cli("servers", "--json", "--url", "http://127.0.0.1:9/mcp")
    assert alone.code == 5
    assert alone.json["servers"][0]["state"] == "failed"


def test_a_tool_of_a_server_that_failed_is_unreachable_not_unknown(cli: Any) -> None:
    done = cli("call", "--url", "http://127.0.0.1:9/mcp", "--name", "gone", "mcp__gone__x", "{}", "--json")
    assert done.code == 5
    assert "gone" in done.err


def test_the_same_numbers_are_told_to_a_person(cli: Any, recording: str) -> None:
    text = cli("manifest", "--recording", recording, "--context", "200000").out
    value = cli("manifest", "--recording", recording, "--context", "200000", "--json").json
    assert f"{value['manifest']['tokens']:,} tokens" in text
    assert value["manifest"]["text"].splitlines()[1] in text
    assert "tracker" in cli("servers", "--recording", recording).out
    assert "create_issue" in cli("search", "--recording", recording, "create issue", "--explain").out


def test_an_unknown_model_is_said_and_assumed_as_hermes_does(cli: Any, recording: str) -> None:
    done = cli("manifest", "--recording", recording, "--context", "claud-sonet", "--json")
    assert (done.code, done.json["context_length"]) == (0, 256_000)
    assert "claud-sonet" in done.err


def test_help_and_version_are_told(cli: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help"], ["--version"], ["search", "--help"]):
        with pytest.raises(SystemExit) as stopped:
            run(words)
        assert stopped.value.code == 0
    assert "toolscope" in capsys.readouterr().out


def test_json_after_the_two_dashes_belongs_to_the_server(cli: Any) -> None:
    done = cli("servers", "--", "no-such-program", "--json")
    assert (done.code, done.err.count("\n")) == (5, 1)
    assert not done.out.startswith("{")


@pytest.mark.parametrize(
    "command",
    [
        *("servers", "manifest", "sweep", "search x", "describe x", "call x", "check --max-tier 1", "record x"),
        "config",
    ],
)
def test_an_error_is_added_to_the_command_s_object(cli: Any, command: str) -> None:
    done = cli(*command.split(), "--config", "nowhere.yaml", "--json")
    assert done.code == 2
    assert len(done.json) > 1
    assert "nowhere.yaml" in done.json["error"]


def test_a_repeated_key_is_a_lossy_reading(cli: Any) -> None:
    arguments = '{"title": "first one", "title": "second one", "project_id": "PX"}'
    done = cli("call", "--demo", "mcp__tracker__create_issue", arguments, "--dry-run", "--json")
    assert done.json["arguments"]["title"] == "second one"
    assert done.json["coercions"][0]["lossy"] is True


def test_a_recording_cannot_be_called(cli: Any, recording: str) -> None:
    done = cli("call", "--recording", recording, "mcp__wiki__search_pages", "{}", "--yes", "--json")
    assert (done.code, done.json["dispatched"]) == (5, False)
    assert "recording" in done.json["error"]


def test_a_tool_of_a_failed_server_cannot_be_described(cli: Any) -> None:
    done = cli("describe", "--url", "http://127.0.0.1:9/mcp", "--name", "gone", "mcp__gone__x", "--json")
    assert done.code == 5
    assert "gone" in done.json["error"]


def test_a_bare_raw_name_is_answered_with_the_full_one_and_nothing_is_run(cli: Any, recording: str) -> None:
    for command in ("describe", "call"):
        done = cli(command, "--recording", recording, "search_pages", "--json")
        assert done.code == 6
        assert "mcp__wiki__search_pages" in done.json["error"]


@pytest.mark.parametrize("command", ["describe", "call"])
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("wiki/search_pages", "wiki/search_pages is called mcp__wiki__search_pages: names are given in full."),
        ("zzz", "toolscope search WORDS finds tools, toolscope manifest --tools lists them all."),
    ],
)
def test_an_unknown_name_is_answered_for_a_person(cli: Any, recording: str, command: str, name: str, says: str) -> None:
    done = cli(command, "--recording", recording, name)
    assert (done.code, done.err.count("\n")) == (6, 1)
    assert says in done.err
    assert "tool_search" not in done.err


def test_a_listing_that_is_off_has_no_binding_side(cli: Any, recording: str) -> None:
    done = cli("manifest", "--recording", recording, "--context", "200000", "--listing", "off", "--json")
    assert (done.json["tier"], done.json["form"], done.json["binding"]) == (2, "none", None)


def test_an_export_of_functions_is_listed_by_toolset(cli: Any, tmp_path: Path) -> None:
    function = {"type": "function", "function": {"name": "get_meetings", "description": "List.", "parameters": {}}}
    core = {"type": "function", "function": {"name": "terminal", "description": "Run.", "parameters": {}}}
    path = tmp_path / "export.json"
    path.write_text(json.dumps([{**function, "toolset": "granola"}, core]))
    seen = cli("manifest", "--recording", str(path), "--context", "200000", "--json").json
    (server,) = seen["servers"]
    assert (server["name"], server["label"], server["mode"]) == ("export", "granola", "full")
    assert seen["manifest"]["chars"] == 81 + 1 + server["manifest_chars"]
    assert seen["deferred"]["count"] == 1


def test_a_rule_that_decides_nothing_is_told(cli: Any, recording: str, tmp_path: Path, monkeypatch: Any) -> None:
    rules = tmp_path / "own.yaml"
    rules.write_text(
        'guardrail:\n  rules:\n    - {match: "nobody/*", decision: deny}\n    - {match: "wiki/x", decision: deny}\n'
    )
    monkeypatch.setenv("TOOLSCOPE_CONFIG", str(rules))
    done = cli("servers", "--recording", recording)
    assert done.code == 0
    assert "own.yaml:4: wiki/x: wiki has no tool that it means; correct it, or remove it" in done.err
    assert "nobody" not in done.err, "it is for another session"


def test_what_is_not_taken_as_written_is_said_by_every_command(cli: Any, recording: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("mcp_servers: {}\ntools:\n  tool_search:\n    threshold_pct: 250\n    treshold_pct: 3\n")
    clamped = f"{path}:4: tools.tool_search.threshold_pct: is outside 0 to 100; 100 is used"
    unknown = f"{path}:5: tools.tool_search.treshold_pct: unknown key; did you mean threshold_pct?"
    for command in ("manifest", "servers", "search issue"):
        done = cli(*command.split(), "--config", str(path), "--recording", recording, "--json")
        assert (done.code, "error" in done.json) == (0, False)
        assert f"toolscope: {clamped}" in done.err
        assert f"toolscope: {unknown}" in done.err
    assert f"{unknown}\n{clamped}" in cli("config", "--config", str(path)).out
    told = cli("config", "--config", str(path), "--json").json["complaints"]
    assert [f"{one['origin']}: {one['key']}: {one['message']}" for one in told] == [unknown, clamped]


def test_the_yaml_stands_alone_and_what_was_wrong_with_the_file_beside_it(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("tools: {tool_search: {threshold_pct: 250}}\n")
    done = cli("config", "--config", str(path), "--yaml", "--enabled", "off")
    assert done.out.startswith("tools:\n  tool_search:\n    enabled: off\n    threshold_pct: 100\n")
    assert "is outside 0 to 100" in done.err
    path.write_text(done.out)
    again = cli("config", "--config", str(path), "--yaml")
    assert (again.out, again.err) == (done.out, "")
