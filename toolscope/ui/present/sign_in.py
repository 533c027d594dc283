"""What is said about signing in, and where it is offered."""

from __future__ import annotations

from toolscope.config.launch import Http
from toolscope.connections.contact import SIGN_IN
from toolscope.connections.state import ServerStatus, State

HINT = "Look at the address first: the page is not toolscope's. {} opens it in the browser, y copies it. "
WAITING = "This closes by itself when the browser comes back."
OPENED = "Opened in the browser. " + WAITING
"""What the dialog says."""


def may_sign_in(status: ServerStatus | None) -> bool:
    """Whether a server wants somebody to sign in."""
    return status is not None and (status.state is State.SIGNED_OUT or SIGN_IN in (status.reason or ""))


def may_sign_out(status: ServerStatus | None) -> bool:
    """Whether there may be a sign-in to forget."""
    launch = status.config.launch if status is not None else None
    if status is None or not isinstance(launch, Http):
        return False
    return may_sign_in(status) or launch.oauth is not None or status.signed_in is not None


def bare_reason(status: ServerStatus) -> str:
    """Why it is signed out, without what to do about it: that is said with the key."""
    return (status.reason or "it wants a sign-in").partition(f"; {SIGN_IN}")[0]


def is_asking(status: ServerStatus) -> bool:
    """Whether a person is being asked right now."""
    return SIGN_IN not in (status.reason or "")
