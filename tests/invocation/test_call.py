from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from tests.invocation.test_coerce import JSON
from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool
from toolscope.config.model import Decision, Guardrail, Rule, ToolFilter
from toolscope.config.profiles import HERMES_19, HERMES_21
from toolscope.connections.fleet import Fleet
from toolscope.invocation.call import (
    Approval,
    NotApprovedError,
    PreparedCall,
    approve_by_person,
    approve_by_rule,
    approve_by_yes,
    prepare,
    run,
)
from toolscope.invocation.envelope import Envelope, Refusal, Standing, addressed, parse
from toolscope.invocation.guardrail import Verdict, decide


def verdict(call_tool: Tool, decision: Decision = "allow") -> Verdict:
    return decide(Guardrail((Rule("*", decision),)), call_tool)


def approved(prepared: PreparedCall) -> Approval:
    approval = approve_by_rule(verdict(prepared.tool), prepared)
    assert approval is not None
    return approval


def having(*tools: Tool) -> Callable[[str], Tool | None]:
    """A session that has these tools."""
    return {tool.name: tool for tool in tools}.get


async def test_an_approved_call_reaches_the_server_and_comes_back_in_blocks(
    add: Tool, fleet: Fleet, used: Counter[str]
) -> None:
    prepared = prepare(HERMES_21, add, {"a": "2", "b": 3})
    outcome = await run(prepared, approved(prepared), fleet, having(add), timeout=10)
    assert used == {"add": 1}
    assert [block.text for block in outcome.blocks if block.kind == "text"] == ["5"]
    assert outcome.call is prepared
    assert outcome.dispatched
    assert outcome.elapsed_ms > 0
    assert [(change.path, change.before, change.after) for change in prepared.coercions] == [("arguments.a", "2", 2)]


def test_a_call_without_its_required_field_is_never_approved(add: Tool) -> None:
    """D03."""
    prepared = prepare(HERMES_21, add, {})
    assert [problem.message for problem in prepared.validation.problems] == ["'a' is a required property"]
    assert approve_by_rule(verdict(add), prepared) is None
    assert approve_by_yes(verdict(add, "ask"), prepared) is None


def test_a_filtered_tool_cannot_be_called() -> None:
    """E01."""
    kept = catalog(status("desk", [tool("ping"), tool("add")], names=ToolFilter(include=("ping",))))
    assert addressed(HERMES_21, {"name": "mcp__desk__ping"}, kept) == Envelope("mcp__desk__ping", {})
    read = addressed(HERMES_21, {"name": "mcp__desk__add", "arguments": {"a": 1}}, kept)
    assert isinstance(read, Refusal)
    assert "no such tool" in read.message


def test_a_denied_call_is_never_approved_whatever_the_person_says(add: Tool) -> None:
    """E03."""
    prepared = prepare(HERMES_21, add, {"a": 1})
    denied = verdict(add, "deny")
    assert approve_by_rule(denied, prepared) is None
    assert approve_by_yes(denied, prepared) is None
    assert approve_by_person(denied, prepared, True) is None


def test_asking_needs_an_answer_and_no_answer_is_a_no(add: Tool) -> None:
    """E03: headless, nothing says yes by itself."""
    prepared = prepare(HERMES_21, add, {"a": 1})
    asked = verdict(add, "ask")
    assert approve_by_rule(asked, prepared) is None
    assert approve_by_person(asked, prepared, None) is None
    assert approve_by_person(asked, prepared, False) is None
    assert [
        approve.by for approve in (approve_by_person(asked, prepared, True), approve_by_yes(asked, prepared)) if approve
    ] == [
        "person",
        "yes",
    ]
    allowed = approve_by_yes(verdict(add), prepared)
    assert allowed is not None
    assert allowed.by == "rule"


async def test_an_approval_for_other_arguments_is_refused(add: Tool, fleet: Fleet, used: Counter[str]) -> None:
    approval = approved(prepare(HERMES_21, add, {"a": 1}))
    with pytest.raises(NotApprovedError):
        await run(prepare(HERMES_21, add, {"a": 2}), approval, fleet, having(add))
    assert used == {}


async def test_an_approval_dies_when_the_tool_changes(add: Tool, fleet: Fleet, used: Counter[str]) -> None:
    prepared = prepare(HERMES_21, add, {"a": 1})
    changed = replace(prepared, tool=replace(add, fingerprint="another"))
    with pytest.raises(NotApprovedError):
        await run(changed, approved(prepared), fleet, having(changed.tool))
    assert approve_by_rule(verdict(add), changed) is None
    assert used == {}


async def test_arguments_changed_after_the_approval_are_not_covered_by_it(add: Tool, fleet: Fleet) -> None:
    prepared = prepare(HERMES_21, add, {"a": 1})
    approval = approved(prepared)
    prepared.arguments["a"] = 1000
    with pytest.raises(NotApprovedError):
        await run(prepared, approval, fleet, having(add))


def test_the_same_tool_of_another_server_needs_its_own_approval(add: Tool) -> None:
    here, there = prepare(HERMES_21, add, {"a": 1}), prepare(HERMES_21, replace(add, server="attic"), {"a": 1})
    assert here.digest != there.digest
    assert approve_by_rule(verdict(here.tool), there) is None


def test_nobody_makes_an_approval_by_hand(add: Tool) -> None:
    with pytest.raises(NotApprovedError):
        Approval(prepare(HERMES_21, add, {"a": 1}).digest, "person", object())


async def test_a_server_that_is_not_there_is_an_outcome_and_nothing_was_sent(add: Tool, fleet: Fleet) -> None:
    prepared = prepare(HERMES_21, replace(add, server="nowhere"), {"a": 1})
    outcome = await run(prepared, approved(prepared), fleet, having(prepared.tool))
    assert outcome.reply.unreachable
    assert (outcome.dispatched, outcome.blocks) == (False, ())


async def test_an_error_of_the_tool_is_an_outcome(add: Tool, fleet: Fleet) -> None:
    prepared = prepare(HERMES_19, add, {"a": "many"})
    assert not prepared.validation.validated
    outcome = await run(prepared, approved(prepared), fleet, having(add))
    assert outcome.reply.is_error
    assert outcome.dispatched


def test_a_call_keeps_its_real_name_for_display_and_its_model_visible_name_for_the_reply(small: Catalog) -> None:
    """E07."""
    read = parse(HERMES_21, {"name": "mcp__desk__add", "arguments": {"a": 1}}, lambda name: Standing.DEFERRED)
    assert not isinstance(read, Refusal)
    found = small.find(read.name)
    assert found is not None
    prepared = prepare(HERMES_21, found, read.arguments)
    assert (prepared.tool.name, prepared.tool.server, prepared.tool.raw_name) == ("mcp__desk__add", "desk", "add")
    assert verdict(found).tool is found


def test_what_cannot_be_checked_can_still_be_approved() -> None:
    odd = catalog(status("desk", [tool("odd", inputSchema={"type": "object", "properties": {"a": True}})])).tools[0]
    prepared = prepare(HERMES_21, odd, {"a": "1"})
    assert not prepared.validation.validated
    assert prepared.arguments == {"a": "1"}
    assert approved(prepared).by == "rule"


ADD = catalog(
    status(
        "desk",
        [tool("add", inputSchema={"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]})],
    )
).tools[0]


@given(st.dictionaries(st.sampled_from(["a", "b"]), JSON, max_size=2))
def test_invalid_calls_never_get_an_approval(arguments: dict[str, Any]) -> None:
    prepared = prepare(HERMES_21, ADD, arguments)
    given_by = (
        approve_by_rule(verdict(ADD), prepared),
        approve_by_yes(verdict(ADD, "ask"), prepared),
        approve_by_person(verdict(ADD, "ask"), prepared, True),
    )
    assert all((approval is not None) == (not prepared.validation.problems) for approval in given_by)


@given(*[st.dictionaries(st.text(max_size=2), JSON, max_size=2)] * 2)
def test_equal_digests_mean_equal_calls(one: dict[str, Any], other: dict[str, Any]) -> None:
    first, second = prepare(HERMES_19, ADD, one), prepare(HERMES_19, ADD, other)
    if first.digest == second.digest:
        assert sorted(map(repr, first.arguments.items())) == sorted(map(repr, second.arguments.items()))
