"""Lists that change, fail and are switched off (group F of the public cases)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.build import status, survey, tool
from tests.connections.launching import script, until
from tests.connections.launching import status as found
from toolscope.cli import views
from toolscope.config.launch import Http, Launch, Stdio
from toolscope.config.model import Settings
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import State
from toolscope.retrieval.search import search
from toolscope.survey import Survey, take
from toolscope.ui.present.changes import changes, comparison
from toolscope.ui.present.console import Sent, answer
from toolscope.ui.present.life import life_table
from toolscope.ui.present.shares import shares


def names(seen: Survey, query: str) -> list[str]:
    return [hit.tool.raw_name for hit in search(seen.index, query, 5).hits]


@pytest.mark.parametrize("launch", [Stdio("x"), Http("http://127.0.0.1:9/mcp", {})])
def test_switched_off_every_schema_is_sent_and_no_bridge_whatever_the_transport(launch: Launch) -> None:
    """F08."""
    one = status("s", [tool("a", "Do a."), tool("b", "Do b.")])
    one = replace(one, config=replace(one.config, launch=launch))
    on, off = (take([one], Settings(enabled=enabled, context_length=200_000)) for enabled in ("on", "off"))
    assert not off.disclosure.activated
    assert off.disclosure.bridge is None
    assert [t.name for t in off.catalog.tools] == [t.name for t in on.catalog.deferred]


async def test_a_refresh_that_fails_keeps_the_list_and_its_age_however_often_one_looks() -> None:
    """F10."""
    async with Fleet([script("moody", "fails_later", name="moody")]) as fleet:
        (before,) = await fleet.settled()
        ready = views.server(take([before], Settings()), before)
        await fleet.call("moody", "storm", {})
        await until(fleet, lambda: fleet.statuses[0].state is State.STALE)
        stale = found(fleet, "moody")
    seen = take([stale], Settings())
    looks = [views.server(seen, stale) for _ in range(3)]
    assert looks[0] == looks[1] == looks[2]
    assert ready["listed_at"] is not None
    assert (looks[0]["state"], looks[0]["in_catalog"], looks[0]["listed_at"]) == ("stale", 1, ready["listed_at"])
    lines = life_table(seen, stale, shares(seen.catalog, ("moody",))["moody"], 160)
    assert "its list is of " in "\n".join(line.plain for line in lines)


def test_a_tool_that_was_renamed_is_found_nowhere_and_the_history_knows_until_when_it_was_seen() -> None:
    """F11."""
    before = survey(status("s", [tool("old_name", "Wipe the whiteboard.")]))
    after = take([status("s", [tool("new_name", "Clean the table.")])], before.settings, before.scope, before, 3.0)
    assert names(before, "whiteboard") == ["old_name"]
    assert names(after, "whiteboard") == []
    assert "old_name" not in after.disclosure.manifest
    refused = answer(after, Sent("tool_call", {"name": "mcp__s__old_name", "arguments": {}}, ""))
    assert isinstance(refused, str)
    assert "error" in json.loads(refused)
    (gone,) = after.history.gone.values()
    assert (gone.tool.raw_name, gone.at) == ("old_name", 3.0)
    assert any("old_name" in str(change) for change in changes(after, "s"))


def test_a_description_that_changed_under_the_same_name_is_new_everywhere_and_told() -> None:
    """F13."""
    before = survey(status("s", [tool("wipe", "Wipe the whiteboard.")]))
    newer: list[Any] = [tool("wipe", "Clean the table.", "colour")]
    after = take([status("s", newer)], before.settings, before.scope, before, 3.0)
    assert names(after, "whiteboard") == []
    assert names(after, "table") == names(after, "colour") == ["wipe"]
    assert "Clean the table" in after.disclosure.manifest
    assert "colour" in after.catalog.tools[0].definition_text
    (change,) = changes(after, "s")
    shown = "\n".join(line.plain for line in comparison(change))
    assert "whiteboard" in shown
    assert "Clean the table" in shown
