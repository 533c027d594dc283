"""The history of calls and the file it is kept in: read when the tab opens, written after each call."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial

from textual.widget import Widget

from toolscope.invocation import ledger
from toolscope.plain import Plain
from toolscope.ui.background import in_thread
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.kept import identifier, recalled, stored
from toolscope.ui.present.text import plural
from toolscope.ui.screens.confirm import ConfirmScreen
from toolscope.ui.widgets.call_results import CallResults

_KEPT = "They are kept in the data folder, secrets masked."


class Remembering:
    """Writes one change after the other, in a thread; says in a notice what went wrong."""

    def __init__(self, pane: Widget, results: Callable[[], CallResults]) -> None:
        self._pane, self._results = pane, results
        self._path = ledger.place(os.environ)
        self._turn = asyncio.Lock()

    def read(self) -> None:
        """Show the calls of earlier runs."""
        self._later(self._read())

    async def _read(self) -> None:
        kept, problem = await in_thread(partial(ledger.entries, self._path))
        self._say(problem)
        records = [record for record in map(recalled, kept) if record is not None]
        if records and self._pane.is_attached:
            self._results().take([*self._results().records, *records])
            self._pane.refresh_bindings()

    def add(self, record: CallRecord) -> None:
        """Keep a call that is over."""
        self._later(self._write(lambda: ledger.add(self._path, stored(record))))

    def change(self, record: CallRecord | None) -> None:
        """Keep a call for good, or no longer; without a call, ask whether to forget them all."""
        if record is None:
            self._ask_to_clear()
            return
        record = replace(record, pinned=not record.pinned)
        self._results().history.put(record)
        self._later(self._write(partial(ledger.pin, self._path, identifier(record), record.pinned)))

    def _ask_to_clear(self) -> None:
        records = self._results().records
        pinned = sum(one.pinned for one in records)
        calls = plural(len(records), "call")
        if pinned:
            answers = [("n", "Keep them"), ("c", "Forget all but the pinned"), ("a", "Forget all")]
            screen = ConfirmScreen(f"Forget {calls}, of which {pinned} pinned?", _KEPT, answers)
        else:
            screen = ConfirmScreen(f"Forget {calls}?", _KEPT, [("n", "Keep them"), ("c", "Forget them")])
        self._pane.app.push_screen(screen, self._answered)

    def _answered(self, answer: str | None) -> None:
        if answer in ("c", "a"):
            self._later(self._clear(answer == "a"))

    async def _clear(self, pinned_too: bool) -> None:
        records = self._results().records
        self._results().take([one for one in records if one.running or (one.pinned and not pinned_too)])
        await self._write(partial(ledger.clear, self._path, pinned_too))

    def _later(self, job: Coroutine[None, None, None]) -> None:
        self._pane.run_worker(job, group="history")

    async def _write(self, job: Callable[[], Plain | None]) -> None:
        async with self._turn:
            self._say(await in_thread(job))

    def _say(self, problem: Plain | None) -> None:
        if problem is not None:
            self._pane.notify(problem, severity="warning", markup=False)
