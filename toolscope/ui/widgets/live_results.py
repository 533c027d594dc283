"""The calls that were made and what came of the chosen one, kept up to date; a subclass says what keys do."""

from __future__ import annotations

import time
from functools import partial

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.getters import query_one
from textual.timer import Timer
from textual.widgets import Static

from toolscope.ui.background import in_thread, keep
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.measuring import measure
from toolscope.ui.present.progress import Progress
from toolscope.ui.present.result import Measured, head_line
from toolscope.ui.widgets.call_history import CallHistory
from toolscope.ui.widgets.result_lines import ResultLines
from toolscope.ui.widgets.row_list import RowList

_LARGE = 1_000_000
"""Characters of a reply from which looking for garbage among its parts would hold up a key."""


class LiveResults(Horizontal):
    """History on the left, one result on the right."""

    history = query_one(CallHistory)
    view = query_one(ResultLines)
    head = query_one("#result-head", Static)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._measured: dict[str, Measured] = {}
        self._began = 0.0
        self._clock: Timer | None = None

    def compose(self) -> ComposeResult:
        """History, result."""
        yield CallHistory(id="history-side")
        with Vertical(id="result-side"):
            yield Static(id="result-head")
            yield ResultLines()

    def on_mount(self) -> None:
        """The seconds of a running call."""
        self._clock = self.set_interval(0.5, self._tick, pause=True)

    # what comes in

    @property
    def records(self) -> list[CallRecord]:
        """All calls, newest first."""
        return sorted(self.history.records.values(), key=lambda one: one.at, reverse=True)

    @property
    def running(self) -> CallRecord | None:
        """The call that runs."""
        return next((record for record in self.records if record.running), None)

    def put(self, record: CallRecord) -> None:
        """A new call, or news of a known one; it is shown."""
        self.history.put(record)
        self.history.rows.go_to(record.key)
        if record.running:
            self._began = time.monotonic()
            self.view.progress = Progress()
        elif record.outcome is not None:
            self._measure(record)
        if self._clock is not None:
            self._clock.resume() if self.running else self._clock.pause()
        self._show(record)

    def take(self, records: list[CallRecord]) -> None:
        """Other calls altogether; what is shown stays where it is still there."""
        self.history.replace(records)
        known = self.history.records.get(self.view.record.key) if self.view.record else None
        chosen = known or self.history.records.get(self.history.rows.key or "")
        if chosen is None:
            self.view.record = None
            self.view.rebuild()
            self._head()
        elif chosen is not self.view.record:
            self._show(chosen)

    def progressed(self, progress: float, total: float | None, message: str | None) -> None:
        """News of the running call."""
        self.view.progress = Progress(progress, total, message, time.monotonic() - self._began)
        self._tick()

    @work(group="measure", description="measures a reply")
    async def _measure(self, record: CallRecord) -> None:
        self._measured[record.key] = await in_thread(partial(measure, record))
        if record.outcome is not None and len(record.outcome.text) > _LARGE:
            keep()
        if self.view.record is record:
            self.view.measured = self._measured[record.key]
            self.view.rebuild()
            self._head()

    def _tick(self) -> None:
        record = self.view.record
        if record is not None and record.running:
            known = self.view.progress or Progress()
            self.view.progress = known.after(time.monotonic() - self._began)
            self.view.rebuild()

    # what is shown

    def _show(self, record: CallRecord) -> None:
        if self.view.record is None or self.view.record.key != record.key or self.view.record.running:
            self.view.block, self.view.chosen, self.view.expanded = 0, False, frozenset()
            self.view.scroll_home(animate=False)
        self.view.record, self.view.measured = record, self._measured.get(record.key)
        if record.past and record.outcome is not None and record.key not in self._measured:
            self._measure(record)
        self.view.rebuild()
        self._head()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Heads are as wide as their side."""
        self.call_after_refresh(self._head)

    def _head(self) -> None:
        self.history.paint()
        record = self.view.record
        self.head.update(head_line(record, self.view.measured, max(20, self.head.size.width)) if record else "")

    @on(RowList.Moved)
    def _moved(self, message: RowList.Moved) -> None:
        message.stop()
        record = self.history.records.get(message.key)
        if record is not None and record is not self.view.record:
            self._show(record)

    @on(RowList.Chosen)
    def _chosen(self, message: RowList.Chosen) -> None:
        message.stop()
        self.view.focus()
