"""All that went over the wires, and what the cursor is on in full."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, get_args

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from toolscope.canonical import Json
from toolscope.plain import one_line
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.text import stack
from toolscope.ui.present.traffic import KINDS, Item, Traffic
from toolscope.ui.present.traffic_lines import Direction, Wanted, detail, summary
from toolscope.ui.widgets.row_list import RowList
from toolscope.ui.widgets.wire_list import WireList

_REST = 0.1
"""Seconds between two pictures of the wires while much goes over them."""


class WireLog(Vertical):
    """The list, what is wanted of it, and one item."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "server", "Server", tooltip="only what goes to and from this row's server, and back"),
        Binding("d", "direction", "Direction", tooltip="only what was sent, only what was received, both"),
        Binding("k", "kind", "Kind", tooltip="only requests, replies, errors, and so on"),
        Binding("p", "pair", "Pair", tooltip="from a request to its reply, from a reply to its request"),
        Binding("y", "copy", "Copy", tooltip="copy the message, secrets masked"),
        Binding("Y", "copy_pair", "Copy pair", tooltip="copy request and reply, secrets masked"),
    ]

    @dataclass
    class Opened(Message):
        """Somebody wants to read a message, or two that belong together."""

        value: Json
        text: str
        """As it was sent."""
        title: str

    class Listed(Message):
        """Other items are shown."""

    rows = query_one(WireList)
    below = query_one(".below", Static)

    def __init__(self, traffic: Traffic) -> None:
        super().__init__()
        self.traffic = traffic
        self._resting: Timer | None = None

    def compose(self) -> ComposeResult:
        """The list above, the item below."""
        yield WireList(self.traffic)
        yield Static(classes="below", markup=False)

    # what is shown

    @property
    def said(self) -> Content:
        """Which items are shown, and how many of how many."""
        every = len(self.traffic.items)
        return summary(self.rows.wanted, len(self.rows.keys) if self.display else every, every)

    def changed(self) -> None:
        """There is more: shown at once, or together with what comes in the next moment."""
        if self._resting is None and self.is_mounted:
            self._resting = self.set_timer(_REST, self._rested)

    def _rested(self) -> None:
        self._resting = None
        self.renew()

    def renew(self) -> None:
        """Show what is there now."""
        if self.display and self.is_on_screen:
            self.rows.renew()
            self.paint()
            self.post_message(self.Listed())

    def only(self, server: str, methods: Sequence[str]) -> None:
        """All of one server, the cursor on the latest answer to the first of these methods that was answered."""
        self.rows.wanted = Wanted(server=server)
        self.rows.renew()
        answers = [one for one in self.traffic.of(server) if one.kind in ("reply", "error")]
        found = [one for method in methods for one in reversed(answers) if one.method == method]
        if found:
            self.rows.go_to(found[0].key)

    def want(self, **changes: object) -> None:
        """Want others: ``words``, ``server``, ``direction``, ``kind``."""
        self.rows.wanted = replace(self.rows.wanted, **changes)  # type: ignore[arg-type]
        self.renew()

    @on(RowList.Moved)
    def paint(self) -> None:
        """What the cursor is on."""
        item, width, room = self.rows.item, max(20, self.below.size.width), max(1, self.below.size.height)
        self.below.update(stack(list(detail(item, self.traffic.other(item), width, room)) if item else []))

    def on_resize(self) -> None:
        """Lines are cut to the width."""
        self.paint()

    @on(RowList.Chosen)
    def _opened(self, event: RowList.Chosen) -> None:
        """A message in full, with its other half."""
        event.stop()
        if (item := self.rows.item) is not None:
            both = self._both(item)
            value = {"→" if one.sent else "←": one.message for one in both}
            title = f"{item.kind.capitalize()} {one_line(item.method, 60)} of {one_line(item.server, 40)}"
            self.post_message(self.Opened(value if len(both) > 1 else item.message, _text(*both), title))

    def _both(self, item: Item) -> list[Item]:
        """An item and its other half, the request first."""
        other = self.traffic.other(item)
        return sorted([item, *([other] if other else [])], key=lambda one: one.at)

    # keys

    def action_server(self) -> None:
        """This server alone, or all."""
        item = self.rows.item
        self.want(server=None if self.rows.wanted.server is not None or item is None else item.server)

    def action_direction(self) -> None:
        """Both, sent, received."""
        self.want(direction=_next(self.rows.wanted.direction, get_args(Direction)))

    def action_kind(self) -> None:
        """All kinds, then one after the other."""
        self.want(kind=_next(self.rows.wanted.kind, KINDS))

    def action_pair(self) -> None:
        """From a request to its reply and back, past any filter."""
        other = self.traffic.other(self.rows.item) if self.rows.item else None
        if other is None:
            self.app.notify("It has no other half.", markup=False)
            return
        if not self.rows.wanted.takes(other):
            self.want(direction=None, kind=None, words=())
        self.rows.go_to(other.key)

    def action_copy(self) -> None:
        """Copy what the cursor is on."""
        if (item := self.rows.item) is not None:
            self.post_message(CopyAsked(_text(item), f"the {item.kind}"))

    def action_copy_pair(self) -> None:
        """Copy both halves."""
        if (item := self.rows.item) is not None:
            self.post_message(CopyAsked(_text(*self._both(item)), "the pair"))


def _next(now: object, values: Sequence[object]) -> object:
    """The value after this one; ``None`` stands before the first and after the last."""
    cycle = [None, *values]
    return cycle[(cycle.index(now) + 1) % len(cycle)]


def _text(*items: Item) -> str:
    """Messages as they were sent, one a line."""
    return "\n".join(
        item.message if isinstance(item.message, str) else json.dumps(item.message, ensure_ascii=False)
        for item in items
    )
