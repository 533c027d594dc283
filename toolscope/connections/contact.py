"""What is learned of a server beside its messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anyio.abc import Process


class CannotStart(Exception):
    """A launch that fails before a message is sent. Its text is one line that says what to change."""


SIGN_IN = "press i on it in the app to sign in"
"""What to do about a server that wants a sign-in."""


class SignInNeeded(CannotStart):
    """A person has to sign in before the server can be used."""


@dataclass(slots=True)
class Contact:
    """Filled in while the connection lives."""

    process: Process | None = None
    closed_by_server: bool = False
    """The incoming stream ended although nobody here closed it."""
    outlived: bool = False
    """The child still ran after its stream had ended: how it ended then was our doing."""
    http_status: int | None = None
    """Of the last answer to a message."""
    content_type: str = ""
    words: str = ""
    """What its body says, or its challenge, when it refused the message."""
    challenged: bool = False
    """The last refusal says how to sign in."""
    signed_in: str = ""
    """How the connection is signed in, in words; empty when it is not."""
    location: str = ""
    """Where it redirects to, without credentials and query."""

    broken: Exception | None = None
    """What made the connection useless although its stream goes on."""
    on_broken: Callable[[], None] | None = None

    def break_off(self, error: Exception) -> None:
        """The connection is of no use any more: the first such error is its end."""
        if self.broken is None:
            self.broken = error
            if self.on_broken is not None:
                self.on_broken()

    @property
    def pid(self) -> int | None:
        """Of the child, while there is one."""
        return self.process.pid if self.process else None

    @property
    def exit_code(self) -> int | None:
        """Of the child; negative for a signal; ``None`` while it runs, when we ended it, or when it cannot be known."""
        return self.process.returncode if self.process and not self.outlived else None
