"""Names that are not what they seem (group C of the public cases): the engine's answer, and what is shown of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.build import export, status, survey, tool
from toolscope.catalog.lint import oddities
from toolscope.cli import views
from toolscope.invocation.call import PreparedCall
from toolscope.survey import Survey
from toolscope.ui.present.console import Sent, answer


def called(seen: Survey, name: str) -> PreparedCall | dict[str, Any]:
    found = answer(seen, Sent("tool_call", {"name": name, "arguments": {}}, ""))
    return found if isinstance(found, PreparedCall) else json.loads(found)


def row(seen: Survey, server: str) -> dict[str, Any]:
    found = seen.status(server)
    assert found is not None
    return views.server(seen, found)


def test_a_hyphen_in_a_servers_name_is_no_tool_and_the_error_gives_the_canonical_name() -> None:
    """C01."""
    seen = survey(status("obsidian-graph", [tool("vault_read")]))
    assert isinstance(called(seen, "mcp__obsidian_graph__vault_read"), PreparedCall)
    error = called(seen, "mcp__obsidian-graph__vault_read")
    assert isinstance(error, dict)
    assert "mcp__obsidian_graph__vault_read" in json.dumps(error)
    assert row(seen, "obsidian-graph")["in_catalog"] == 1


def test_a_servers_own_tool_beats_the_helper_of_the_same_name_and_the_loss_is_told() -> None:
    """C03."""
    seen = survey(status("files", [tool("read_resource")], capabilities=("resources",)))
    assert [one.utility for one in seen.catalog.tools if one.raw_name == "read_resource"] == [None]
    told = row(seen, "files")
    assert (told["listed"], told["utilities"], told["collided"], told["in_catalog"]) == (1, 2, 1, 2)
    assert [problem["message"] for problem in told["problems"]] == ["the server's own read_resource takes its place"]


@pytest.mark.parametrize("name", ["memory", "todo", "browser"])
def test_a_server_called_like_a_built_in_toolset_has_its_tools_in_the_catalog(name: str) -> None:
    """C04."""
    core = {"type": "function", "function": {"name": "memory", "description": "Remember.", "parameters": {}}}
    seen = survey(status(name, [tool("recall"), tool("store")]), export("own", [core]))
    told = row(seen, name)
    assert (told["listed"], told["in_catalog"]) == (2, 2)
    assert {one.raw_name for one in seen.catalog.deferred} >= {"recall", "store"}


@pytest.mark.parametrize(("length", "told"), [(64, False), (65, True)])
def test_a_name_of_more_than_64_characters_breaks_nothing_and_is_told(length: int, told: bool) -> None:
    """C07."""
    server = "awslabs_billing-cost-management-mcp-server"
    prefix = f"mcp__{server.replace('-', '_')}__"
    seen = survey(status(server, [tool("x" * (length - len(prefix)), "Bills.")]))
    (one,) = seen.catalog.tools
    assert len(one.name) == 64, "the engine shortens it"
    (*said,) = (oddity.message for oddity in oddities(one))
    assert said == ([f"its whole name has 65 characters, 64 are taken: it is sent as {one.name}"] if told else [])
    assert isinstance(called(seen, one.name), PreparedCall)


def test_a_name_of_an_older_session_finds_nothing_and_names_the_live_sibling() -> None:
    """C10."""
    seen = survey(status("jz", [tool("def_subagent")]))
    error = called(seen, "mcp__jz__abc_subagent")
    assert isinstance(error, dict)
    assert "mcp__jz__def_subagent" in json.dumps(error)
