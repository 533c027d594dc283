"""One query in every release, side by side."""

from __future__ import annotations

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES
from toolscope.connections.state import State
from toolscope.survey import Survey, in_releases
from toolscope.ui.present.bench import Bench
from toolscope.ui.present.releases import Comparison, compared, stand

LONG = "list_every_invoice_of_the_quarter_that_was_paid_late_by_a_customer"
TOOLS = [
    tool("list_members", "List the members of a project"),
    tool("list_roles", "List roles", "members"),
    tool(LONG, "Invoices, paid late"),
]
PROFILE_ORDER = tuple(sorted(PROFILES.values(), key=lambda profile: profile.name))


def _moment() -> Survey:
    servers = status("tracker", TOOLS), status("down", state=State.FAILED)
    return survey(*servers, settings=Settings(context_length=200_000, search_default_limit=2))


def _compare(query: str, wanted: str | None = None, ready: int = 3) -> Comparison:
    now = _moment()
    known = now.catalog.find(wanted) if wanted else None
    moments = in_releases(now, PROFILE_ORDER, {})
    standings = [stand(Bench.of(moment), query, None, wanted, known) for moment in moments]
    return Comparison(query, HERMES_21, PROFILE_ORDER, (*standings[:ready], *([None] * (3 - ready))), wanted)


def _lines(comparison: Comparison, width: int = 100) -> list[str]:
    return [line.plain.rstrip() for line in compared(comparison, width)]


def _row(lines: list[str], holds: str) -> str:
    return next(line for line in lines if holds in line)


def test_matches_gate_and_ranks_stand_side_by_side_and_differences_are_marked() -> None:
    lines = _lines(_compare("listing members zulip"))
    assert lines[0].split() == ["hermes-0.19", "hermes-0.21", "hermes-0.22"]
    assert _row(lines, "matches").split() == ["≠", "matches", "2", "of", "2", "0", "of", "0", "0", "of", "0"]
    assert _row(lines, "gate").split() == ["≠", "gate", "any", "word", "zulip", "0", "zulip", "0"]
    assert _row(lines, "this query").split() == ["≠", "this", "query", "FOUND", "UNKNOWN", "WORD", "UNKNOWN", "WORD"]
    assert _row(lines, "0.21, 0.22").startswith("  0.21, 0.22  “zulip” is in no tool.")
    assert _row(lines, "list_members").startswith("≠ mcp__tracker__list_members")


def test_what_agrees_is_not_marked() -> None:
    lines = _lines(_compare("roles"))
    assert not _row(lines, "matches").startswith("≠")
    assert _row(lines, "list_roles").startswith("  mcp__tracker__list_roles")
    assert _row(lines, "list_roles").split()[1::2] == ["1", "1", "1"]


def test_a_tool_whose_name_is_shortened_is_the_same_tool() -> None:
    named = [moment.catalog.of_server("tracker") for moment in in_releases(_moment(), (HERMES_19, HERMES_21), {})]
    old, new = (next(t.name for t in tools if t.raw_name == LONG) for tools in named)
    assert old != new
    comparison = _compare("invoices", new)
    assert [one.rank for one in comparison.ready] == [1, 1, 1]
    lines = _lines(comparison)
    assert _row(lines, "its rank").split() == ["its", "rank", "1", "1", "1"]
    assert sum("_customer" in line or new[-8:] in line for line in lines) == 1


def test_a_release_that_is_still_read_waits() -> None:
    lines = _lines(_compare("roles", ready=1))
    assert _row(lines, "matches").split() == ["matches", "1", "of", "1", "…", "…"]
    assert _row(lines, "list_roles").split()[-2:] == ["…", "…"]


def test_an_expected_tool_that_is_nowhere_is_explained_in_each() -> None:
    lines = _lines(_compare("roles", "mcp__down__x"))
    assert _row(lines, "expected tool").split()[2:] == ["NOT", "LISTED"] * 3
    assert _row(lines, "down failed")


@pytest.mark.parametrize("width", [40, 74, 110])
def test_no_line_is_wider_than_its_room(width: int) -> None:
    for query, wanted in (("listing members zulip", None), ("invoices", "mcp__tracker__list_roles"), ("???", None)):
        assert all(line.cell_length <= width for line in compared(_compare(query, wanted), width)), query


def test_the_reference_s_limits_hold_in_each_release() -> None:
    tools = [tool(f"page_{n:02}", "page") for n in range(30)]
    now = survey(status("wiki", tools), settings=Settings(context_length=200_000))
    found = [stand(Bench.of(m), "page", 25, None, None) for m in in_releases(now, (HERMES_19, HERMES_22), {})]
    assert [len(one.result.hits) for one in found] == [20, 25]
