"""``toolscope search``: every reason is in the JSON, and a miss is never left without one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.build import tool
from toolscope.cli.run import run

EXPLAIN = {"verdict", "sentence", "words", "rank", "suggestions", "gate", "without_gate", "near_words"}
TOOL = {
    *("tool", "score", "length", "mean_length", "length_factor", "rank_without_gate", "short_of_limit"),
    *("fields", "above", "same_score", "coverage"),
}


@dataclass
class Done:
    """What a run printed."""

    code: int
    out: str
    err: str

    @property
    def queries(self) -> Any:
        """The entries of the JSON, which is ASCII."""
        assert self.out.isascii()
        return json.loads(self.out)["queries"]


Ask: TypeAlias = Callable[..., Done]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ask:
    """Search a configuration of a few recorded servers."""
    pages = [tool(f"page_{n}", "Read a page of the wiki, page by page", "page_id") for n in range(7)]
    servers = [
        {
            "name": "chat",
            "tools": [tool("send_message", "Send a message é [/red] \x1b[31m", "text"), tool("list", "List it")],
        },
        {
            "name": "wiki",
            "tools": [*pages, tool("find_page", "Find one", "q"), tool("delete_page", "Delete a page")],
            "config": {"tools": {"exclude": ["delete_*"]}},
        },
    ]
    path = tmp_path / "three.json"
    path.write_text(json.dumps({"format": "toolscope.recording", "version": 1, "servers": servers}), encoding="utf-8")

    def asked(*words: str) -> Done:
        code = run(("search", "--recording", str(path), *words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(code, out, err)

    return asked


@pytest.mark.parametrize("profile", ["hermes-0.21", "hermes-0.22", "hermes-0.19"])
@pytest.mark.parametrize("name", ["mcp__wiki__page_6", "mcp__wiki__find_page", "mcp__chat__list"])
def test_any_tool_is_explained_whether_it_was_found_or_not(ask: Ask, profile: str, name: str) -> None:
    done = ask("read a page", "--profile", profile, "--expect", name, "--json")
    why = done.queries[0]["explain"]
    assert done.code == 0
    assert set(why) >= EXPLAIN | TOOL
    score = 0.0
    for word in why["words"]:
        score += word["score"]
        assert set(word) >= {"word", "stem", "df", "idf", "gate", "unknown", "fields", "score"}
    assert score == why["score"]
    for field in why["fields"]:
        found = [field["text"][start:end].lower() for start, end in field["marks"]]
        held = [w for w in why["words"] for _ in range(w["fields"].get(field["field"], 0))]
        assert len(found) == len(held)
    for rival in why["above"]:
        assert rival["rank"] < why["rank"]
        assert rival["reason"]


def test_marks_are_where_the_words_are_spelled(ask: Ask) -> None:
    why = ask("reading pages", "--expect", "mcp__wiki__page_6", "--json").queries[0]["explain"]
    marked = {f["field"]: [f["text"][start:end] for start, end in f["marks"]] for f in why["fields"]}
    assert marked == {"name": ["page"], "description": ["Read", "page", "page", "page"], "parameters": ["page"]}
    assert (why["verdict"], why["rank"], why["coverage"]) == ("outranked", 7, {"held": 2, "known": 2, "needed": 0})
    assert [r["rank"] for r in why["above"]] == [5, 6]
    assert why["above"][0]["reason"] == "scores the same, and comes first in the catalog's order"
    assert len(why["same_score"]) == 6
    assert why["gate"] == {"word": "reading", "stem": "read", "df": 7, "tied": []}


def test_a_miss_explains_itself_without_being_asked(ask: Ask) -> None:
    unknown, punctuation, several = ask(
        "send slack message", "???", "mcp__wiki__page_1, mcp__wiki__find_page", "--json"
    ).queries
    assert unknown["explain"]["verdict"] == "unknown_word"
    assert unknown["explain"]["without_gate"] == {
        "query": "send message",
        "total": 1,
        "matches": ["mcp__chat__send_message"],
    }
    assert punctuation["explain"]["verdict"] == "no_words"
    assert several["explain"]["exact_names"] == ["mcp__wiki__page_1", "mcp__wiki__find_page"]
    assert "explain" not in ask("send", "--json").queries[0]
    text = ask("send slack message", "???").out
    assert "unknown_word: “slack” is in no tool." in text
    assert "no_words: The query has no searchable word" in text


def test_a_hidden_match_is_told_with_its_rule(ask: Ask) -> None:
    why = ask("delete page", "--json").queries[0]["explain"]
    assert why["hidden"] == [{"name": "mcp__wiki__delete_page", "rule": "tools.exclude has delete_*"}]
    assert "1 tool matches but is hidden: mcp__wiki__delete_page (tools.exclude has delete_*)." in why["sentence"]
    assert ask("x", "--expect", "delete_page", "--json").queries[0]["explain"]["verdict"] == "out_of_scope"


def test_a_server_that_was_not_kept_is_named(ask: Ask) -> None:
    why = ask("send", "--server", "wiki", "--expect", "mcp__chat__send_message", "--json").queries[0]["explain"]
    assert why["verdict"] == "out_of_scope"
    assert why["sentence"] == "chat was left out of this session by --server, so none of its tools can be found."
    query = ask("chat message", "--server", "wiki", "--json").queries[0]["explain"]
    assert query["not_searched"] == [{"server": "chat", "state": "left_out"}]
    nobody = ask("send", "--server", "wiki", "--expect", "send_message", "--json").queries[0]["explain"]
    assert nobody["sentence"].endswith("Not read: chat (left out by --server).")


def test_each_match_is_explained_on_request(ask: Ask) -> None:
    why = ask("find page", "--explain", "--json").queries[0]["explain"]
    assert [match["name"] for match in why["tools"]] == ["mcp__wiki__find_page"]
    assert set(why["tools"][0]) >= {"words", "rank", *TOOL}
    assert "1 mcp__wiki__find_page: find" in ask("find page", "--explain").out


def test_a_limit_that_is_not_taken_as_given_is_said(ask: Ask) -> None:
    for given, taken in (("99", 25), ("0", 1), ("x", 5), ("2.5", 5)):
        done = ask("page", "--limit", given, "--json")
        assert json.loads(done.out)["limit"] == taken
        assert f"--limit {given}: hermes-0.21 makes {taken} of it" in done.err
    assert ask("page", "--limit", "7").err == ""
    assert "hermes-0.19 makes 20 of it" in ask("page", "--limit", "25", "--profile", "hermes-0.19").err


def test_text_for_a_person_is_safe_and_marks_words(ask: Ask) -> None:
    out = ask("send message", "--expect", "mcp__chat__send_message").out
    assert "*Send* a *message* é [/red] ␛[31m" in out
    assert "\x1b" not in out
    assert "length factor" in out
    outranked = ask("page", "--expect", "mcp__wiki__page_6").out
    assert "above it: 6 mcp__wiki__page_5" in outranked
    assert "would find it:" in outranked
