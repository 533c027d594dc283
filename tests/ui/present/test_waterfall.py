"""What each server needed to start."""

from __future__ import annotations

from dataclasses import replace

from tests.build import status
from toolscope.connections.state import State
from toolscope.plain import Plain
from toolscope.ui.present.waterfall import head, line, start

READY = replace(status("quick"), timings={"wait": 100.0, "start": 50.0, "handshake": 250.0, "list": 100.0})


def _bar(text: str) -> str:
    return "".join(char for char in text if char in "╌▂▄▇─")


def test_the_steps_are_drawn_in_proportion_and_sum_to_the_whole() -> None:
    one = start(READY, now=0.0)
    assert one.total == 500
    bar = _bar(line(one, 1_000, 120).plain)
    assert list(dict.fromkeys(bar)) == ["╌", "▂", "▄", "▇"]
    full = len(_bar(line(one, 500, 120).plain))
    assert abs(len(bar) * 2 - full) <= 1
    assert "500 ms" in head([one], 120).plain


def test_a_step_that_took_any_time_is_seen() -> None:
    tiny = start(replace(READY, timings={"start": 2.0, "handshake": 5_000.0, "list": 2.0}), now=0.0)
    assert "▂" in line(tiny, 5_004, 80).plain


def test_what_is_still_starting_grows_with_the_clock() -> None:
    going = replace(status("slow", state=State.CONNECTING), since=10.0, timings={"wait": 0.0, "start": 500.0})
    assert start(going, now=12.0).going == 1_500
    assert "…" in line(start(going, now=12.0), 2_000, 100).plain
    assert "─" in line(start(going, now=12.0), 2_000, 100).plain


def test_a_server_that_was_never_started_says_why() -> None:
    off = replace(status("off", state=State.DISABLED), reason=Plain("disabled in the configuration"))
    text = line(start(off, now=5.0), 100, 100).plain
    assert "disabled in the configuration" in text
    assert "–" in text


def test_lines_fit_their_width() -> None:
    for width in (60, 80, 120, 200):
        assert line(start(READY, 0.0), 500, width).cell_length <= width
        assert head([start(READY, 0.0)], width).cell_length <= width
