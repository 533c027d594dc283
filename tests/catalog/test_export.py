"""An export of an agent's own tools: what stays visible, what is deferred, and under which label (hermes.md §2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.build import catalog, export, function, status, survey, tool
from toolscope.canonical import compact
from toolscope.catalog.ingest import assemble, offer
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.connections.state import ServerStatus
from toolscope.disclosure.costs import Bill
from toolscope.retrieval.payload import payload

PARAMETERS = {"x": {"type": "string"}}
OWN = [
    function("terminal", "terminal", "Run a command.", **PARAMETERS),
    function("read_file", "file", "Read a file."),
    function("todo_list", "todo", "Keep a list.", **PARAMETERS),
    function("draw_window", "desktop_ui", "Draw a window."),
    function("open_board", "project", "Open the board."),
    function("get_meetings", "granola", "Find meetings."),
    function("mcp__gh__list", "mcp-gh", "List issues."),
    function("show_tip", "desktop_ui", "Show a tip."),
]


def session(profile: Profile, defer: tuple[str, ...] | None, *functions: Any) -> Catalog:
    made = export("own", functions or OWN)
    assert made.listing is not None
    return assemble(profile, [offer(profile, made.config, made.listing)], defer)


def names(tools: tuple[Any, ...]) -> list[str]:
    return [each.name for each in tools]


@pytest.mark.parametrize(
    ("profile", "defer", "visible"),
    [
        (HERMES_21, None, ["draw_window", "open_board", "read_file", "terminal"]),
        (HERMES_21, (), ["draw_window", "open_board", "read_file", "show_tip", "terminal", "todo_list"]),
        (HERMES_21, ("terminal", "draw_window"), ["open_board", "read_file", "show_tip", "todo_list"]),
        (HERMES_22, None, ["draw_window", "open_board", "read_file", "terminal"]),
        (HERMES_22, ("read_file",), ["draw_window", "open_board", "show_tip", "terminal", "todo_list"]),
        # No defer list and no kept toolsets there, and todo_list is not yet a core tool's name.
        (HERMES_19, None, ["read_file", "terminal"]),
        (HERMES_19, ("terminal",), ["read_file", "terminal"]),
    ],
)
def test_the_rules_of_deferral_apply_in_their_order(
    profile: Profile, defer: tuple[str, ...] | None, visible: list[str]
) -> None:
    seen = session(profile, defer)
    assert names(seen.direct) == visible
    assert names(seen.deferred) == sorted({each["function"]["name"] for each in OWN} - set(visible))


def test_deferred_tools_are_listed_under_their_toolset_and_mcp_ones_under_their_server() -> None:
    groups = {label: names(tools) for label, tools in session(HERMES_21, None).groups.items()}
    assert groups == {
        "desktop_ui": ["show_tip"],
        "gh": ["mcp__gh__list"],
        "granola": ["get_meetings"],
        "todo": ["todo_list"],
    }


def test_a_core_name_is_core_in_whatever_toolset_it_is() -> None:
    seen = session(HERMES_21, (), function("terminal", "mcp-shell"), function("read_file", "granola"))
    assert {each.source for each in seen.direct} == {"core"}


def test_a_deferred_core_tool_is_told_as_a_plugin_with_its_toolset() -> None:
    now = survey(export("own", OWN))
    entry = payload(now.index, now.settings, ["todo list"])["tools"]["todo_list"]
    assert (entry["source"], entry["source_name"]) == ("plugin", "todo")


def test_without_a_toolset_the_file_is_the_label_but_keeps_nothing_visible() -> None:
    flat = {"name": "get_meetings", "description": "Find.", "parameters": {}}
    assert session(HERMES_21, None, flat).groups.keys() == {"own"}
    made = export("desktop_ui", [function("get_meetings")])
    assert catalog(made).groups.keys() == {"other"}


def test_the_toolset_may_stand_beside_the_function_or_in_it() -> None:
    flat = {"name": "a", "description": "", "parameters": {}, "toolset": "one"}
    inner = {"type": "function", "function": {"name": "b", "parameters": {}, "toolset": "two"}}
    assert session(HERMES_21, None, flat, inner).groups.keys() == {"one", "two"}


def test_bridge_tools_of_an_export_are_made_anew() -> None:
    seen = session(HERMES_21, None, function("tool_search"), function("tool_call"), function("a", "b"))
    assert names(seen.tools) == ["a"]
    assert [(loss.kind, loss.raw_name) for loss in seen.losses] == [
        ("filtered", "tool_search"),
        ("filtered", "tool_call"),
    ]


def test_a_definition_goes_out_as_it_came_in() -> None:
    exported = function("terminal", "terminal", "", x={"type": "string"})
    found = session(HERMES_21, None, exported).tools[0]
    given = exported["function"]
    assert found.definition_text == compact({"type": "function", "function": given})
    assert found.description == ""


def test_without_anything_to_defer_the_session_is_tier_0_and_costs_what_its_tools_cost() -> None:
    now = survey(export("own", [each for each in OWN if each["toolset"] in ("terminal", "file")]))
    seen, bill = now.disclosure, Bill(now.disclosure)
    assert (seen.activated, seen.tier) == (False, 0)
    assert bill.total.sent == bill.total.eager
    assert bill.total.eager.chars == sum(each.chars for each in now.catalog.tools)


def test_with_the_default_list_an_agent_without_servers_is_tier_1() -> None:
    now = survey(export("own", OWN[:3]))
    assert (now.disclosure.tier, names(now.catalog.deferred)) == (1, ["todo_list"])
    assert now.disclosure.catalog.direct_chars == sum(each.chars for each in now.catalog.direct)
    none = survey(export("own", OWN[:3]), settings=Settings(context_length=200_000, defer=()))
    assert none.disclosure.tier == 0


def test_an_export_and_live_servers_make_one_session() -> None:
    now = survey(status("wiki", [tool("read", "Read a page.")]), export("own", OWN))
    assert set(now.catalog.groups) == {"desktop_ui", "gh", "granola", "todo", "wiki"}
    rows = Bill(now.disclosure).servers
    assert rows["own"].sent.chars > now.catalog.direct_chars


def test_in_the_older_release_nobody_takes_a_name_from_an_agent_s_own_tool() -> None:
    def twice(profile: Profile) -> tuple[str, ...]:
        servers: list[ServerStatus] = [
            export("one", [function("get_meetings", "a")]),
            export("two", [function("get_meetings", "b")]),
        ]
        return tuple(each.server for each in catalog(*servers, profile=profile).tools)

    assert twice(HERMES_19) == twice(HERMES_21) == ("one",)
    first, second = status("my-api", [tool("ok")]), status("my_api", [tool("ok")])
    assert [each.server for each in catalog(first, second, profile=HERMES_19).tools] == ["my_api"]
