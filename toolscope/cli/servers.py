"""``toolscope servers``: each server, its life line, counts and problems."""

from __future__ import annotations

import argparse

from toolscope.catalog import utility
from toolscope.cli import views
from toolscope.cli.exits import Exit
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import Session, opened, why
from toolscope.connections.state import ServerStatus, State


async def run(options: argparse.Namespace) -> Answer:
    """Answer with every configured server."""
    async with opened(options) as session:
        survey = session.survey
        value = {"servers": [views.server(survey, status) for status in survey.statuses]}
        short = session.shortfall if options.as_json else session.short_of
        answer = Answer(value, _text(session), session.code, short or session.error, session.notes)
        if not any(status.state in (State.READY, State.STALE) for status in survey.statuses):
            answer.code = Exit.UNREACHABLE
            answer.error = _none_ready(session, options.as_json)
        return answer


def _none_ready(session: Session, with_reasons: bool) -> str:
    """Without reasons for a person, who reads them above."""
    why_not = (session.shortfall or "all are disabled") if with_reasons or not session.shortfall else ""
    return "; ".join(filter(None, ("no server is ready", why_not)))


def _text(session: Session) -> str:
    survey = session.survey
    utilities = any(utility.count(survey.catalog.of_server(status.name)) for status in survey.statuses)
    added = ["utilities"] if utilities else []
    rows = [["server", "state", "tools", *added, "protocol", "took", "endpoint"]]
    rows += [_row(session, status, utilities) for status in survey.statuses]
    lines = [columns(rows, right=(2, 3, 5) if utilities else (2, 4))]
    for status in survey.statuses:
        problems = views.server(survey, status)["problems"]
        if status.reason:
            lines.append(f"{status.name}: {why(status)}")
        lines += [f"{status.name}: {p['kind']}: {p.get('tool', '')} {p['message']}".strip() for p in problems]
        if not status.state.listed:
            lines += [
                f"{status.name}: stderr: {line}"
                for line in status.stderr_tail[-5:]
                if line not in (status.reason or "")
            ]
    return "\n".join(lines)


def _row(session: Session, status: ServerStatus, utilities: bool) -> list[str]:
    """A server's cells; ``utilities`` gives the tools that Hermes adds a column of their own."""
    found = session.survey.catalog.of_server(status.name)
    added = utility.count(found)
    tools = f"{len(found) - added:,}" if status.state.listed else "-"
    more = [f"+ {added}" if added else ""] if utilities else []
    took = "-" if status.took is None else f"{status.took:,.0f} ms"
    protocol = status.listing.protocol if status.listing else None
    return [status.name, str(status.state), tools, *more, protocol or "-", took, status.config.endpoint]
