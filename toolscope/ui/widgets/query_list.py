"""The queries of one call, one a line; one of them is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.getters import query_one
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from toolscope.ui.present.former import Former
from toolscope.ui.present.found import Found
from toolscope.ui.widgets.query_line import QueryInput, QueryLine
from toolscope.ui.widgets.query_results import QueryResults


class QueryList(VerticalScroll, can_focus=False):
    """Lines can be added and, when empty, removed; Up and Down move through queries and matches."""

    chosen: reactive[QueryLine | None] = reactive(None)
    """The query that is explained."""

    former: reactive[Former] = reactive(Former)
    """The queries of this run, which every line can go back to."""

    note = query_one("#query-note", Static)

    @dataclass
    class Chosen(Message):
        """Another query is to be explained."""

        line: QueryLine

    def compose(self) -> ComposeResult:
        """One empty query to begin with."""
        yield QueryLine()
        yield Static(id="query-note")

    def on_mount(self) -> None:
        """The first one is chosen."""
        self.chosen = next(iter(self.lines), None)

    @property
    def lines(self) -> list[QueryLine]:
        """From the top."""
        return list(self.query_children(QueryLine))

    @property
    def texts(self) -> list[str]:
        """The wordings, blank ones included."""
        return [line.query_text for line in self.lines]

    @property
    def found(self) -> Found | None:
        """What the chosen query finds, once it was run."""
        return self.chosen.found if self.chosen is not None and self.chosen.is_attached else None

    def say(self, words: Content) -> None:
        """Put words under the queries."""
        self.note.update(words)

    async def add(self, query: str = "") -> QueryLine:
        """Another query at the end; an empty one that is there already is taken. What is typed next goes there."""
        blank = next((line for line in self.lines if not line.query_text.strip()), None)
        line = blank or QueryLine()
        if blank is None:
            await self.mount(line, before=self.note)
            self._renumber()
        line.input.former = self.former
        line.input.reword(query)
        self.screen.set_focus(line.input)
        return line

    async def ask(self, query: str, wanted: str | None) -> None:
        """A query with the tool it ought to find: on the line that has it, else on an empty or a new one."""
        line = next((line for line in self.lines if line.query_text == query), None) or await self.add()
        line.wanted = wanted
        line.pick(wanted)
        line.input.reword(query)
        self.screen.set_focus(line.input)
        self.post_message(self.Chosen(line))

    def watch_former(self, former: Former) -> None:
        """Every line goes back the same way."""
        for line in self.lines:
            line.input.former = former

    def on_resize(self, event: events.Resize) -> None:
        """Fold by the new size."""
        for line in self.lines:
            line.results.again()
        self._fold()

    @on(QueryLine.Shown)
    def _fold(self) -> None:
        """Give the queries that are not chosen the lines that are left, the shortest ones first."""
        if self.chosen is None or not self.size.width:
            return
        width = self.chosen.results.size.width
        others = [line for line in self.lines if line is not self.chosen]
        spare = self.size.height - 2 * (len(others) + 1) - self.note.size.height - self.chosen.results.height(width)
        others.sort(key=lambda line: line.results.height(width))
        for at, line in enumerate(others):
            line.results.room = max(0, min(line.results.height(width), spare // (len(others) - at)))
            spare -= line.results.room

    def watch_chosen(self, old: QueryLine | None, new: QueryLine | None) -> None:
        """Fold the one, unfold the other."""
        if old is not None and old.is_attached:
            old.chosen = False
        if new is not None:
            new.chosen = True
            self.post_message(self.Chosen(new))
        self._fold()

    @on(QueryLine.Entered)
    def _entered(self, message: QueryLine.Entered) -> None:
        self.chosen = message.line

    @on(QueryInput.Emptied)
    async def _emptied(self) -> None:
        lines, line = self.lines, self.chosen
        if line is None or len(lines) < 2:
            return
        at = lines.index(line)
        lines[at - 1 if at else 1].input.focus()
        await line.remove()
        self._renumber()
        self._fold()
        if self.chosen is not None:
            self.post_message(self.Chosen(self.chosen))

    @on(QueryInput.Left)
    def _left_query(self, message: QueryInput.Left) -> None:
        if message.step > 0 and self.chosen is not None and self.chosen.results.names:
            self.chosen.results.focus()
        else:
            self._step(message.step)

    @on(QueryResults.Left)
    def _left_results(self, message: QueryResults.Left) -> None:
        if message.step < 0 and self.chosen is not None:
            self.chosen.input.focus()
        else:
            self._step(message.step)

    @on(QueryResults.Picked)
    def _show_cursor(self) -> None:
        """Keep the cursor in view when there are more matches than rows."""
        self.call_after_refresh(self._scroll_to_cursor)

    def _scroll_to_cursor(self) -> None:
        line = self.chosen
        row = line.results.cursor_row if line is not None and line.is_attached else None
        if line is not None and row is not None:
            top = line.virtual_region.y + line.results.virtual_region.y
            self.scroll_to_region(Region(0, top + row, 1, 1), animate=False)

    def _step(self, step: int) -> None:
        lines = self.lines
        if self.chosen in lines:
            at = lines.index(self.chosen) + step
            if 0 <= at < len(lines):
                lines[at].input.focus()

    def _renumber(self) -> None:
        for number, line in enumerate(self.lines, 1):
            line.number = number
