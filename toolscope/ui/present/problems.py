"""What is wrong with a server's tools and with the server itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from toolscope.canonical import Json
from toolscope.catalog.lint import oddities
from toolscope.connections.state import ServerStatus
from toolscope.plain import Plain, one_line
from toolscope.survey import Survey
from toolscope.ui.present.json_text import json_content
from toolscope.ui.present.text import assemble, pad

_ORDER = ("malformed", "duplicate", "collided", "filtered", "out_of_scope")
_JSON_LINES, _JSON_TEXT = 400, 2_000


@dataclass(frozen=True, slots=True)
class Problem:
    """One of them."""

    kind: str
    subject: str
    """The tool's raw name, or the server."""
    message: Plain
    of_tool: bool = False
    raw: Json = None
    """The tool as the server sent it."""
    serious: bool = True
    """False for what somebody asked for: filters and scope."""


def problems(survey: Survey, status: ServerStatus) -> list[Problem]:
    """All of a server's problems: of the server first, then of its tools by kind, and names kept against others."""
    return [*_of_server(status), *_of_tools(survey, status), *_odd(survey, status), *_kept(survey, status)]


def _of_server(status: ServerStatus) -> Iterator[Problem]:
    if status.reason:
        yield Problem(str(status.state), status.name, status.reason)
    for trouble in status.troubles:
        yield Problem(trouble.kind, status.name, trouble.message)


def _of_tools(survey: Survey, status: ServerStatus) -> Iterator[Problem]:
    losses = sorted(survey.losses(status.name), key=lambda loss: _ORDER.index(loss.kind))
    for loss in losses:
        asked_for = loss.kind in ("filtered", "out_of_scope")
        yield Problem(loss.kind, loss.raw_name, loss.message, True, loss.raw, not asked_for)


def _odd(survey: Survey, status: ServerStatus) -> Iterator[Problem]:
    for tool in survey.catalog.of_server(status.name):
        for oddity in oddities(tool):
            yield Problem(oddity.kind, tool.raw_name, oddity.message, True, tool.wire)


def _kept(survey: Survey, status: ServerStatus) -> Iterator[Problem]:
    """Tools that have a name which others asked for too: nothing is wrong with these."""
    for tool in survey.catalog.of_server(status.name):
        losers = [loss for loss in survey.catalog.displaced_by(tool) if loss.kind == "collided"]
        if losers:
            others = ", ".join(f"{loss.raw_name} of {loss.server}" for loss in losers)
            message = one_line(f"keeps {tool.name}, which {others} asked for too and did not get")
            yield Problem("kept a name", tool.raw_name, message, True, tool.wire, serious=False)


def line(problem: Problem, width: int) -> Content:
    """A problem in ``width`` cells, with a margin of one at both ends."""
    kind = problem.kind.replace("_", " ")
    style = "$state-stale" if problem.serious else "$soft"
    subject = min(32, max(12, (width - 20) // 3))
    left = assemble(" ", pad((kind, style), width=18), "  ", pad(one_line(problem.subject), width=subject), "  ")
    return assemble(left, (problem.message, "$soft")).truncate(max(1, width - 2), ellipsis=True)


def raw_json(problem: Problem) -> Content:
    """The whole message, and the tool as it was sent."""
    said = assemble((problem.message, "$ink"))
    if not problem.of_tool:
        return assemble(said, "\n\n", ("w", "$here"), (" shows what went over its wire", "$soft"))
    return assemble(said, "\n\n", ("as it was sent", "$soft"), "\n", json_content(problem.raw, _JSON_LINES, _JSON_TEXT))
