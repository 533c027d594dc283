"""What happened, as lines of the log."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from time import time

from textual.content import Content

from toolscope.canonical import Json, compact
from toolscope.catalog import utility
from toolscope.config.model import Complaint
from toolscope.connections.state import Frame, ServerStatus, State
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.tokens import estimate
from toolscope.ui.present.changes import summary
from toolscope.ui.present.late import LateReplies
from toolscope.ui.present.text import STATE_GLYPH, Part, assemble, clock, duration, number, pad, plural
from toolscope.ui.present.wrapping import fold

_WIDE = 98
"""Cells from which times are exact and what a reply took and cost has columns."""
_LONGEST = 2_000
"""Characters of an entry that is shown in full."""
_LEFT_WIDE = ((" ", 1), ("time", 14), ("", 3), ("kind", 11), ("server", 12))
_LEFT_NARROW = ((" ", 1), ("time", 10), ("", 3), ("kind", 10), ("server", 11))


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing that happened."""

    key: str
    """Unique in a session."""
    at: float
    """``time.time()``."""
    glyph: str
    colour: str
    """A style variable, for example ``$verdict-allow``."""
    kind: str
    """``call``, ``approval``, ``hook``, ``late``, ``budget``, ``catalog``, ``config``, ``save`` or ``connect``."""
    server: str
    what: str
    took: float | None = None
    """Milliseconds."""
    tokens: str = ""

    @property
    def searchable(self) -> str:
        """What the filter looks at, in lower case."""
        return f"{self.kind} {self.server} {self.what}".lower()


def heading(width: int) -> Content:
    """The column heads."""
    parts = [pad((name, "$soft"), width=cells, right=right) for name, cells, right in _columns(width)]
    return assemble(*parts)


def line(entry: LogEntry, width: int) -> Content:
    """One entry on one line."""
    moment = clock(entry.at)
    cells: dict[str, Part] = {
        "time": (moment if width >= _WIDE else moment[:8], "$soft"),
        " ": "",
        "": (entry.glyph, entry.colour),
        "kind": (entry.kind, "$soft"),
        "server": (one_line(entry.server), "bold $ink"),
        "what": (one_line(entry.what), "$ink"),
        "took": (duration(entry.took) if entry.took is not None else "", "$soft"),
        "tokens": (entry.tokens, "$ink"),
    }
    return assemble(*(pad(cells[name], width=room, right=right) for name, room, right in _columns(width)))


def whole(entry: LogEntry, width: int) -> Iterator[Content]:
    """An entry that no server has, however long it is."""
    yield assemble((entry.kind, "bold $ink"), (f"   {clock(entry.at)}", "$soft"))
    yield Content("")
    yield from (assemble((row, "$ink")) for row in fold(one_line(entry.what, _LONGEST), width))


def _columns(width: int) -> list[tuple[str, int, bool]]:
    """Name, cells and alignment of each column; what is said takes the rest."""
    left = _LEFT_WIDE if width >= _WIDE else _LEFT_NARROW
    right = (("took", 10, True), ("tokens", 9, True), (" ", 1, False)) if width >= _WIDE else ()
    rest = max(1, width - sum(cells for _, cells in left) - sum(cells for _, cells, _ in right))
    return [*((name, cells, False) for name, cells in left), ("what", rest, False), *right]


class Logbook:
    """Writes down what happens, each entry under a key of its own."""

    def __init__(self) -> None:
        self._keys = map(str, count(1))
        self._heard: dict[str, ServerStatus] = {}
        self._seen = Survey()
        self._late = LateReplies()

    def entry(self, glyph: str, colour: str, kind: str, server: str, what: str, took: float | None = None) -> LogEntry:
        """An entry of this moment."""
        return LogEntry(next(self._keys), time(), glyph, colour, kind, server, what, took)

    def complaint(self, wrong: Complaint | str) -> LogEntry:
        """Something in a configuration that was not taken as written; what is wrong comes before the place."""
        if isinstance(wrong, Complaint):
            line = f"{wrong.key}: {wrong.message} ({wrong.origin})"
        else:
            place, _, why = wrong.partition(": ")
            line = f"{why} ({place})" if why and os.sep in place else wrong
        return self.entry("!", "$verdict-ask", "config", "", line)

    def connection(self, status: ServerStatus) -> LogEntry | None:
        """News of a connection; ``None`` when nothing worth a line has changed since the last news of it."""
        listing, name = status.listing, status.name
        before, self._heard[name] = self._heard.get(name), status
        if status.state.pending or (before is not None and before.state is status.state):
            return None
        what = f"{status.state}: {status.reason}" if status.reason else str(status.state)
        if status.state is State.READY and listing is not None:
            pages = f" on {plural(listing.pages, 'page')}" if listing.pages > 1 else ""
            added = len(utility.announced(listing, status.config.filter))
            utilities = f" + {added} utilities" if added else ""
            what = f"ready: {plural(len(listing.tools), 'tool')}{pages}{utilities}"
        took = status.took
        return self.entry(STATE_GLYPH[status.state], f"$state-{status.state}", "connect", name, what, took)

    def late(self, frame: Frame) -> LogEntry | None:
        """An answer that came after its call was given up; ``None`` for any other message."""
        late = self._late.seen(frame)
        return None if late is None else self.entry("◌", "$verdict-ask", "late", late.server, late.what)

    def survey(self, after: Survey) -> list[LogEntry]:
        """What is new since the last call: changes of servers' tools, then what the budget changed in the manifest."""
        before, self._seen = self._seen, after
        told = set(map(id, before.history.events))
        news = [event for event in after.history.events if id(event) not in told]
        entries = [self.entry("◒", "$state-stale", "catalog", event.server, summary(event)) for event in news]
        budget = self._budget(before, after)
        return [*entries, budget] if budget else entries

    def _budget(self, before: Survey, after: Survey) -> LogEntry | None:
        old, new = before.disclosure, after.disclosure
        if new.rung == old.rung or before.catalog is not after.catalog:
            return None
        moved = [label for label in after.catalog.groups if old.mode(label) != new.mode(label)]
        who = f"{len(moved)} servers changed"
        if len(moved) == 1:
            who = f"{moved[0]} {old.mode(moved[0])} → {new.mode(moved[0])}"
        tokens = f"manifest {number(old.rung.tokens)} → {number(new.rung.tokens)}"
        entry = self.entry("▴", "$here", "budget", "", f"{number(new.budget.tokens)} · {who}, {tokens}")
        return replace(entry, tokens=number(new.rung.tokens - old.rung.tokens, signed=True))


def arguments_line(arguments: Json) -> str:
    """Arguments in a few words: ``query="export" limit=25``."""
    if not isinstance(arguments, dict):
        return one_line(compact(arguments), 120)
    return one_line(" ".join(f"{name}={one_line(compact(value), 40)}" for name, value in arguments.items()), 160)


def reply_tokens(text: str) -> str:
    """What a reply costs a model, in the estimate."""
    return number(estimate(len(text)))
