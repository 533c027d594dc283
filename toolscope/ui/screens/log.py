"""The Log tab: what ran, connection news, and the raw messages of a server."""

from __future__ import annotations

import json
from collections import deque
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.reactive import reactive, var
from textual.widgets import Input, Static

from toolscope.config.model import Complaint
from toolscope.connections.state import Frame, ServerStatus, StderrLine
from toolscope.plain import clean
from toolscope.survey import Survey
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.log import Logbook, LogEntry, clock, heading, line, whole
from toolscope.ui.present.text import Part, assemble, spread, stack
from toolscope.ui.screens.payload import PayloadScreen
from toolscope.ui.widgets.headed_list import HeadedList
from toolscope.ui.widgets.row_list import RowList

_FRAMES, _LINES, _SHOWN = 400, 400, 40
_LONGEST = 2_000
"""Characters of a message that are shown; copying takes all of it."""


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


class LogPane(Vertical):
    """Everything that happened in this session."""

    HELP_TITLE = "Log"
    FOCUS = "LogList"
    """Where the focus goes first."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("x", "view", "Messages or stderr", tooltip="switch between JSON-RPC messages and standard error"),
        Binding("y", "copy", "Copy", tooltip="copy the shown messages or lines"),
        Binding("escape", "leave_filter", "Back to the list", show=False),
    ]

    survey: var[Survey] = var(Survey)
    view: reactive[str] = reactive("messages")

    rows = query_one(LogList)
    filter = query_one("#log-filter", Input)
    raw = query_one("#log-raw", Static)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._frames: dict[str, deque[tuple[Frame, str]]] = {}
        """Messages with their text, which is spelled once: a listing can be megabytes."""
        self._lines: dict[str, deque[StderrLine]] = {}
        self._book = Logbook()

    def compose(self) -> ComposeResult:
        """Filter, entries, raw messages."""
        yield Input(placeholder="filter: text, server, kind", id="log-filter")
        yield LogList()
        yield Static(id="log-raw")

    # what comes in

    def add(self, *entries: LogEntry | None) -> None:
        """New entries, on top; a cursor on the newest one stays on the newest. ``None`` is nothing to write down."""
        new = {entry.key: entry for entry in entries if entry is not None}
        if not new:
            return
        newest = self.rows.cursor == 0
        self.rows.entries |= new
        self._list()
        if newest:
            self.rows.cursor = 0

    def hear(self, news: ServerStatus | Frame | StderrLine) -> None:
        """News of a server, of any kind."""
        match news:
            case ServerStatus():
                self.add(self._book.connection(news))
            case Frame():
                self.add_frame(news)
                self.add(self._book.late(news))
            case StderrLine():
                self.add_line(news)

    def note(self, survey: Survey) -> None:
        """Another moment: what is new since the last one that was noted."""
        self.add(*self._book.survey(survey))

    def complain(self, wrong: Complaint | str) -> None:
        """Something in a configuration that was not taken as written."""
        self.add(self._book.complaint(wrong))

    def add_frame(self, frame: Frame) -> None:
        """A message that went over the wire."""
        text = json.dumps(frame.message, ensure_ascii=False)
        self._frames.setdefault(frame.server, deque(maxlen=_FRAMES)).append((frame, text))

    def add_line(self, line: StderrLine) -> None:
        """A line of a server's standard error."""
        self._lines.setdefault(line.server, deque(maxlen=_LINES)).append(line)

    def frames_of(self, server: str) -> tuple[Frame, ...]:
        """The latest messages of a server, oldest first."""
        return tuple(frame for frame, _ in self._frames.get(server, ()))

    # what is shown

    def _list(self) -> None:
        wanted = self.filter.value.lower().split()
        entries = self.rows.entries
        newest = (key for key in reversed(entries) if all(word in entries[key].searchable for word in wanted))
        self.rows.show(list(newest))
        self._paint()

    @property
    def _entry(self) -> LogEntry | None:
        return self.rows.entries.get(self.rows.key or "")

    @property
    def _server(self) -> str | None:
        return (self._entry.server or None) if self._entry else None

    def show_kind(self, kind: str) -> None:
        """Put the cursor on the newest entry of a kind, past any filter."""
        found = next((key for key, entry in reversed(self.rows.entries.items()) if entry.kind == kind), None)
        if found is not None:
            self.filter.value = ""
            self._list()
            self.rows.go_to(found)

    def watch_view(self) -> None:
        """Messages or stderr."""
        if self.is_mounted:
            self._paint()

    @on(Input.Changed, "#log-filter")
    def _filtered(self) -> None:
        self._list()

    @on(RowList.Chosen)
    def _opened(self) -> None:
        """The latest messages of the entry's server, in full."""
        kept = list(self._frames.get(self._server or "", ()))[-_SHOWN:]
        if kept:
            value = [{"→" if frame.outgoing else "←": frame.message} for frame, _ in reversed(kept)]
            title = f"The last {len(kept)} messages of {clean(self._server or '')}, newest first"
            self.app.push_screen(PayloadScreen(value, "\n".join(text for _, text in kept), title))

    @on(RowList.Moved)
    def _moved(self) -> None:
        self._paint()

    def on_show(self) -> None:
        """What came while the tab was hidden."""
        self._paint()

    def on_resize(self) -> None:
        """Lines are cut to the width."""
        self._paint()

    def _paint(self) -> None:
        if not self.display or not self.is_mounted:
            return
        width = max(20, self.raw.size.width)
        server, entry = self._server, self._entry
        if entry is not None and server is None:
            self.raw.update(stack(whole(entry, width)))
            return
        messages, lines = list(self._frames.get(server or "", ())), list(self._lines.get(server or "", ()))
        shown = self.view == "messages"
        title = spread(
            assemble(
                ("JSON-RPC", "bold $ink" if shown else "$soft"),
                (f" {len(messages)}   ", "$soft"),
                ("stderr", "$soft" if shown else "bold $ink"),
                (f" {len(lines)}", "$soft"),
            ),
            (clean(server) if server else "choose an entry of a server", "$soft"),
            width,
        )
        room = max(1, self.raw.size.height - 2)
        body = (
            [_frame(f, text, width) for f, text in messages[-room:]]
            if shown
            else [_stderr(one, width) for one in lines[-room:]]
        )
        self.raw.update(stack([title, Content(""), *body]))

    # keys

    def action_filter(self) -> None:
        """Type a filter."""
        self.filter.focus()

    def action_leave_filter(self) -> None:
        """From the filter to the list."""
        self.rows.focus()

    def action_view(self) -> None:
        """Messages or stderr."""
        self.view = "stderr" if self.view == "messages" else "messages"

    def action_copy(self) -> None:
        """Copy what is shown, in full."""
        server, entry = self._server or "", self._entry
        if entry is not None and not server:
            self.post_message(CopyAsked(entry.what, "the entry"))
            return
        if self.view == "messages":
            text = "\n".join(text for _, text in list(self._frames.get(server, ()))[-_SHOWN:])
        else:
            text = "\n".join(line.text for line in self._lines.get(server, ()))
        self.post_message(CopyAsked(text, f"the {self.view} of {clean(server) or 'no server'}"))


def _frame(frame: Frame, text: str, width: int) -> Content:
    more: Part = (f" {len(text) - width + 18:,} more", "$soft") if len(text) > width - 18 else ""
    arrow = ("→ ", "bold $here") if frame.outgoing else ("← ", "bold $info")
    shown = clean(text[:_LONGEST]).replace("\n", " ")
    left = assemble(arrow, (clock(frame.at), "$soft"), "  ", (shown, "$ink"))
    return spread(left, more, width) if more else left.truncate(width, ellipsis=True)


def _stderr(one: StderrLine, width: int) -> Content:
    return assemble((clock(one.at), "$soft"), "  ", one.text).truncate(width, ellipsis=True)
