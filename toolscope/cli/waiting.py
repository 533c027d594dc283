"""A line on a terminal while something is waited for; gone when it is over, and never in a pipe or a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_ERASE = "\r\x1b[K"


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show what is waited for on standard error until the block ends; no words show nothing."""
    if not words or not _shows():
        yield
        return
    # A line that wraps could not be taken back.
    _put(f"toolscope: {words}"[: (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1])
    try:
        yield
    finally:
        erase()


def erase() -> None:
    """Make room for a line that is to stay."""
    if _shows():
        _put(_ERASE)


def _shows() -> bool:
    """Whether somebody sees it, on a terminal that can take a line back."""
    terminal = sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty()
    return terminal and os.name != "nt" and os.environ.get("TERM") != "dumb"


def _put(text: str) -> None:
    encoding = sys.stderr.encoding or "ascii"
    sys.stderr.write(text.encode(encoding, "replace").decode(encoding))
    sys.stderr.flush()
