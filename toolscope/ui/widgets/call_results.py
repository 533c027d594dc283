"""The calls that were made, and what came of the chosen one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import query_one
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from toolscope.canonical import Json
from toolscope.ui.background import in_thread
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.block_file import savable, worth_saving
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.measuring import measure
from toolscope.ui.present.progress import Progress
from toolscope.ui.present.result import AT_ONCE, Measured, head_line
from toolscope.ui.present.text import size
from toolscope.ui.widgets.call_history import CallHistory
from toolscope.ui.widgets.result_lines import ResultLines
from toolscope.ui.widgets.row_list import RowList

_COPIED = 1_000_000
"""Characters that are put on the clipboard at most: they go through the terminal."""
_BLOCKS = "the block before, the next block"
_MANY = f"{AT_ONCE} blocks back, {AT_ONCE} blocks on"


class CallResults(Horizontal):
    """History on the left, one result on the right."""

    HELP_TITLE = "Results"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "block(-1)", "Block", show=False, tooltip=_BLOCKS),
        Binding("right", "block(1)", "Block", key_display="← →", tooltip=_BLOCKS),
        Binding("left_square_bracket", f"block({-AT_ONCE})", "Blocks", show=False, key_display="[", tooltip=_MANY),
        Binding("right_square_bracket", f"block({AT_ONCE})", "Blocks", key_display="[ ]", tooltip=_MANY),
        Binding("e", "expand", "Expand", tooltip="show more, or fold it again"),
        Binding("w", "save", "Save", tooltip="save the block to a file"),
        Binding("o", "read", "Read link", tooltip="read the linked resource from the server"),
        Binding("r", "replay", "Replay", tooltip="edit it and run it again"),
        Binding("y", "copy", "Copy", tooltip="copy what a model reads"),
    ]

    @dataclass
    class OpenAsked(Message):
        """Somebody wants a call prepared: this one again, or without a name one that reads a resource of the server."""

        server: str
        name: str | None
        arguments: dict[str, Json]

    @dataclass
    class SaveAsked(Message):
        """Somebody wants a block in a file."""

        record: CallRecord
        block: int

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

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that do something are offered."""
        record = self.view.record
        if self.history.search.has_focus:
            return False
        if action == "read":
            return self._link is not None
        if action in ("expand", "save", "copy", "block"):
            least = 2 if action == "block" else 1
            if action == "block" and abs(int(str(parameters[0]))) > 1:
                least = AT_ONCE + 1
            return record is not None and record.outcome is not None and len(record.outcome.blocks) >= least
        return record is not None and not record.running if action == "replay" else True

    def action_block(self, step: int) -> None:
        """Another block for the keys."""
        self.view.chosen = True
        self.view.go_to_block(self.view.block + step)

    def action_expand(self) -> None:
        """More or less of the block."""
        self.view.expanded ^= {self.view.block}
        self.view.go_to_block(self.view.block)

    def action_save(self) -> None:
        """Ask for a file: for the chosen block, otherwise for the only picture or the like."""
        record = self.view.record
        blocks = record.outcome.blocks if record and record.outcome else ()
        block = self.view.block if self.view.chosen else worth_saving(blocks)
        if record and blocks and savable(blocks[block]):
            self.post_message(self.SaveAsked(record, block))
        else:
            self.notify("There is nothing to save in this block.", severity="warning")

    @property
    def _link(self) -> str | None:
        """Where the block for the keys leads; while none was chosen, the first link."""
        record = self.view.record
        blocks = record.outcome.blocks if record and record.outcome else ()
        wanted = blocks[self.view.block : self.view.block + 1] if self.view.chosen else blocks
        uris = (one.raw.get("uri") for one in wanted if one.kind == "resource_link" and not one.problem)
        return next((uri for uri in uris if isinstance(uri, str)), None)

    def action_read(self) -> None:
        """Ask for the linked resource."""
        if self.view.record is not None and (uri := self._link) is not None:
            self.post_message(self.OpenAsked(self.view.record.prepared.tool.server, None, {"uri": uri}))

    def action_replay(self) -> None:
        """Edit the call."""
        if self.view.record is not None:
            prepared = self.view.record.prepared
            self.post_message(self.OpenAsked(prepared.tool.server, prepared.tool.name, prepared.given))

    def action_copy(self) -> None:
        """The text of the reply, in full and as it came."""
        record = self.view.record
        if record is None or record.outcome is None:
            return
        text = record.outcome.text
        if len(text) > _COPIED:
            said = f"{size(len(text))} are too much for the clipboard: w saves the block to a file."
            self.notify(said, severity="warning", markup=False)
        else:
            text = text.encode("utf-8", "replace").decode()
            self.post_message(CopyAsked(text, "the text of the reply"))
