"""The calls that were made, newest first, the pinned ones on top; what is typed narrows them down."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Input, Static

from toolscope.ui.present.calls import CallRecord, history_line
from toolscope.ui.present.kept import searchable
from toolscope.ui.present.text import assemble, plural, spread
from toolscope.ui.widgets.row_list import RowList


class HistoryList(RowList):
    """One line a call."""

    HELP_TITLE = "History"

    def __init__(self) -> None:
        super().__init__()
        self.records: dict[str, CallRecord] = {}

    def draw(self, key: str, width: int) -> Content:
        """One call."""
        return history_line(self.records[key], width, date.today())


class HistorySearch(Input):
    """What a call must hold."""

    HELP_TITLE = "Search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "All calls", key_display="Esc"),
        Binding("enter,down", "list", "To the list", show=False),
    ]

    class Left(Message):
        """Nothing is searched for any more."""

    class ListAsked(Message):
        """On to what was found."""

    def action_leave(self) -> None:
        """All calls again."""
        self.value = ""
        self.post_message(self.Left())

    def action_list(self) -> None:
        """To the list."""
        self.post_message(self.ListAsked())


class CallHistory(Vertical):
    """Title, search, list."""

    HELP_TITLE = "History"

    rows = query_one(HistoryList)
    search = query_one(HistorySearch)
    title = query_one("#history-title", Static)

    def compose(self) -> ComposeResult:
        """The search is seen while it is used."""
        yield Static(id="history-title")
        yield HistorySearch(placeholder="a tool, an argument, a word of the reply", id="history-search")
        yield HistoryList()

    def on_mount(self) -> None:
        """Nothing is searched for."""
        self.search.display = False
        self._searchable: dict[str, tuple[CallRecord, str]] = {}

    @property
    def records(self) -> dict[str, CallRecord]:
        """All calls by key, whether they are shown or not."""
        return self.rows.records

    def put(self, *records: CallRecord) -> None:
        """New calls, or news of known ones."""
        self.records.update((record.key, record) for record in records)
        self._show()

    def replace(self, records: list[CallRecord]) -> None:
        """These calls and no others."""
        self.records.clear()
        self._searchable.clear()
        self.put(*records)

    def _show(self) -> None:
        words = self.search.value.lower().split()
        shown = [one for one in self.records.values() if not words or self._has(one, words)]
        shown.sort(key=lambda one: (one.running, one.pinned, one.at), reverse=True)
        before = self.rows.key
        self.rows.show([one.key for one in shown])
        if words and self.rows.key not in (before, None):
            self.post_message(RowList.Moved(self.rows, str(self.rows.key)))  # another call on the same line
        self.paint()

    def _has(self, record: CallRecord, words: list[str]) -> bool:
        """Whether every word stands in a call; what is looked at is made once, since it may be long."""
        known = self._searchable.get(record.key)
        if known is None or known[0] is not record:
            known = self._searchable[record.key] = (record, searchable(record))
        return all(word in known[1] for word in words)

    def paint(self) -> None:
        """The title is as wide as the list."""
        count, shown = len(self.records), len(self.rows.keys)
        words = plural(count, "call") if shown == count else f"{shown} of {plural(count, 'call')}"
        width = max(10, self.title.size.width)
        self.title.update(spread(("History", "bold $ink"), assemble((words, "$soft")), width))

    def start_search(self) -> None:
        """Narrow the calls down."""
        self.search.display = True
        self.search.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._show()

    @on(HistorySearch.Left)
    def _left(self, message: HistorySearch.Left) -> None:
        message.stop()
        self.search.display = False
        self.rows.focus()

    @on(HistorySearch.ListAsked)
    def _to_list(self, message: HistorySearch.ListAsked) -> None:
        message.stop()
        self.rows.focus()
