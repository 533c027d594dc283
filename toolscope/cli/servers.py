"""``toolscope servers``: each server, its life line, counts and problems."""

from __future__ import annotations

import argparse

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
    rows = [["server", "state", "tools", "protocol", "took", "endpoint"]]
    rows += [_row(session, status) for status in survey.statuses]
    lines = [columns(rows, right=(2, 4))]
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


def _row(session: Session, status: ServerStatus) -> list[str]:
    tools = f"{len(session.survey.catalog.of_server(status.name)):,}" if status.state.listed else "-"
    took = "-" if status.took is None else f"{status.took:,.0f} ms"
    protocol = status.listing.protocol if status.listing else None
    return [status.name, str(status.state), tools, protocol or "-", took, status.config.endpoint]
