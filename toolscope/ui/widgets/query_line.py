"""One query on its own line, live, with what it finds under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from toolscope.ui.present.former import Former
from toolscope.ui.present.found import Found
from toolscope.ui.present.search import outcome
from toolscope.ui.present.text import assemble, pad
from toolscope.ui.widgets.query_results import QueryResults


class QueryInput(Input):
    """The wording. Earlier queries come back with Ctrl+Up."""

    HELP_TITLE = "Query"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Take", key_display="⏎", tooltip="take the wording that is offered"),
        Binding("enter", "submit", "Call it", key_display="⏎", tooltip="open the match in the Call tab"),
        Binding("ctrl+z", "untake", "Wording before", key_display="^z", tooltip="the wording before the one taken"),
        Binding("ctrl+up", "former(-1)", "Earlier query", show=False),
        Binding("ctrl+down", "former(1)", "Later query", show=False),
        Binding("up", "step(-1)", "Query above", show=False),
        Binding("down", "step(1)", "Matches, next query", show=False),
        Binding("backspace", "erase", "Erase, or remove the line", show=False),
    ]

    class Emptied(Message):
        """Backspace in an empty line: it may go."""

    @dataclass
    class Left(Message):
        """Up (-1) or down (1) out of the line."""

        step: int

    def __init__(self, value: str = "") -> None:
        super().__init__(value, placeholder="type what a model would ask for", select_on_focus=False)
        self.former = Former()
        """The queries of this run."""
        self._walk: tuple[str, ...] = ()
        """The former queries with the wording that one started from, while one walks through them."""
        self._at = 0
        self._replaced: list[tuple[str, str]] = []
        """Wordings that others took the place of, each with the one that did, the last one at the end."""
        self.offered = False
        """Whether another wording is offered: then Enter takes it."""
        self.found_any = False
        """Whether there is a match that Enter could open."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter says what it would do; a wording comes back while the one taken stands there."""
        if action in ("take", "submit"):
            return self.offered if action == "take" else self.found_any and not self.offered
        if action == "untake":
            return bool(self._replaced) and self._replaced[-1][1] == self.value
        return super().check_action(action, parameters)

    async def action_take(self) -> None:
        """Take the wording that is offered."""
        await self.action_submit()

    def take(self, query: str) -> None:
        """Put another wording, which can be taken back."""
        self._replaced.append((self.value, query))
        self.reword(query)

    def action_untake(self) -> None:
        """Back to the wording before."""
        self.reword(self._replaced.pop()[0])

    def reword(self, query: str) -> None:
        """Put another wording."""
        self.value = query
        self.cursor_position = len(query)

    def action_former(self, step: int) -> None:
        """Back to an earlier query, or forth again to what was typed."""
        if not self._walk or self._walk[self._at] != self.value:
            self._walk = (*(query for query in self.former.queries if query != self.value), self.value)
            self._at = len(self._walk) - 1
        if 0 <= self._at + step < len(self._walk):
            self._at += step
            self.reword(self._walk[self._at])

    def action_step(self, step: int) -> None:
        """Out of the line."""
        self.post_message(self.Left(step))

    def action_erase(self) -> None:
        """Erase a character, or ask to be removed."""
        if self.value:
            self.action_delete_left()
        else:
            self.post_message(self.Emptied())


class QueryMark(Widget):
    """The number of a query, and the edge mark of the chosen one."""

    number: reactive[int] = reactive(1)
    active: reactive[bool] = reactive(False)

    def render(self) -> Content:
        """Edge and number."""
        return assemble(("▌", "$here") if self.active else " ", (f"{self.number:>2} ", "$soft"))


class QueryOutcome(Widget):
    """How many a model is given of how many that match."""

    found: reactive[Found | None] = reactive(None)

    def render(self) -> Content:
        """The count, right-aligned."""
        return pad(outcome(self.found) if self.found else "", width=self.size.width, right=True)


class QueryLine(Vertical):
    """A query and its matches."""

    chosen: reactive[bool] = reactive(False)
    number: reactive[int] = reactive(1)

    @dataclass
    class Changed(Message):
        """The wording is another."""

        line: QueryLine

    class Shown(Message):
        """It may be higher or lower now."""

    @dataclass
    class Entered(Message):
        """The focus came into this line."""

        line: QueryLine

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self.mark = QueryMark()
        self.input = QueryInput(query)
        self.outcome = QueryOutcome()
        self.results = QueryResults()
        self.wanted: str | None = None
        """The tool expected of this query, by name."""
        self.picked: str | None = None
        """The match that was chosen to be explained."""

    def compose(self) -> ComposeResult:
        """Number, wording, count; then the matches."""
        with Horizontal(classes="query-head"):
            yield self.mark
            yield self.input
            yield self.outcome
        yield self.results

    @property
    def query_text(self) -> str:
        """The wording now."""
        return self.input.value

    @property
    def found(self) -> Found | None:
        """What it found, once it was run."""
        return self.results.found

    def show(self, found: Found | None) -> None:
        """Show what the wording finds."""
        if found is not None and self.picked not in found.result.ranks and self.picked != self.wanted:
            self.picked = None
        self.outcome.found = found
        self.input.offered = found is not None and bool(found.offer)
        # Whether a missed tool can be brought in is not known before it is explained.
        self.input.found_any = found is not None and (bool(found.result.hits) or found.missed)
        self.results.picked = self.picked
        self.results.show(found)
        self.post_message(self.Shown())

    def explained(self, fixed: bool, offered: bool) -> None:
        """It is explained now: whether a wording brings in a missed tool, and whether any is offered."""
        self.results.apply_key = "^g" if fixed else "⏎"
        self.input.offered = offered
        self.input.found_any = self.found is not None and bool(self.found.result.hits)

    def pick(self, name: str | None) -> None:
        """Explain this match."""
        self.picked = self.results.picked = name

    def watch_chosen(self, chosen: bool) -> None:
        """Fold or unfold."""
        self.results.chosen = chosen
        self.set_class(chosen, "-chosen")
        self._edge()

    def watch_number(self, number: int) -> None:
        """Its place among the queries."""
        self.mark.number = number

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The line is entered."""
        self.post_message(self.Entered(self))
        self.call_after_refresh(self._edge)

    def on_descendant_blur(self) -> None:
        """The edge mark goes with the focus."""
        self.call_after_refresh(self._edge)

    def _edge(self) -> None:
        self.mark.active = self.results.active = self.chosen and self.has_focus_within

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(self))
