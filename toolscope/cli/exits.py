"""What an exit code says (design §5.1)."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes; scripts rely on them."""

    DONE = 0
    TOOL_ERROR = 1
    """The tool reported an error, or a check failed."""
    USAGE = 2
    """Usage or configuration, or something could not be measured."""
    REFUSED = 3
    NOT_VALID = 4
    UNREACHABLE = 5
    UNKNOWN_TOOL = 6
    INTERRUPTED = 130


class Stop(Exception):
    """Ends a command with one line and an exit code."""

    def __init__(self, message: str, code: Exit) -> None:
        super().__init__(message)
        self.code = code
