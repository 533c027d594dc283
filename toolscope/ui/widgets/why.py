"""The Why pane: one tool under one query, and what a model gets for all queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message

from toolscope.ui.present.reasons import Given, Why
from toolscope.ui.present.rows import Row
from toolscope.ui.present.why import given_rows, intro_rows, why_rows
from toolscope.ui.widgets.row_stack import RowStack

_WIDEST = 100
"""Cells: wider than that, numbers stand too far from their words."""


class WhyBody(RowStack):
    """The pane's text."""

    def __init__(self) -> None:
        super().__init__()
        self.why: Why | None = None

    def rows(self, width: int) -> Sequence[Row]:
        """Verdict, parts, fields, neighbours, rewordings."""
        width = min(width, _WIDEST)
        return why_rows(self.why, width) if self.why is not None else intro_rows(width)

    def on_click(self, event: events.Click) -> None:
        """A click on a wording takes it, one on a tool explains it."""
        row = self.row_at(event.y)
        if row is not None and row.queries:
            self.post_message(WhyPane.Offered(row.queries))
        elif row is not None and row.tool is not None:
            self.post_message(WhyPane.Picked(row.tool))


class GivenFoot(RowStack):
    """What a model gets for all queries together: always in view."""

    def __init__(self) -> None:
        super().__init__()
        self.given: Given | None = None

    def rows(self, width: int) -> Sequence[Row]:
        """Counts and cost."""
        return given_rows(self.given, min(width, _WIDEST), "F8") if self.given is not None else ()


class WhyPane(VerticalScroll, can_focus=True):
    """Why, scrolled when it is long."""

    HELP_TITLE = "Why"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "take", "Take it", key_display="⏎")]

    @dataclass
    class Offered(Message):
        """A wording was taken; several are to be asked one a line."""

        queries: tuple[str, ...]

    @dataclass
    class Picked(Message):
        """Another tool is to be explained."""

        name: str

    def __init__(self) -> None:
        super().__init__()
        self.body = WhyBody()
        self.foot = GivenFoot()

    def compose(self) -> ComposeResult:
        """The text, and below it what stays."""
        yield self.body
        yield self.foot

    def show(self, why: Why | None, given: Given | None) -> None:
        """Explain this; the scroll stays while the tool and the query do."""
        same = self._subject(self.body.why) == self._subject(why)
        if why is not self.body.why:
            self.body.why = why
            self.body.again()
        self.foot.given = given
        self.foot.set_class(given is None, "-empty")
        self.foot.again()
        if not same:
            self.scroll_home(animate=False)

    @staticmethod
    def _subject(why: Why | None) -> tuple[str | None, str] | None:
        return (why.name, why.found.result.query) if why else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a wording Enter does nothing."""
        return action != "take" or (self.body.why is not None and bool(self.body.why.fix))

    def action_take(self) -> None:
        """Take the best wording."""
        if self.body.why is not None and self.body.why.fix:
            self.post_message(self.Offered(self.body.why.fix))
