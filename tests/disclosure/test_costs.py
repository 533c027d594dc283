"""Rows and overhead equal the total: of any catalog, in every column."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.build import export, function, status, tool
from toolscope.canonical import compact
from toolscope.catalog.snapshot import Scope
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.connections.state import ServerStatus
from toolscope.disclosure.bridge import measure
from toolscope.disclosure.costs import Bill, Costs, mode_of, tool_costs, tools_costs
from toolscope.disclosure.exact import count_described, count_exactly
from toolscope.disclosure.ladder import NOTHING
from toolscope.disclosure.listing import HEADER
from toolscope.disclosure.parts import parts
from toolscope.survey import Survey, take
from toolscope.tokens import count, estimate

COLUMNS = [field.name for field in fields(Costs)]
NAMES = st.text("abcé-_. ", min_size=1, max_size=9)
TOOLS = st.lists(st.builds(tool, NAMES, st.text(max_size=90), NAMES), max_size=6)
SERVERS = st.dictionaries(st.sampled_from(["gh", "tracker", "日本", 'quo"te', "a b"]), TOOLS, max_size=5)
FUNCTIONS = st.lists(
    st.builds(
        function,
        st.sampled_from(["terminal", "todo_list", "read_file", "get_meetings", "mcp__gh__b", "draw", "show_tip"]),
        st.sampled_from([None, "mcp-gh", "mcp-zz", "todo", "desktop_ui", "project", "granola"]),
        st.text(max_size=40),
    ),
    max_size=5,
)
SCOPES = st.builds(
    lambda out, eager: Scope(out, frozenset({"terminal"}) if out else frozenset(), eager, frozenset({"todo_list"})),
    st.frozensets(st.sampled_from(["gh", "tracker"])),
    st.frozensets(st.sampled_from(["tracker", "own", "日本"])),
)
SETTINGS = st.builds(
    Settings,
    profile=st.sampled_from(list(PROFILES.values())),
    context_length=st.sampled_from([None, 2_000, 9_000, 200_000]),
    threshold_pct=st.sampled_from([0.0, 1.0, 5.0, 100.0]),
    listing_max_tokens=st.integers(200, 900),
    enabled=st.sampled_from(["auto", "on", "off"]),
    listing=st.sampled_from(["auto", "off"]),
    defer=st.sampled_from([None, (), ("terminal",)]),
)


def session(servers: dict[str, list[Any]], functions: list[Any], wanted: Settings, scope: Scope) -> Survey:
    made: list[ServerStatus] = [status(name, tools) for name, tools in servers.items()]
    return take((*made, export("own", functions)), wanted, scope)


@settings(max_examples=150, deadline=None)
@given(SERVERS, FUNCTIONS, SETTINGS, SCOPES)
def test_rows_and_overhead_equal_the_total_in_every_column(
    servers: dict[str, list[Any]], functions: list[Any], wanted: Settings, scope: Scope
) -> None:
    seen = session(servers, functions, wanted, scope).disclosure
    for bill in (Bill(seen), Bill(seen, count_exactly(seen))):
        for column in COLUMNS:
            rows = [getattr(costs, column) for costs in bill.servers.values()]
            total, overhead = getattr(bill.total, column), getattr(bill.overhead, column)
            for unit in ("chars", "tokens", *(["exact"] if bill.exact else [])):
                assert sum(getattr(row, unit) for row in rows) + getattr(overhead, unit) == getattr(total, unit)
    assert bill.total.sent.tokens == seen.sent_tokens
    assert bill.total.eager.tokens == seen.eager_tokens
    assert bill.total.listed.tokens == seen.rung.tokens


@settings(max_examples=150, deadline=None)
@given(SERVERS, FUNCTIONS, SETTINGS, SCOPES)
def test_the_overhead_is_the_header_the_bridge_and_nothing_else(
    servers: dict[str, list[Any]], functions: list[Any], wanted: Settings, scope: Scope
) -> None:
    seen = session(servers, functions, wanted, scope).disclosure
    overhead = Bill(seen).overhead
    assert (overhead.eager.chars, overhead.described.chars) == (0, 0)
    groups, listed = len(seen.ladder.groups), seen.form != "none"
    assert overhead.listed.chars == (len(HEADER) + groups if listed else 0)
    if not seen.activated:
        assert overhead.sent.chars == 0
        return
    bare = measure(wanted.profile, len(seen.catalog.deferred), NOTHING).chars
    frame = wanted.profile.bridge.frame[seen.form]
    assert overhead.sent.chars == bare + frame + (len(HEADER) + 2 * groups if listed else 0)


@settings(max_examples=100, deadline=None)
@given(SERVERS, FUNCTIONS, SETTINGS, SCOPES)
def test_the_tools_of_a_server_and_its_headings_are_its_row(
    servers: dict[str, list[Any]], functions: list[Any], wanted: Settings, scope: Scope
) -> None:
    seen = session(servers, functions, wanted, scope).disclosure
    bill = Bill(seen)
    for server, row in bill.servers.items():
        costs = [tool_costs(seen, each) for each in seen.catalog.of_server(server)]
        for column in ("eager", "described"):
            assert sum(getattr(cost, column).chars for cost in costs) == getattr(row, column).chars
        headings = 0
        for group in seen.ladder.groups if seen.activated else ():
            mode = seen.mode(group.label)
            own = (
                group.lengths["summary"].escaped
                if mode == "summary"
                else len(compact(group.text(mode).split("\n")[0])) - 2
            )
            headings += own if mode != "hidden" and group.owner == server else 0
        assert sum(cost.sent.chars for cost in costs) + headings == row.sent.chars


@settings(deadline=None)
@given(SERVERS, FUNCTIONS, st.sampled_from([HERMES_21, HERMES_22, HERMES_19]))
def test_the_parts_and_the_frame_are_the_definition(
    servers: dict[str, list[Any]], functions: list[Any], profile: Profile
) -> None:
    now = session(servers, functions, Settings(profile=profile), Scope())
    for each in now.catalog.tools:
        found = parts(each, exactly=True)
        made_of = (found.name, found.description, found.input_schema, found.frame)
        assert sum(part.chars for part in made_of) == each.chars
        assert sum(part.tokens for part in made_of) == estimate(each.chars)
        assert sum(part.exact or 0 for part in made_of) == count(each.definition_text)


@settings(deadline=None)
@given(SERVERS, FUNCTIONS)
def test_what_describing_adds_is_counted_to_the_token(servers: dict[str, list[Any]], functions: list[Any]) -> None:
    seen = session(servers, functions, Settings(context_length=200_000), Scope()).disclosure
    for each in seen.catalog.deferred:
        entry = compact({each.name: {"description": each.description, "parameters": each.parameters}})
        assert tool_costs(seen, each).described.chars == len(entry)
        assert count_described(each) == count(entry)


def test_the_costs_of_a_tool_follow_the_mode_of_its_group() -> None:
    server = status("files", [tool("read", 'Read "it".', "path"), *(tool(f"zip_{n}", "") for n in range(9))])
    steps = take((server,), Settings()).ladder.breakpoints
    for window, mode in ((steps[2], "full"), (steps[1], "names"), (steps[0], "summary"), (steps[0] - 1, "hidden")):
        seen = take((server,), Settings(context_length=window, threshold_pct=100.0)).disclosure
        read = seen.catalog.tools[0]
        costs = tool_costs(seen, read)
        assert mode_of(seen, read) == mode
        line = {"full": '\\n- mcp__files__read: Read \\"it\\".', "names": "mcp__files__read, "}.get(mode, "")
        assert (costs.sent.chars, costs.listed.chars) == (len(line), len(line.replace("\\", "")))
        assert costs.eager.chars == read.chars


def test_a_visible_tool_is_sent_whole_and_cannot_be_described() -> None:
    seen = take((export("own", [function("terminal", "terminal")]),), Settings()).disclosure
    costs = tool_costs(seen, seen.catalog.tools[0])
    assert costs.sent == costs.eager
    assert (costs.described.chars, costs.listed.chars) == (0, 0)
    off = take((status("a", [tool("x")]),), Settings(enabled="off")).disclosure
    assert tool_costs(off, off.catalog.tools[0]).sent.chars == off.catalog.tools[0].chars


def test_a_tool_out_of_the_session_costs_nothing_but_what_it_would() -> None:
    server = status("a", [tool("x"), tool("y")])
    whole = take((server,), Settings(context_length=200_000))
    seen = take((server,), whole.settings, Scope(tools=frozenset({"mcp__a__x"})), whole).disclosure
    costs = tool_costs(seen, whole.catalog.tools[0])
    assert (costs.eager.chars > 0, costs.sent.chars, costs.described.chars) == (True, 0, 0)


def test_a_bridge_that_costs_more_than_it_hides_saves_less_than_nothing() -> None:
    bill = Bill(take((status("a", [tool("x")]),), Settings(context_length=200_000)).disclosure)
    assert bill.total.sent.tokens > bill.total.eager.tokens
    assert bill.seen.saved_pct < -100


def test_a_share_of_the_context_is_only_known_when_the_context_is() -> None:
    total = Bill(take((status("a", [tool("x")]),), Settings()).disclosure).total
    assert total.eager.share(None) is None
    assert total.eager.share(0) is None
    assert total.eager.share(total.eager.tokens * 4) == 25.0


def test_many_tools_are_counted_by_name() -> None:
    seen = take((status("a", [tool("x", "Y."), tool("y")]),), Settings(context_length=200_000)).disclosure
    found = tools_costs(seen, seen.catalog.tools)
    assert set(found) == {"mcp__a__x", "mcp__a__y"}
    assert found["mcp__a__x"].eager.exact == count(seen.catalog.tools[0].definition_text)
    assert found["mcp__a__x"].sent.exact == count("\n- mcp__a__x: Y.")


@pytest.mark.parametrize("key", ["title", "annotations", "outputSchema", "_meta", "icons"])
def test_what_a_model_never_sees_has_its_size(key: str) -> None:
    value = {"type": "object", "properties": {"id": {"type": "string"}}}
    each = take((status("a", [tool("x", "Y.", **{key: value})]),), Settings()).catalog.tools[0]
    found = parts(each)
    assert {name: amount.chars for name, amount in found.unseen.items()} == {key: len(compact(value))}
    assert found.never_sent.tokens == estimate(len(compact(value)))
    assert parts(each, exactly=True).never_sent.exact == count(compact(value))
