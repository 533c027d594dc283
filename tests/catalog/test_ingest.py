"""Wire JSON becomes tools; what cannot be read is set aside, and nothing ever raises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.catalog.ingest import assemble, offer
from toolscope.catalog.snapshot import Catalog, Scope
from toolscope.config.launch import Recorded
from toolscope.config.model import Origin, ServerConfig, ToolFilter
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22
from toolscope.connections.state import Listing

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NEARLY_A_TOOL = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("name", "description", "inputSchema", "annotations", "function", "toolset"), JSON)
)


@given(st.lists(JSON | NEARLY_A_TOOL, max_size=6))
def test_any_json_in_place_of_a_tool_is_kept_or_set_aside(tools: list[Any]) -> None:
    for profile in (HERMES_21, HERMES_22, HERMES_19):
        for entry in ({}, {"functions": tools}):
            config = ServerConfig("s", Recorded(entry), Origin("test"))
            seen = assemble(profile, [offer(profile, config, Listing(tuple(tools)))])
            assert len(seen.tools) + len(seen.losses) == len(tools)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "not an object but null"),
        ("tool", "not an object but a string"),
        ({}, "no name"),
        ({"name": 7, "inputSchema": {}}, "name is a number, not a string"),
        ({"name": "t", "inputSchema": "object"}, "inputSchema is a string, not an object"),
        ({"name": "t", "inputSchema": [1]}, "inputSchema is a list, not an object"),
    ],
)
def test_a_malformed_tool_is_set_aside_with_its_reason_and_the_others_stay(raw: Any, reason: str) -> None:
    seen = catalog(status("s", [tool("good"), raw]))
    assert [t.raw_name for t in seen.tools] == ["good"]
    assert [(loss.kind, loss.message, loss.raw) for loss in seen.losses] == [("malformed", reason, raw)]


@pytest.mark.parametrize("schema", [None, {}, {"type": "object"}])
def test_a_tool_without_a_schema_has_no_parameters(schema: Any) -> None:
    found = catalog(status("s", [{"name": "t", "inputSchema": schema}])).tools[0]
    assert found.parameters == {"type": "object", "properties": {}}


def test_a_tool_nested_too_deeply_is_set_aside() -> None:
    schema: Any = {}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"a": schema}}
    seen = catalog(status("s", [{"name": "deep", "inputSchema": schema}, tool("good")]))
    assert [t.raw_name for t in seen.tools] == ["good"]
    assert "deep" in seen.losses[0].message


def test_three_tools_of_one_name_are_three_things_to_tell() -> None:
    seen = catalog(status("s", [tool("same"), tool("same"), tool("same")]))
    assert len(seen.tools) == 1
    assert [loss.kind for loss in seen.losses] == ["duplicate", "duplicate"]


def test_a_filtered_tool_says_by_which_rule() -> None:
    seen = catalog(status("gh", [tool("list_issues"), tool("merge")], names=ToolFilter(include=("list_*",))))
    assert [t.raw_name for t in seen.tools] == ["list_issues"]
    assert seen.losses[0].kind == "filtered"
    assert "tools.include" in seen.losses[0].message


def test_hints_are_what_is_declared_as_a_boolean() -> None:
    annotations = {"readOnlyHint": True, "destructiveHint": "no", "title": "T"}
    hints = catalog(status("s", [tool("t", annotations=annotations)])).tools[0].hints
    assert (hints.read_only, hints.destructive) == (True, None)
    assert hints.assumed("destructive") is True


def test_markup_and_escapes_are_shown_as_pictures_and_searched_as_they_are() -> None:
    found = catalog(status("[red]s", [tool("t\x1b[2J", "a\x07b\u202ec")])).tools[0]
    assert found.description == "a\x07b\u202ec"
    assert found.shown_description == "a␇b\ufffdc"
    assert found.shown_raw_name == "t␛[2J"
    assert found.shown_server == "[red]s"


def test_an_export_of_function_definitions_has_core_plugin_and_mcp_tools() -> None:
    def function(name: str, **more: Any) -> dict[str, Any]:
        return {"type": "function", "function": {"name": name, "description": "D.", "parameters": {}}, **more}

    names = [
        function("terminal"),
        function("todo_list"),
        function("get_meetings", toolset="granola"),
        function("mcp__gh__list", toolset="mcp-gh"),
        function("tool_search"),
    ]
    config = ServerConfig("export", Recorded({"functions": names}), Origin("test"))
    seen = assemble(HERMES_21, [offer(HERMES_21, config, Listing(tuple(names)))])
    assert [t.name for t in seen.direct] == ["terminal"]
    assert {t.name: t.label for t in seen.deferred} == {
        "todo_list": "export",
        "get_meetings": "granola",
        "mcp__gh__list": "gh",
    }


def test_what_is_out_of_scope_is_nowhere_in_the_session() -> None:
    whole = catalog(status("a", [tool("x"), tool("y")]), status("b", [tool("z")]))
    session = whole.within(Scope(servers=frozenset({"b"}), tools=frozenset({"mcp__a__y"})))
    assert [t.name for t in session.tools] == ["mcp__a__x"]
    assert list(session.groups) == ["a"]
    assert {loss.kind for loss in session.losses} == {"out_of_scope"}


def test_an_empty_catalog_is_empty_everywhere() -> None:
    seen = Catalog()
    assert (seen.deferred, seen.direct, dict(seen.groups), seen.find("x")) == ((), (), {}, None)
