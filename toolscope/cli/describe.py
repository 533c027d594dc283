"""``toolscope describe``: what tool_describe answers."""

from __future__ import annotations

import argparse
import json

from toolscope.canonical import Json
from toolscope.cli.exits import Exit
from toolscope.cli.output import Answer
from toolscope.cli.session import opened
from toolscope.invocation.describe import answers, describe, distinct


async def run(options: argparse.Namespace) -> Answer:
    """Answer with the schemas of the named tools."""
    async with opened(options) as session:
        survey = session.survey
        profile = survey.settings.profile
        payload = describe(profile, survey.catalog, options.names)
        value: dict[str, Json] = payload if profile.batched else answers(survey.catalog, distinct(options.names))
        if not profile.batched:
            value = {**value, "payload": payload}
        answer = Answer(value, _text(value), session.code, session.error, session.notes)
        if "error" in payload:
            answer.value, answer.code, answer.error = {"tools": {}, **value}, Exit.USAGE, payload["error"]
        elif not value["tools"]:
            names = [*value.get("not_found", []), *value.get("errors", {})]
            why = [session.absence(name) for name in names]
            gone = all(verdict.name == "server_unavailable" for verdict in why)
            answer.code = Exit.UNREACHABLE if gone else Exit.UNKNOWN_TOOL
            answer.error = " ".join(dict.fromkeys(verdict.sentence for verdict in why)) or "no name was given"
        return answer


def _text(value: dict[str, Json]) -> str:
    parts = []
    for name, entry in value.get("tools", {}).items():
        schema = json.dumps(entry["parameters"], indent=2, ensure_ascii=False)
        parts.append(f"{name}\n{entry['description']}\n{schema}")
    parts += [f"{name}: {text}" for name, text in value.get("errors", {}).items()]
    missing = value.get("not_found")
    return "\n\n".join([*parts, *([f"not found: {', '.join(missing)}"] if missing else [])])
