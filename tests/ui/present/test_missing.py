"""Whom a number is without."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import status, survey, tool
from toolscope.connections.state import State
from toolscope.ui.present.missing import absent, beside, without

READY = status("tracker", [tool("a")])
SIX = [status(f"server-{n}", state=State.FAILED) for n in range(6)]


@pytest.mark.parametrize("state", list(State))
def test_who_has_no_list_and_gets_none_is_absent(state: State) -> None:
    wanted = state in (State.FAILED, State.DISABLED, State.UNTRUSTED, State.SIGNED_OUT)
    assert bool(absent(survey(READY, status("x", [tool("b")], state=state)))) == wanted


def test_nothing_is_said_while_everybody_is_there() -> None:
    assert without(survey(READY), 80)[0] == ""
    assert beside(survey(READY), 80).plain == ""


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (120, "without server-0 (failed), server-1 (failed)"),
        (30, "without server-0, server-1"),
        (25, "without 2 servers"),
        (3, ""),
    ],
)
def test_the_longest_spelling_that_fits_is_said(room: int, words: str) -> None:
    assert without(survey(READY, *SIX[:2]), room)[0] == words


def test_beside_a_number_something_is_said_even_where_nothing_fits() -> None:
    assert beside(survey(READY, *SIX[:2]), 3).plain == "   without 2 servers"


def test_of_many_the_first_are_named_and_the_rest_counted() -> None:
    assert without(survey(READY, *SIX), 54)[0] == "without server-0, server-1, server-2 and 3 more"
    assert without(survey(READY, *SIX), 30)[0] == "without server-0 and 5 more"


@given(st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=5, unique=True), st.integers(17, 90))
def test_it_fits_where_a_count_fits_whatever_the_servers_are_called(names: list[str], room: int) -> None:
    now = survey(READY, *(status(name, state=State.FAILED) for name in names))
    line = beside(now, room + 3)
    assert line.cell_length <= room + 3
    assert "\x1b" not in line.plain
