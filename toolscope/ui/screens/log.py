"""The Log tab: what happened, and all that went over the wires."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.getters import query_one
from textual.reactive import reactive, var
from textual.widgets import Input, Static

from toolscope.config.model import Complaint
from toolscope.connections.state import Frame, News, ServerStatus
from toolscope.survey import Survey
from toolscope.ui.present.log import Logbook, LogEntry
from toolscope.ui.present.text import assemble, number, spread
from toolscope.ui.present.traffic import Traffic, moment
from toolscope.ui.screens.payload import PayloadScreen
from toolscope.ui.widgets.event_log import EventLog, LogList
from toolscope.ui.widgets.row_list import RowList
from toolscope.ui.widgets.wire_log import WireLog


class LogPane(Vertical):
    """Everything that happened in this session."""

    HELP_TITLE = "Log"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("x", "view", "Wires", tooltip="switch between what happened and all that went over the wires"),
        Binding("escape", "leave_filter", "Back to the list", show=False),
    ]

    survey: var[Survey] = var(Survey)
    wires: reactive[bool] = reactive(False)
    """Whether the wires are shown instead of the events."""

    events = query_one(EventLog)
    wire = query_one(WireLog)
    filter = query_one("#log-filter", Input)
    title = query_one("#log-title", Static)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.traffic = Traffic()
        self._book = Logbook()

    @property
    def FOCUS(self) -> str:
        """Where the focus goes first: the list that is shown."""
        return "WireList" if self.wires else "LogList"

    @property
    def rows(self) -> LogList:
        """The events."""
        return self.events.rows

    def compose(self) -> ComposeResult:
        """Filter, titles, one of two lists with what its cursor is on."""
        yield Input(placeholder="filter: text, server, kind, method", id="log-filter")
        yield Static(id="log-title", markup=False)
        yield EventLog(self.traffic)
        wire = WireLog(self.traffic)
        wire.display = False
        yield wire

    # what comes in

    def add(self, *entries: LogEntry | None) -> None:
        """New entries, on top. ``None`` is nothing to write down."""
        if new := [entry for entry in entries if entry is not None]:
            self.events.add(*new)
            self._paint()

    def hear(self, every: Sequence[News]) -> None:
        """News of servers, of any kind."""
        for news in sorted(every, key=moment):
            self.traffic.hear(news)
        self.add(*(self._book.connection(news) for news in every if isinstance(news, ServerStatus)))
        self.add(*(self._book.late(news) for news in every if isinstance(news, Frame)))
        if self.wires:
            self.wire.changed()
        else:
            self.events.paint()
        self._paint()

    def note(self, survey: Survey) -> None:
        """Another moment: what is new since the last one that was noted."""
        self.add(*self._book.survey(survey))

    def complain(self, wrong: Complaint | str) -> None:
        """Something in a configuration that was not taken as written."""
        self.add(self._book.complaint(wrong))

    # what is shown

    def show_kind(self, kind: str) -> None:
        """Put the cursor on the newest event of a kind, past any filter."""
        if self.events.go_to_kind(kind):
            self.wires, self.filter.value = False, ""

    def show_wire(self, server: str) -> None:
        """What went over one server's wire, the cursor on its last list, or on what it said of itself."""
        self.filter.value, self.wires = "", True
        self.wire.only(server, ("tools/list", "initialize", "server/discover"))
        self.wire.rows.focus()

    def watch_wires(self) -> None:
        """The other list."""
        if self.is_mounted:
            self.events.display, self.wire.display = not self.wires, self.wires
            self.call_after_refresh(self._filtered)

    @on(Input.Changed, "#log-filter")
    def _filtered(self) -> None:
        words = tuple(self.filter.value.lower().split())
        if self.wires:
            self.wire.want(words=words)
        else:
            self.events.words = words
            self.events.renew()
        self._paint()

    @on(RowList.Chosen)
    def _opened(self) -> None:
        """From an event to the wire of its server."""
        if (entry := self.events.entry) is not None and entry.server:
            self.show_wire(entry.server)

    @on(WireLog.Opened)
    def _read(self, event: WireLog.Opened) -> None:
        """Messages in full."""
        self.app.push_screen(PayloadScreen(event.value, event.text, event.title))

    def on_show(self) -> None:
        """What came while the tab was hidden."""
        self._filtered()

    def on_resize(self) -> None:
        """The titles take the width."""
        self._paint()

    @on(WireLog.Listed)
    def _paint(self) -> None:
        if not self.display or not self.is_mounted:
            return
        styles = ("$soft", "bold $ink") if self.wires else ("bold $ink", "$soft")
        events = assemble(("Events", styles[0]), (f" {number(len(self.rows.entries))}   ", "$soft"))
        left = assemble(events, ("Wires ", styles[1]), self.wire.said)
        self.title.update(spread(left, ("x switches", "$soft"), max(20, self.title.size.width)))

    # keys

    def action_filter(self) -> None:
        """Type a filter."""
        self.filter.focus()

    def action_leave_filter(self) -> None:
        """From the filter to the list."""
        self.query_one(self.FOCUS).focus()

    def action_view(self) -> None:
        """Events or wires."""
        self.wires = not self.wires
        self.query_one(self.FOCUS).focus()
