"""``toolscope call --dry-run`` without a name: what would happen with every deferred tool, and by which rule."""

from __future__ import annotations

from toolscope.canonical import Json
from toolscope.cli.called import judged_value
from toolscope.cli.empty import EMPTY
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import Session
from toolscope.invocation.guardrail import Ruling, audit, rulings


def answer(session: Session) -> Answer:
    """Answer without a call; rules that decide nothing are listed too."""
    survey, guardrail = session.survey, session.config.guardrail
    trust = {status.name: status.config.trust for status in survey.statuses}
    judged = rulings(survey.settings.profile, guardrail, trust, survey.catalog.deferred)
    notes = audit(guardrail, survey.catalog.tools, survey.listed)
    value: dict[str, Json] = {
        **EMPTY["rulings"],
        "tools": [_value(one) for one in judged],
        "rules": [
            {
                "rule": note.rule.match,
                "origin": str(note.rule.origin),
                "kind": "dead" if note.kind == "elsewhere" else note.kind,
                "message": note.message,
            }
            for note in notes
        ],
    }
    return Answer(value, _text(judged), session.code, session.error, session.notes)


def _value(one: Ruling) -> dict[str, Json]:
    tool = one.verdict.tool
    return {
        "name": tool.name,
        "server": tool.server,
        "raw_name": tool.raw_name,
        **judged_value(one.verdict, one.hermes),
    }


def _text(judged: tuple[Ruling, ...]) -> str:
    rows = [
        [one.verdict.tool.name, one.verdict.decision, one.verdict.rule, one.verdict.reason, one.hermes.decision]
        for one in judged
    ]
    return columns([["tool", "decision", "rule", "because", "hermes"], *rows])
