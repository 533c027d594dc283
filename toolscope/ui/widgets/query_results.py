"""What stands under a query: its words, its matches, what would ease it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from toolscope.ui.present.found import Found
from toolscope.ui.present.rows import Row
from toolscope.ui.present.search import query_rows
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.row_stack import RowStack

_LINES = 2
"""Of a folded query: its words, and how many matches more there are."""


class QueryResults(RowStack, can_focus=True):
    """The matches of one query, with a cursor while it has the focus."""

    HELP_TITLE = "Matches"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Match above, the query", show=False),
        Binding("down", "move(1)", "Match below, next query", show=False),
        Binding("enter", "open", "Call it", key_display="⏎", tooltip="open it in the Call tab"),
    ]

    chosen: reactive[bool] = reactive(False)
    """Whether its query is the one that is explained."""
    room: reactive[int] = reactive(0)
    """Lines there are for it while its query is not the chosen one."""
    active: reactive[bool] = reactive(False)
    """Whether the focus is in its query: the edge mark runs down."""
    picked: reactive[str | None] = reactive(None)
    """The match that is explained."""
    apply_key: reactive[str] = reactive("⏎")

    @dataclass
    class Picked(Message):
        """A match is to be explained."""

        name: str

    @dataclass
    class Opened(Message):
        """A match is to be called."""

        name: str

    @dataclass
    class Offered(Message):
        """The offered wording was taken; several are to be asked one a line."""

        queries: tuple[str, ...]

    @dataclass
    class Left(Message):
        """The cursor went past the first match (-1) or the last (1)."""

        step: int

    def __init__(self) -> None:
        super().__init__()
        self.found: Found | None = None

    def show(self, found: Found | None) -> None:
        """Show what a query found."""
        self.found = found
        self.again()

    @property
    def names(self) -> list[str]:
        """The matches the cursor can be on."""
        return [row.tool for row in self.laid(self.size.width) if row.tool is not None]

    @property
    def cursor_row(self) -> int | None:
        """The line the cursor is on, counted from the widget's top."""
        rows = self.laid(self.size.width)
        return next((at for at, row in enumerate(rows) if row.tool is not None and row.tool == self.picked), None)

    def rows(self, width: int) -> Sequence[Row]:
        """The lines; an edge mark takes the first column."""
        if self.found is None:
            return ()
        whole = query_rows(self.found, width - 1, True, 0, self.apply_key)
        if self.chosen or len(whole) <= self.room:
            return whole
        return query_rows(self.found, width - 1, False, max(0, self.room - _LINES), self.apply_key)

    def height(self, width: int) -> int:
        """Lines that all of it takes in ``width`` cells."""
        return len(query_rows(self.found, width - 1, True, 0, self.apply_key)) if self.found is not None else 0

    def watch_room(self) -> None:
        """Fold or unfold."""
        self.again()

    def line(self, row: Row, width: int) -> Content:
        """A row with the edge mark, on its own ground when the cursor is on it."""
        edge = ("▌", "$here") if self.active else " "
        line = assemble(edge, row.line).truncate(width, ellipsis=True)
        if not self.chosen or row.tool is None or row.tool != self.picked:
            return line
        line = assemble(line, " " * (width - line.cell_length))
        return line.stylize_before("on $here-bg" if self.has_focus else "on $raised", 1)

    def watch_chosen(self) -> None:
        """Fold or unfold."""
        self.again()

    def watch_apply_key(self) -> None:
        """Repaint the chip."""
        self.again()

    def watch_picked(self) -> None:
        """Repaint."""
        self.refresh()

    def on_focus(self) -> None:
        """Put the cursor on a match."""
        names = self.names
        if names and self.picked not in names:
            self.post_message(self.Picked(names[0]))
        self.refresh()

    def on_blur(self) -> None:
        """The cursor's ground steps back."""
        self.refresh()

    def action_move(self, step: int) -> None:
        """To the next match, or out."""
        names = self.names
        at = names.index(self.picked) + step if self.picked in names else (0 if step > 0 else -1)
        if 0 <= at < len(names):
            self.post_message(self.Picked(names[at]))
        else:
            self.post_message(self.Left(step))

    def action_open(self) -> None:
        """Call the match, or take what is offered instead of one."""
        if self.picked in self.names and self.picked is not None:
            self.post_message(self.Opened(self.picked))
        elif self.found is not None and self.found.offer:
            self.post_message(self.Offered(self.found.offer))

    def on_click(self, event: events.Click) -> None:
        """One click explains a match, two call it; a click on what is offered takes it."""
        row = self.row_at(event.y)
        if row is None:
            return
        if row.queries:
            self.post_message(self.Offered(row.queries))
        elif row.tool is not None:
            self.post_message(self.Opened(row.tool) if event.chain > 1 else self.Picked(row.tool))
