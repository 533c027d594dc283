"""What stands in the place of a server's bar when there is none to draw."""

from __future__ import annotations

from typing import TypeAlias

from toolscope.connections.state import ServerStatus, State
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.shares import Share
from toolscope.ui.present.sign_in import bare_reason, is_asking
from toolscope.ui.present.text import number, plural

Words: TypeAlias = tuple[tuple[str, str], ...]
"""Text and style, in the place of a bar."""

_PROGRESS = 10
"""Cells of the line that shows how long a server has been connecting."""


def why_no_bar(survey: Survey, status: ServerStatus, share: Share, now: float) -> Words:
    """The words in the bar's place; empty when a bar can be drawn."""
    if status.name in survey.scope.servers:
        return (("Space", "$here"), ("puts it back", "$soft"))
    if status.state is not State.READY:
        return _state_words(status, now)
    if not share.tools:
        return ((_no_tools(status, share), "$state-stale"),)
    if status.name in survey.scope.eager_servers:
        return (("what-if: eager ·", "$soft"), ("k", "$here"), ("defers", "$soft"))
    if not share.labels:
        return ((f"{'core' if share.core else 'visible'} tools: sent whole on every turn", "$soft"),)
    return ()


def _state_words(status: ServerStatus, now: float) -> Words:
    """Why a server is not ready; a stale one without a reason keeps its bar."""
    reason = status.reason or ""
    match status.state:
        case State.UNTRUSTED | State.FAILED if status.config.held_back:
            return ((f"{reason} ·", "$soft"), ("R asks again", "$here"))
        case State.CONNECTING:
            return _progress(status, now)
        case State.WAITING:
            return ((reason or "waits until another server has started", "$soft"),)
        case State.FAILED:
            return _first_clause(reason or "it could not be started", "$bad")
        case State.SIGNED_OUT:
            key: Words = () if is_asking(status) else (("i signs in", "$here"),)
            return ((f"{bare_reason(status)}{' ·' if key else ''}", "$soft"), *key)
        case State.STALE | State.LOST:
            return _first_clause(reason, "$doubt") if reason else ()
        case _:
            return ((reason or f"{status.state} in {one_line(str(status.config.origin))}", "$soft"),)


def _progress(status: ServerStatus, now: float) -> Words:
    seconds, limit = max(0, now - status.since), max(1.0, status.config.connect_timeout)
    done = min(_PROGRESS, round(seconds / limit * _PROGRESS))
    read = f"{plural(status.listed_so_far, 'tool')}, page {number(status.pages_so_far)}"
    # The two halves are one word, so that the budget line does not part them.
    line = ("━" * done + "─" * (_PROGRESS - done), "$state-connecting")
    return (line, (read if status.listed_so_far else f"{seconds:.0f} of {limit:g} s", "$soft"))


def _first_clause(reason: str, style: str) -> Words:
    """The kind of fault in colour, the particulars after it soft."""
    head, colon, rest = reason.partition(": ")
    return ((head + colon.rstrip(), style), (rest, "$soft")) if rest else ((head, style),)


def _no_tools(status: ServerStatus, share: Share) -> str:
    listed = len(status.listing.tools) if status.listing else 0
    if not listed:
        return "ready, but it lists no tools"
    kinds = [kind.replace("_", " ") for kind, count in share.losses.items() if count]
    return f"none of its {plural(listed, 'tool')} is used: {', '.join(kinds)}"
