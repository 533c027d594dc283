"""What happened, as lines."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Complaint, Origin, ToolFilter
from toolscope.connections.state import State
from toolscope.plain import Plain
from toolscope.survey import take
from toolscope.ui.present.log import Logbook, LogEntry, arguments_line, heading, line

ENTRY = LogEntry("1", 0.0, "✓", "$verdict-allow", "call", "[red]s", 'x  a="\x1b[2J"', 412.0, "1,284")


def test_what_is_wrong_comes_before_the_place() -> None:
    """The place would take all the room of a line."""
    book, path = Logbook(), os.path.join("far", "away", "config.yaml")
    rule = Complaint(Origin(path, 3), "chat/send", "chat has no tool that it means")
    assert book.complaint(rule).what == f"chat/send: chat has no tool that it means ({path}:3)"
    assert book.complaint(f"{path}: is not in UTF-8; save it so").what == f"is not in UTF-8; save it so ({path})"
    assert book.complaint("--theme x: no such theme").what == "--theme x: no such theme"


@pytest.mark.parametrize("width", [39, 79, 98, 119, 199])
def test_heads_and_lines_stand_in_the_same_columns(width: int) -> None:
    assert heading(width).cell_length == line(ENTRY, width).cell_length == width
    if width >= 98:
        assert heading(width).plain.index("tokens") + len("tokens") == line(ENTRY, width).plain.index("1,284") + 5


def test_text_of_a_server_is_shown_literally_and_never_obeyed() -> None:
    shown = line(ENTRY, 199).plain
    assert "[red]s" in shown
    assert "\x1b" not in shown


def test_a_server_that_becomes_ready_or_fails_is_one_line_each() -> None:
    waiting = status("a", state=State.CONNECTING)
    ready = replace(status("a", [tool("x")]), timings={"start": 41.0, "list": 9.0})
    failed = replace(waiting, state=State.FAILED, reason=Plain("exited with code 1"))
    book = Logbook()
    assert book.connection(waiting) is None
    found = book.connection(ready)
    assert found is not None
    assert (found.what, found.took) == ("ready: 1 tool", 50.0)
    assert book.connection(ready) is None, "the same state twice is one line"
    lost = book.connection(failed)
    assert lost is not None
    assert "exited with code 1" in lost.what


def test_utilities_are_told_beside_the_tools_that_a_server_lists() -> None:
    ready = status("a", [tool("x")], capabilities=["prompts", "resources"], names=ToolFilter(resources=False))
    entry = Logbook().connection(ready)
    assert entry is not None
    assert entry.what == "ready: 1 tool + 2 utilities"


def test_a_changed_list_says_how_much_changed() -> None:
    book = Logbook()
    first = survey(status("a", [tool("x"), tool("y"), tool("w", "Old.")]))
    assert book.survey(first) == []
    now = take([status("a", [tool("x"), tool("z"), tool("w", "New.")])], first.settings, first.scope, first, 3.0)
    (entry,) = book.survey(now)
    assert (entry.kind, entry.server, entry.what) == ("catalog", "a", "3 tools: 1 new, 1 gone, 1 changed: description")
    assert book.survey(now) == []


def test_a_budget_line_names_the_server_that_changed() -> None:
    seen = survey(status("a", [tool("x" * 30, "Do x.")]), status("b", [tool("y", "Do y.")]))
    moved = seen.with_settings(replace(seen.settings, listing_max_tokens=200, threshold_pct=0.02))
    book = Logbook()
    assert book.survey(seen) == [], "the first sight is no change"
    (entry,) = book.survey(moved)
    assert "manifest" in entry.what
    assert entry.tokens.startswith("−")
    assert book.survey(moved) == []


def test_arguments_are_a_few_words() -> None:
    assert arguments_line({"query": "export", "limit": 25}) == 'query="export" limit=25'
    assert len(arguments_line({"a": "x" * 5000})) <= 160
