"""The last lines of a server's standard error, safe to show."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from toolscope.plain import Plain, clean, one_line

_TELLING = 0.1
"""Seconds until new lines make a new status, which is a new survey."""
_KEPT = 50
_LONGEST = 2_000
_SPOKEN, _SPOKEN_LONGEST = 2, 160
"""Lines that say why a server ended, and characters of each."""


class LastLines:
    """Takes lines as they come; tells now and then that there are new ones."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._lines: deque[Plain] = deque(maxlen=_KEPT)
        self._telling: asyncio.TimerHandle | None = None

    @property
    def lines(self) -> tuple[Plain, ...]:
        """At most 50, of at most 2,000 characters each."""
        return tuple(self._lines)

    @property
    def words(self) -> str:
        """The last two with words in them, on one line."""
        return " / ".join(
            [one_line(line, _SPOKEN_LONGEST) for line in self._lines if any(map(str.isalnum, line))][-_SPOKEN:]
        )

    def take(self, lines: Iterable[str]) -> list[Plain]:
        """New lines, made safe to show."""
        shown = [Plain(clean(line.rstrip("\r"))[:_LONGEST]) for line in lines]
        self._lines.extend(shown)
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(_TELLING, self._told)
        return shown

    def end(self) -> None:
        """Tell at once what was not told yet."""
        if self._telling is not None:
            self._telling.cancel()
            self._told()

    def _told(self) -> None:
        self._telling = None
        self._tell()
