from __future__ import annotations

from tests.build import catalog, status, tool
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import ToolFilter
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22
from toolscope.invocation.describe import answers, describe

ADD, PING = "mcp__desk__add", "mcp__desk__ping"


def test_good_names_are_described_once_and_unknown_ones_listed(small: Catalog) -> None:
    """D16."""
    for profile in (HERMES_21, HERMES_22):
        payload = describe(profile, small, [f" {ADD} ", "nope", PING, ADD, "", "  "])
        assert list(payload) == ["tools", "not_found", "hint"]
        assert list(payload["tools"]) == [ADD, PING]
        assert payload["tools"][ADD]["description"] == "Add numbers"
        assert payload["tools"][ADD]["parameters"]["properties"]["a"] == {"type": "integer"}
        assert payload["not_found"] == ["nope"]


def test_more_names_than_the_cap_get_an_error_and_nothing_else(small: Catalog) -> None:
    """D16."""
    payload = describe(HERMES_21, small, [ADD, *(f"n{number}" for number in range(1000))])
    assert list(payload) == ["error"]
    assert "1001" in payload["error"]
    assert "10" in payload["error"]
    assert "error" not in describe(HERMES_21, small, [ADD, *(f"n{number}" for number in range(9)), ADD])


def test_no_name_at_all_is_an_error(small: Catalog) -> None:
    """D16."""
    assert list(describe(HERMES_21, small, ["", " "])) == ["error"]
    assert list(describe(HERMES_21, small, [])) == ["error"]
    assert list(describe(HERMES_19, small, "")) == ["error"]


def test_a_string_is_one_name(small: Catalog) -> None:
    assert list(describe(HERMES_21, small, ADD)) == ["tools"]


def test_a_tool_that_is_not_deferred_is_said_to_be_in_the_list_already(small: Catalog) -> None:
    """D13."""
    payload = describe(HERMES_21, small, ["terminal", "tool_call", ADD])
    assert "call it directly as terminal" in payload["errors"]["terminal"]
    assert payload["not_found"] == ["tool_call"]
    assert list(payload["tools"]) == [ADD]


def test_definitions_come_with_the_schema_that_refers_to_them() -> None:
    """D10."""
    schema = {
        "type": "object",
        "properties": {"q": {"$ref": "#/$defs/Query"}},
        "$defs": {"Query": {"type": "object", "properties": {"limit": {"type": "integer"}}}},
    }
    found = describe(HERMES_21, catalog(status("desk", [tool("find", inputSchema=schema)])), "mcp__desk__find")
    assert found["tools"]["mcp__desk__find"]["parameters"]["$defs"] == schema["$defs"]


def test_a_filtered_tool_is_not_found() -> None:
    """E01."""
    names = ToolFilter(include=("list_issues",))
    kept = catalog(status("github", [tool("list_issues"), tool("merge_pull_request")], names=names))
    payload = describe(HERMES_21, kept, ["mcp__github__merge_pull_request"])
    assert payload["not_found"] == ["mcp__github__merge_pull_request"]
    assert payload["tools"] == {}


def test_missing_names_bring_the_tools_they_may_have_meant(small: Catalog) -> None:
    assert f"For add, did you mean {ADD}?" in describe(HERMES_21, small, ["add"])["hint"]


def test_the_oldest_release_describes_one_tool_flat(small: Catalog) -> None:
    assert list(describe(HERMES_19, small, ADD)) == ["name", "description", "parameters"]
    assert "one tool" in describe(HERMES_19, small, [ADD, PING])["error"]
    assert "call it directly" in describe(HERMES_19, small, "terminal")["error"]
    assert "tool_search" in describe(HERMES_19, small, "nope")["error"]


def test_any_number_of_names_is_answered_outside_the_bridge(small: Catalog) -> None:
    payload = answers(small, [ADD, *(f"n{number}" for number in range(50))])
    assert (list(payload["tools"]), len(payload["not_found"])) == ([ADD], 50)
