"""What happened, newest first, and what went over the wire of the server that it happened to."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.widgets import Static

from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.log import LogEntry, heading, line, whole
from toolscope.ui.present.text import stack
from toolscope.ui.present.traffic import Traffic
from toolscope.ui.present.traffic_lines import brief
from toolscope.ui.widgets.headed_list import HeadedList
from toolscope.ui.widgets.row_list import RowList


class LogList(HeadedList):
    """The entries, newest first."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[str, LogEntry] = {}

    def draw_head(self, width: int) -> Content:
        """The column heads."""
        return heading(width)

    def draw_row(self, key: str, width: int) -> Content:
        """One entry."""
        return line(self.entries[key], width)


class EventLog(Vertical):
    """The entries, and the latest messages of the server of the one that the cursor is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", tooltip="copy the entry, secrets masked"),
    ]

    rows = query_one(LogList)
    below = query_one(".below", Static)

    def __init__(self, traffic: Traffic) -> None:
        super().__init__()
        self.traffic = traffic
        self.words: tuple[str, ...] = ()
        """In lower case; each must stand in an entry that is shown."""

    def compose(self) -> ComposeResult:
        """The list above, the wire below."""
        yield LogList()
        yield Static(classes="below", markup=False)

    @property
    def entry(self) -> LogEntry | None:
        """The one under the cursor."""
        return self.rows.entries.get(self.rows.key or "")

    def add(self, *entries: LogEntry) -> None:
        """New entries, on top; a cursor on the newest one stays on the newest."""
        newest = self.rows.cursor == 0
        self.rows.entries |= {entry.key: entry for entry in entries}
        self.renew()
        if newest:
            self.rows.cursor = 0

    def renew(self) -> None:
        """Show the entries that are wanted."""
        entries = self.rows.entries
        self.rows.show([key for key in reversed(entries) if all(w in entries[key].searchable for w in self.words)])
        self.paint()

    def go_to_kind(self, kind: str) -> bool:
        """Put the cursor on the newest entry of a kind, past any filter; whether there is one."""
        found = next((key for key, entry in reversed(self.rows.entries.items()) if entry.kind == kind), None)
        if found is not None:
            self.words = ()
            self.renew()
            self.rows.go_to(found)
        return found is not None

    @on(RowList.Moved)
    def paint(self) -> None:
        """The entry in full, or the latest of its server's wire."""
        if not self.display or not self.is_on_screen:
            return
        width, room, entry = max(20, self.below.size.width), max(1, self.below.size.height), self.entry
        if entry is not None and not entry.server:
            self.below.update(stack(list(whole(entry, width))))
        else:
            latest = self.traffic.latest(entry.server, room) if entry else []
            self.below.update(stack([brief(one, width) for one in latest]))

    def on_resize(self) -> None:
        """Lines are cut to the width."""
        self.paint()

    def action_copy(self) -> None:
        """Copy what the cursor is on."""
        if self.entry is not None:
            self.post_message(CopyAsked(self.entry.what, "the entry"))
