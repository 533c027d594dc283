"""What servers changed while they were watched."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.build import status, tool
from toolscope.catalog.snapshot import EVERYTHING
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.connections.state import ServerStatus, State
from toolscope.survey import Survey, take

SETTINGS = Settings(context_length=200_000)


def _wiki(*tools: Any) -> ServerStatus:
    return status("wiki", tools)


def _then(before: Survey, *servers: ServerStatus, at: float = 0.0) -> Survey:
    return take(servers, before.settings, before.scope, before, at)


def test_the_first_list_of_a_server_is_no_change() -> None:
    first = take([_wiki(tool("read"))], SETTINGS)
    assert first.history.events == ()
    assert _then(first, _wiki(tool("read")), status("late", [tool("x")]), at=5).history.events == ()


def test_a_changed_description_under_the_same_name_is_a_change() -> None:
    first = take([_wiki(tool("read", "Read."))], SETTINGS)
    (event,) = _then(first, _wiki(tool("read", "Read and erase.")), at=7).history.of("wiki")
    assert event.at == 7
    (change,) = event.difference.changed
    assert (change.before.description, change.after.description) == ("Read.", "Read and erase.")


def test_a_tool_that_left_is_gone_since_then_until_it_comes_back() -> None:
    first = take([_wiki(tool("read"), tool("write"))], SETTINGS)
    second = _then(first, _wiki(tool("read")), at=3)
    third = _then(second, _wiki(tool("read"), tool("new")), at=4)
    assert {name: gone.at for name, gone in third.history.gone.items()} == {"mcp__wiki__write": 3}
    assert _then(third, _wiki(tool("read"), tool("write")), at=5).history.gone.keys() == {"mcp__wiki__new"}


def test_a_server_that_comes_back_from_being_away_is_compared_with_what_it_had() -> None:
    first = take([_wiki(tool("read"), tool("write"))], SETTINGS)
    away = _then(first, status("wiki", state=State.CONNECTING), at=1)
    assert away.history.events == ()
    back = _then(away, _wiki(tool("read")), at=2)
    assert [tool.raw_name for event in back.history.events for tool in event.difference.removed] == ["write"]


def test_scope_settings_and_another_release_change_no_server() -> None:
    long = tool("n" * 70)
    first = take([_wiki(long)], SETTINGS)
    out = take(first.statuses, SETTINGS, EVERYTHING.toggled(server="wiki"), first, 1)
    legacy = out.with_settings(replace(SETTINGS, profile=HERMES_19))
    again = take(legacy.statuses, SETTINGS, EVERYTHING, legacy, 2)
    assert again.history.events == ()


def test_the_history_survives_a_change_of_settings() -> None:
    first = take([_wiki(tool("read"))], SETTINGS)
    second = _then(first, _wiki(tool("list")), at=3)
    for settings in (replace(SETTINGS, threshold_pct=1.0), replace(SETTINGS, profile=HERMES_19)):
        assert second.with_settings(settings).history.events == second.history.events
