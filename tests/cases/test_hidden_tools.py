"""Tools that would answer and are not there: by which rule, on which server (E01, F03, G04)."""

from __future__ import annotations

from tests.build import status
from tests.cases.asking import desk, of
from toolscope.connections.state import State

GITHUB = (
    "list_issues | github | List the issues |",
    "merge_pull_request | github | Merge a pull request | number",
)


def test_a_tool_hidden_by_a_rule_is_named_with_it() -> None:
    """G04, E01."""
    asked = desk(*GITHUB, exclude=["merge_*"])
    seen = asked.ask("merge pull request")
    assert (seen.matches, seen.verdict) == ([], "unknown_word")
    assert "Would match, and is not searched" in seen.why
    assert "mcp__github__merge_pull_request tools.exclude has merge_*" in seen.why
    expected = asked.ask("merge", "mcp__github__merge_pull_request")
    assert expected.verdict == "out_of_scope"
    assert expected.sentence == (
        "github lists mcp__github__merge_pull_request, but its configuration leaves it out: tools.exclude has merge_*."
    )


def test_a_disabled_server_that_is_asked_for_by_name_is_no_missing_capability() -> None:
    """F03."""
    seen = of(status("replicate", state=State.DISABLED), status("wiki", [{"name": "list"}])).ask("replicate image")
    assert seen.matches == []
    assert "– replicate is disabled" in seen.why
