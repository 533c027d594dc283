"""``toolscope diff``: what changed between two recordings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.build import tool

Save = Callable[..., str]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Save servers, each with its tools, as a recording."""

    def build(file: str, **servers: list[Any]) -> str:
        entries = [{"name": name, "tools": tools} for name, tools in servers.items()]
        path = tmp_path / file
        path.write_text(json.dumps({"format": "toolscope.recording", "version": 1, "servers": entries}))
        return str(path)

    return build


WIKI = [tool("read", "Read a page.", "title"), tool("list", "List pages.")]


def test_tools_that_came_went_and_changed_are_told_with_their_parts(cli: Any, save: Save) -> None:
    before = save("a.json", wiki=WIKI, old=[tool("x", "X.")])
    changed = tool("read", "Read one page.", "title", "format", annotations={"readOnlyHint": True})
    after = save("b.json", wiki=[changed, tool("find", "Find pages.")], new=[tool("y", "Y.")])
    done = cli("diff", before, after, "--context", "200000", "--json")
    seen = done.json
    assert (done.code, done.err, seen["changed"]) == (0, "", True)
    assert seen["servers"] == {"added": ["new"], "removed": ["old"]}
    assert [(t["server"], t["raw_name"]) for t in seen["tools"]["added"]] == [("new", "y"), ("wiki", "find")]
    assert [t["name"] for t in seen["tools"]["removed"]] == ["mcp__old__x", "mcp__wiki__list"]
    (read,) = seen["tools"]["changed"]
    assert (read["name"], read["parts"]) == ("mcp__wiki__read", ["description", "inputSchema", "annotations"])
    assert read["tokens_after"] > read["tokens_before"]
    assert seen["tier"] == {"before": 1, "after": 1}
    assert seen["manifest"]["changed"] is True
    assert seen["fingerprint"]["before"] != seen["fingerprint"]["after"]
    assert [seen[side]["tools"] for side in "ab"] == [3, 3]


def test_the_change_itself_is_told_and_not_only_its_part(cli: Any, save: Save) -> None:
    def pages(description: str, *required: str, **properties: Any) -> str:
        schema = {"type": "object", "properties": {"title": {"type": "string"}, **properties}}
        listed = {"name": "read", "description": description, "inputSchema": schema}
        return save(f"{description}.json", wiki=[listed | {"inputSchema": schema | {"required": list(required)}}])

    before = pages("Read.", "old", old={}, size={"type": "string"}, many={"enum": list(range(50))})
    after = pages("Read it.", "title", size={"type": "integer"}, many={"enum": list(range(50, 99))})
    (told,) = cli("diff", before, after, "--json").json["tools"]["changed"]
    changes = {one["path"]: one["change"] for one in told["changes"]}
    assert changes.pop("inputSchema.properties.many.enum").startswith("[0,1,2,")
    assert changes == {
        "description": '"Read." -> "Read it."',
        "inputSchema.properties.old": "is not required any more",
        "inputSchema.properties.size.type": '"string" -> "integer"',
        "inputSchema.properties.title": "is required now",
    }
    text = cli("diff", before, after).out
    assert "\nmcp__wiki__read\n  description: " in text
    assert "\n  inputSchema.properties.title: is required now\n" in text


def test_of_many_changes_the_text_tells_the_first(cli: Any, save: Save) -> None:
    before = save("a.json", wiki=[tool("read", "Read.", *(f"p{n}" for n in range(12)))])
    text = cli("diff", before, save("b.json", wiki=[tool("read", "Read.")])).out
    assert text.count(": gone\n") == 8
    assert "\n  and 4 more; --json has all of them\n" in text


def test_a_recording_is_the_same_as_itself(cli: Any, recording: str) -> None:
    done = cli("diff", recording, recording, "--json")
    assert (done.code, done.json["changed"]) == (0, False)
    assert done.json["tools"] == {"added": [], "removed": [], "changed": []}
    assert (done.json["manifest"]["changed"], done.json["tokens"]["change"]) == (False, 0)
    assert cli("diff", recording, recording).out.startswith("nothing changed: 4 tools, ")


def test_another_order_is_no_change(cli: Any, save: Save) -> None:
    before = save("a.json", wiki=WIKI, old=[tool("x", "X.")])
    assert (
        cli("diff", before, save("b.json", old=[tool("x", "X.")], wiki=WIKI[::-1]), "--json").json["changed"] is False
    )


def test_what_no_model_sees_changes_a_tool_and_no_byte(cli: Any, save: Save) -> None:
    before, after = save("a.json", wiki=WIKI), save("b.json", wiki=[{**WIKI[0], "title": "Reader"}, WIKI[1]])
    seen = cli("diff", before, after, "--json").json
    assert [change["parts"] for change in seen["tools"]["changed"]] == [["title"]]
    assert (seen["changed"], seen["manifest"]["changed"], seen["tokens"]["change"]) == (True, False, 0)
    assert "manifest: the same bytes; fingerprint " in cli("diff", before, after).out


def test_the_tier_falls_where_a_server_grew(cli: Any, save: Save) -> None:
    before = save("a.json", cloud=[tool("x_1", "X.")])
    after = save("b.json", cloud=[tool(f"x_{n}", "X.") for n in range(900)])
    done = cli("diff", before, after, "--context", "200000", "--json")
    assert (done.json["tier"], done.json["form"]) == ({"before": 1, "after": 2}, {"before": "full", "after": "groups"})
    assert done.json["modes"] == {"cloud": {"before": "full", "after": "summary"}}
    text = cli("diff", before, after, "--context", "200000").out
    assert "tier 1 full, now tier 2 groups" in text
    assert "cloud: full, now summary" in text
    off = cli("diff", before, after, "--enabled", "off", "--json").json
    assert (off["tier"], off["manifest"]["changed"]) == ({"before": 0, "after": 0}, False)


TOOLS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.text(max_size=30), max_size=5)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TOOLS, TOOLS)
def test_the_rows_sum_to_the_change_of_the_whole(
    cli: Any, save: Save, old: dict[str, str], new: dict[str, str]
) -> None:
    before, after = ([tool(name, text) for name, text in tools.items()] for tools in (old, new))
    seen = cli("diff", save("a.json", s=before), save("b.json", s=after), "--json").json
    rows = seen["tools"]
    change = sum(row["chars"] for row in rows["added"]) - sum(row["chars"] for row in rows["removed"])
    change += sum(row["chars_after"] - row["chars_before"] for row in rows["changed"])
    assert change == seen["chars"]["after"] - seen["chars"]["before"]
    for side in ("before", "after"):
        assert seen["tokens"][side] == -(-seen["chars"][side] // 4)


def test_an_empty_recording_is_compared_too_and_nothing_else_is_opened(cli: Any, save: Save, empty_home: Path) -> None:
    hermes = empty_home / ".hermes"
    hermes.mkdir()
    (hermes / "config.yaml").write_text("mcp_servers: {mine: {command: no-such-program}}\n")
    seen = cli("diff", save("a.json"), save("b.json", wiki=WIKI), "--json").json
    assert (seen["servers"]["added"], len(seen["tools"]["added"])) == (["wiki"], 2)
    assert (seen["tier"]["before"], seen["a"]["servers"]) == (0, [])


def test_two_bare_listings_are_matched_by_a_name_that_is_given(cli: Any, tmp_path: Path) -> None:
    for name in ("monday.json", "friday.json"):
        (tmp_path / name).write_text(json.dumps({"tools": WIKI}))
    files = [str(tmp_path / "monday.json"), str(tmp_path / "friday.json")]
    apart = cli("diff", *files, "--json")
    assert apart.json["servers"] == {"added": ["friday"], "removed": ["monday"]}
    assert "--name NAME" in apart.err
    together = cli("diff", *files, "--name", "wiki", "--json")
    assert (together.json["changed"], together.json["a"]["servers"], together.err) == (False, ["wiki"], "")


def test_only_a_named_server_is_compared(cli: Any, save: Save) -> None:
    before, after = save("a.json", wiki=WIKI, x=[tool("x")]), save("b.json", wiki=WIKI)
    assert cli("diff", before, after, "--server", "wiki", "--json").json["changed"] is False
    assert cli("diff", before, after, "--server", "x", "--json").json["servers"]["removed"] == ["x"]
    done = cli("diff", before, after, "--server", "y")
    assert (done.code, done.err) == (2, "toolscope: --server y: no such server; there are: wiki, x\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--demo"], "--demo is no source here"),
        (["--config", "c.yaml"], "--config is no source here"),
        (["--url", "http://x"], "--url is no source here"),
        (["--", "git-server"], "-- is no source here"),
        (["--name", "z"], "names the server of recordings that have one"),
        (["--profile", "hermes-9"], "hermes-0.21"),
    ],
)
def test_a_diff_takes_settings_and_no_other_sources(cli: Any, recording: str, words: list[str], says: str) -> None:
    json_first = ["diff", recording, recording, "--json", *words]
    done = cli(*json_first)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert says in done.json["error"]
    assert (done.json["changed"], done.json["tools"]["added"]) == (None, [])


@pytest.mark.parametrize("text", [None, "{", '{"x": 1}', '{"format": "toolscope.recording", "version": 9}'])
def test_a_file_that_is_no_recording_is_refused_by_name(
    cli: Any, recording: str, tmp_path: Path, text: str | None
) -> None:
    path = tmp_path / "odd.json"
    if text is not None:
        path.write_text(text)
    for files in ((recording, str(path)), (str(path), recording)):
        done = cli("diff", *files)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert "odd.json" in done.err
