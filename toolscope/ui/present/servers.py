"""One row a server: what it brings, how it is shown, what it costs, and in which order the rows stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from toolscope.connections.state import ServerStatus, State
from toolscope.disclosure.costs import Amount, Bill, Costs
from toolscope.disclosure.listing import Mode
from toolscope.plain import Plain, one_line
from toolscope.survey import Survey
from toolscope.ui.present.grid import Sort
from toolscope.ui.present.no_bar import Words, why_no_bar
from toolscope.ui.present.shares import Share

WhatIf: TypeAlias = Literal["none", "out", "eager", "some"]
"""What somebody tries with a server: taken out, kept eager, or something with some of its tools."""

_MODES: tuple[Mode, ...] = ("hidden", "summary", "names", "full")


@dataclass(frozen=True, slots=True)
class Row:
    """What a row of the table shows; ``None`` is what nobody knows."""

    server: str
    shown: Plain
    state: State
    what_if: WhatIf
    tools: int | None
    utilities: int
    """Those among them that Hermes adds for prompts and resources."""
    problems: int
    mode: Mode | None
    """Its own; ``None`` when it has no list, or when nothing of it is deferred."""
    mode_words: str
    """In the place of the mode, when there is none."""
    costs: Costs | None
    """``None`` while it has no list, and when it is out of scope."""
    in_list: bool
    """Whether a manifest could show it: otherwise there is nothing to count in ``listed``."""
    label: str | None
    """The group whose bar is drawn; ``None`` when ``words`` stand there."""
    words: Words
    """Why there is no bar."""


def row(survey: Survey, status: ServerStatus, share: Share, bill: Bill, now: float) -> Row:
    """The row of one server; ``now`` is ``time.monotonic()``."""
    what_if = _what_if(survey, status, share)
    has_list = status.state.listed and what_if != "out"
    labels = share.labels if has_list else ()
    in_list = bool(labels) and survey.disclosure.activated
    words = why_no_bar(survey, status, share, now)
    return Row(
        server=status.name,
        shown=one_line(status.name),
        state=status.state,
        what_if=what_if,
        tools=_tool_count(status, share, what_if == "out"),
        utilities=share.utilities,
        problems=share.problems,
        mode=survey.disclosure.mode(labels[0]) if in_list else None,
        mode_words=_mode_words(status, share, what_if == "out"),
        costs=bill.server(status.name) if has_list else None,
        in_list=in_list,
        label=labels[0] if labels and not words else None,
        words=words,
    )


def _what_if(survey: Survey, status: ServerStatus, share: Share) -> WhatIf:
    if status.name in survey.scope.servers:
        return "out"
    if status.name in survey.scope.eager_servers:
        return "eager"
    return "some" if share.kept or share.losses.get("out_of_scope") else "none"


def _tool_count(status: ServerStatus, share: Share, out: bool) -> int | None:
    if status.state.pending:
        return status.listed_so_far or None
    if not status.state.listed:
        return None
    return share.losses.get("out_of_scope", 0) if out else share.tools


def _mode_words(status: ServerStatus, share: Share, out: bool) -> str:
    if out:
        return "out of scope"
    if status.state.pending:
        return "not known"
    if not status.state.listed:
        return "unknown" if status.state is State.FAILED else "not started"
    return "visible" if share.tools else "no tools"


# their order


def ordered(rows: Iterable[Row], sort: Sort) -> list[str]:
    """The servers in the order of a column; what nobody knows comes last either way."""
    if sort.field is None:
        return [row.server for row in rows]
    pairs = [(_key(row, sort.field), row.server) for row in rows]
    known = sorted((pair for pair in pairs if pair[0] is not None), key=lambda pair: pair[0], reverse=sort.down)
    return [server for _, server in (*known, *(pair for pair in pairs if pair[0] is None))]


def _key(row: Row, field: str) -> Any:
    """What a row is ordered by; ``None`` while that is not known."""
    keys: dict[str, Callable[[Row], str | int | None]] = {
        "server": lambda row: row.shown.casefold(),
        "state": lambda row: str(row.state),
        "tools": lambda row: row.tools,
        "mode": lambda row: _MODES.index(row.mode) if row.mode else len(_MODES) if row.in_list or row.costs else None,
    }
    return keys[field](row) if field in keys else _amount(row, field)


def _amount(row: Row, field: str) -> int | None:
    """A number of the costs: ``sent`` is the estimate, ``sent exact`` the count, ``sent share`` in the same order."""
    name, _, unit = field.partition(" ")
    if row.costs is None or (name == "listed" and not row.in_list):
        return None
    amount: Amount = getattr(row.costs, name)
    return amount.exact if unit == "exact" else amount.tokens
