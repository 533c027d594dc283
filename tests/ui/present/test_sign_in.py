"""Where signing in is offered, and what stands in the place of a bar."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.build import status, survey
from tests.connections.serving import remote
from toolscope.config.launch import OAuth
from toolscope.connections.contact import SIGN_IN
from toolscope.connections.state import ServerStatus, State
from toolscope.plain import Plain, one_line
from toolscope.ui.present.life import steps
from toolscope.ui.present.no_bar import why_no_bar
from toolscope.ui.present.shares import NOTHING
from toolscope.ui.present.sign_in import may_sign_in, may_sign_out


def stands(state: State, reason: str = "", oauth: OAuth | None = None, signed_in: Plain | None = None) -> ServerStatus:
    config = remote("https://a.example/mcp", oauth=oauth)
    return ServerStatus(
        config, state, one_line(reason) or None, signed_in=None if signed_in is None else Plain(signed_in)
    )


@pytest.mark.parametrize(
    ("server", "sign_in", "sign_out"),
    [
        (None, False, False),
        (status("recorded"), False, False),
        (stands(State.READY), False, False),
        (stands(State.READY, signed_in=Plain("by a token")), False, True),
        (stands(State.READY, oauth=OAuth()), False, True),
        (stands(State.SIGNED_OUT, f"it wants a sign-in (OAuth); {SIGN_IN}"), True, True),
        (stands(State.SIGNED_OUT, "waiting for you to sign in"), True, True),
        (stands(State.LOST, f"its sign-in is not accepted any more; {SIGN_IN} again"), True, True),
        (stands(State.LOST, "closed the connection"), False, False),
    ],
)
def test_it_is_offered_where_it_helps(server: ServerStatus | None, sign_in: bool, sign_out: bool) -> None:
    assert (may_sign_in(server), may_sign_out(server)) == (sign_in, sign_out)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (f"it wants a sign-in (OAuth); {SIGN_IN}", "it wants a sign-in (OAuth) · i signs in"),
        (f"the sign-in was refused: no; {SIGN_IN}", "the sign-in was refused: no · i signs in"),
        ("waiting for you to sign in", "waiting for you to sign in"),
    ],
)
def test_the_row_says_why_and_names_the_key(reason: str, words: str) -> None:
    server = stands(State.SIGNED_OUT, reason)
    assert " ".join(text for text, _ in why_no_bar(survey(server), server, NOTHING, 0.0)) == words


def test_the_life_line_tells_how_long_it_took_and_where_the_token_is() -> None:
    server = replace(
        stands(State.READY, signed_in=Plain("by a token kept in x")), timings={"sign_in": 4200.0, "start": 5.0}
    )
    step = next(step for step in steps(survey(server), server, NOTHING) if step.name == "signed in")
    assert (step.value, step.note) == ("4.2 s", "by a token kept in x")
    assert server.took == 5.0
