"""The line under the queries."""

from __future__ import annotations

from tests.build import status, survey, tool
from toolscope.connections.state import State
from toolscope.ui.present.search_note import note

READY = status("tracker", [tool("a")])


def test_whoever_is_not_searched_is_named_whether_failed_waiting_or_switched_off() -> None:
    away = [
        status("billing", state=State.FAILED),
        status("slow", state=State.CONNECTING),
        status("notes", state=State.DISABLED, enabled=False),
    ]
    assert note(survey(READY, *away), False).plain.endswith("not searched  ◐ slow  ✕ billing  – notes")
    assert "not searched" not in note(survey(READY), False).plain
