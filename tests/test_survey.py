"""One moment of everything."""

from __future__ import annotations

from dataclasses import replace

from tests.build import status, survey, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.connections.state import State
from toolscope.survey import take


def test_a_change_of_settings_keeps_catalog_ladder_and_index() -> None:
    seen = survey(status("a", [tool("x", "Y.")]))
    index = seen.index
    moved = seen.with_settings(replace(seen.settings, threshold_pct=0.01))
    assert moved.catalog is seen.catalog
    assert moved.ladder is seen.ladder
    assert moved.index is index
    assert (seen.disclosure.form, moved.disclosure.form) == ("full", "none")


def test_a_change_of_release_reads_every_tool_again() -> None:
    seen = survey(status("a", [tool("x" * 80)]))
    moved = seen.with_settings(replace(seen.settings, profile=HERMES_19))
    assert len(seen.catalog.tools[0].name) == 64
    assert len(moved.catalog.tools[0].name) > 64


def test_a_server_whose_list_is_the_same_is_not_read_again() -> None:
    one, two = status("a", [tool("x")]), status("b", [tool("y")])
    before = take((one, two), Settings())
    after = take((one, status("b", [tool("z")])), Settings(), previous=before)
    assert after.offers["a"] is before.offers["a"]
    assert [t.raw_name for t in after.catalog.tools] == ["x", "z"]


def test_news_of_a_state_alone_keeps_the_catalog() -> None:
    one, two = status("a", [tool("x")]), status("b", state=State.CONNECTING)
    before = take((one, two), Settings())
    after = take((one, replace(two, state=State.FAILED)), Settings(), previous=before)
    assert after.catalog is before.catalog
    assert after.disclosure is before.disclosure
    assert [s.name for s in before.pending] == ["b"]
    assert [s.name for s in after.missing] == ["b"]


def test_a_scope_takes_tools_out_and_back_in() -> None:
    seen = survey(status("a", [tool("x")]), status("b", [tool("y")]))
    without = take(seen.statuses, seen.settings, Scope().toggled(server="b"), seen)
    assert [t.raw_name for t in without.catalog.tools] == ["x"]
    assert len(without.index.tools) == 1
    assert [
        t.raw_name
        for t in take(without.statuses, without.settings, without.scope.toggled(server="b"), without).catalog.tools
    ] == ["x", "y"]


def test_a_stale_server_still_counts_and_a_failed_one_does_not() -> None:
    seen = survey(status("a", [tool("x")], state=State.STALE), status("b", state=State.FAILED))
    assert [t.server for t in seen.catalog.tools] == ["a"]
    assert [s.name for s in seen.missing] == ["b"]
