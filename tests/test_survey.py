"""One moment of everything."""

from __future__ import annotations

from dataclasses import replace

from tests.build import export, function, status, survey, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.connections.state import State
from toolscope.invocation.describe import describe
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


def test_tools_that_a_changed_list_spells_the_same_are_not_read_again() -> None:
    before = take(
        (status("a", [tool("x", "One."), tool("y", "Two."), {"name": "z", "inputSchema": {"default": 1}}]),), Settings()
    )
    news = [tool("x", "One."), tool("y", "Another."), {"name": "z", "inputSchema": {"default": True}}]
    after = take((status("a", news),), Settings(), previous=before)
    (x, y, z), (old_x, _, old_z) = after.catalog.tools, before.catalog.tools
    assert x is old_x
    assert y.description == "Another."
    assert (old_z.registry_schema["default"], z.registry_schema["default"]) == (1, True)
    assert z.definition_text != old_z.definition_text


def test_another_order_of_keys_is_another_spelling() -> None:
    a, b = {"a": {"type": "string"}}, {"b": {"type": "string"}}
    schema = {"type": "object", "properties": {**a, **b}}
    turned = {"type": "object", "properties": {**b, **a}}
    before = take((status("a", [{"name": "x", "inputSchema": schema}]),), Settings())
    after = take((status("a", [{"name": "x", "inputSchema": turned}]),), Settings(), previous=before)
    assert after.catalog.tools[0].definition_text == take(after.statuses, Settings()).catalog.tools[0].definition_text
    assert after.catalog.tools[0].definition_text != before.catalog.tools[0].definition_text


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


def test_a_server_kept_eager_stays_visible_and_is_not_in_the_index() -> None:
    seen = survey(status("a", [tool("x")]), status("b", [tool("y")]))
    kept = take(seen.statuses, seen.settings, Scope().toggled(server="b", eager=True), seen)
    assert [t.raw_name for t in kept.catalog.direct] == ["y"]
    assert [t.raw_name for t in kept.index.tools] == ["x"]
    assert kept.disclosure.sent_tokens != seen.disclosure.sent_tokens
    answer = describe(seen.settings.profile, kept.catalog, ["mcp__b__y"])
    assert "call it directly" in answer["errors"]["mcp__b__y"]
    again = take(kept.statuses, kept.settings, kept.scope.toggled(server="b", eager=True), kept)
    assert again.catalog.direct == ()


def test_a_tool_kept_eager_leaves_the_others_of_its_group_listed() -> None:
    seen = survey(status("a", [tool("x"), tool("y")]))
    kept = take(seen.statuses, seen.settings, Scope().toggled(tool="mcp__a__x", eager=True), seen)
    assert [t.raw_name for t in kept.catalog.direct] == ["x"]
    assert [t.raw_name for t in kept.ladder.groups[0].tools] == ["y"]


def test_what_is_out_of_the_session_is_out_also_when_it_was_kept_eager() -> None:
    seen = survey(status("a", [tool("x")]))
    both = Scope().toggled(server="a", eager=True).toggled(server="a")
    assert take(seen.statuses, seen.settings, both, seen).catalog.tools == ()


def test_the_session_without_its_what_ifs_is_at_hand_under_the_same_settings() -> None:
    seen = survey(status("a", [tool("x", "Y.")]), status("b", [tool("y")]))
    assert seen.unchanged is None
    without = take(seen.statuses, seen.settings, Scope().toggled(server="b"), seen)
    assert without.unchanged is not None
    assert without.unchanged.eager_tokens == seen.disclosure.eager_tokens
    moved = without.with_settings(replace(seen.settings, threshold_pct=0.0))
    assert moved.unchanged is not None
    assert (moved.unchanged.form, moved.unchanged.eager_tokens) == ("none", seen.disclosure.eager_tokens)
    news = take(without.statuses, replace(seen.settings, listing="off"), without.scope, without)
    assert news.unchanged is not None
    assert news.unchanged.settings.listing == "off"
    assert take(without.statuses, seen.settings, previous=without).unchanged is None


def test_the_older_release_has_no_list_of_core_tools_to_defer() -> None:
    own = export("own", [function("terminal", "terminal")])
    deferring = Settings(context_length=200_000, defer=("terminal",))
    assert len(survey(own, settings=deferring).catalog.deferred) == 1
    assert survey(own, settings=replace(deferring, profile=HERMES_19)).catalog.deferred == ()


def test_a_stale_server_still_counts_and_a_failed_one_does_not() -> None:
    seen = survey(status("a", [tool("x")], state=State.STALE), status("b", state=State.FAILED))
    assert [t.server for t in seen.catalog.tools] == ["a"]
    assert [s.name for s in seen.missing] == ["b"]
