"""What happened, as lines of the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from textual.content import Content

from toolscope.canonical import Json, compact
from toolscope.connections.state import ServerStatus, State
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.tokens import estimate
from toolscope.ui.present.text import STATE_GLYPH, assemble, duration, number, pad, plural, spread

_TIME, _KIND, _SERVER, _TOOK, _TOKENS = 14, 11, 12, 10, 10


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
    """``call``, ``approval``, ``budget``, ``catalog`` or ``connect``."""
    server: str
    what: str
    took: float | None = None
    """Milliseconds."""
    tokens: str = ""

    @property
    def searchable(self) -> str:
        """What the filter looks at, in lower case."""
        return f"{self.kind} {self.server} {self.what}".lower()


def clock(at: float) -> str:
    """A time of day to the millisecond."""
    return datetime.fromtimestamp(at).strftime("%H:%M:%S.%f")[:-3]


def heading(width: int) -> Content:
    """The column heads."""
    left = assemble(" " + "time".ljust(_TIME), "   ", "kind".ljust(_KIND), "server".ljust(_SERVER), "what")
    right = assemble("took".rjust(_TOOK), "tokens".rjust(_TOKENS), " ") if width >= 100 else Content("")
    return spread(left, right, width).stylize("$soft")


def line(entry: LogEntry, width: int) -> Content:
    """One entry on one line."""
    wide = width >= 100
    time = clock(entry.at) if wide else clock(entry.at)[:8]
    left = assemble(
        " ",
        pad((time, "$soft"), width=_TIME if wide else 9),
        pad((entry.glyph, entry.colour), width=3),
        pad((entry.kind, "$soft"), width=_KIND if wide else 9),
        pad((one_line(entry.server), "bold $ink"), width=_SERVER),
        one_line(entry.what),
    )
    if not wide:
        return left.truncate(width, ellipsis=True)
    took = duration(entry.took) if entry.took is not None else ""
    right = assemble(pad((took, "$soft"), width=_TOOK, right=True), pad(entry.tokens, width=_TOKENS, right=True), " ")
    return spread(left, right, width)


def connection(key: str, at: float, status: ServerStatus, before: ServerStatus | None) -> LogEntry | None:
    """News of a connection; ``None`` when nothing worth a line has changed."""
    listing = status.listing
    if status.state is State.READY and before is not None and before.state is State.READY:
        if listing is None or (before.listing is listing):
            return None
        return LogEntry(key, at, "◒", "$state-stale", "catalog", status.name, _changed(before, status))
    if before is not None and before.state is status.state:
        return None
    if status.state.pending:
        return None
    took = sum(status.timings.values()) or None
    what = f"{status.state}: {status.reason}" if status.reason else str(status.state)
    if status.state is State.READY and listing is not None:
        pages = f" on {plural(listing.pages, 'page')}" if listing.pages > 1 else ""
        what = f"ready: {plural(len(listing.tools), 'tool')}{pages}"
    return LogEntry(key, at, STATE_GLYPH[status.state], f"$state-{status.state}", "connect", status.name, what, took)


def _changed(before: ServerStatus, status: ServerStatus) -> str:
    old = {compact(tool) for tool in before.listing.tools} if before.listing else set()
    new = {compact(tool) for tool in status.listing.tools} if status.listing else set()
    return f"the list of tools changed: {len(new - old)} new or changed, {len(old - new)} gone or changed"


def budget(key: str, at: float, before: Survey, after: Survey) -> LogEntry | None:
    """A change of the manifest; ``None`` when the same is shown."""
    old, new = before.disclosure, after.disclosure
    if new.rung == old.rung or before.catalog is not after.catalog:
        return None
    moved = [label for label in after.catalog.groups if old.mode(label) != new.mode(label)]
    who = (
        f"{moved[0]} {old.mode(moved[0])} → {new.mode(moved[0])}"
        if len(moved) == 1
        else f"{len(moved)} servers changed"
    )
    what = f"{number(new.budget.tokens)} · {who}, manifest {number(old.rung.tokens)} → {number(new.rung.tokens)}"
    return LogEntry(
        key, at, "▴", "$here", "budget", "", what, tokens=number(new.rung.tokens - old.rung.tokens, signed=True)
    )


def arguments_line(arguments: Json) -> str:
    """Arguments in a few words: ``query="export" limit=25``."""
    if not isinstance(arguments, dict):
        return one_line(compact(arguments), 120)
    return one_line(" ".join(f"{name}={one_line(compact(value), 40)}" for name, value in arguments.items()), 160)


def reply_tokens(text: str) -> str:
    """What a reply costs a model, in the estimate."""
    return number(estimate(len(text)))
