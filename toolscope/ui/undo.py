"""What can be taken back: settings as they were before each change."""

from __future__ import annotations

from toolscope.config.model import Settings


class Undo:
    """Remembers settings; a drag is one change, however many steps it takes."""

    def __init__(self) -> None:
        self._past: list[Settings] = []
        self._held: Settings | None = None
        """The settings before the drag that goes on."""

    def changed(self, before: Settings, after: Settings, finished: bool) -> None:
        """Note a change; ``finished`` is false for a step of a drag."""
        if not finished:
            self._held = self._held or before
            return
        start, self._held = self._held or before, None
        if start != after:
            self._past.append(start)

    def back(self) -> Settings | None:
        """The settings before the last change, ``None`` when there was none."""
        return self._past.pop() if self._past else None
