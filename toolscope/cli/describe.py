"""``toolscope describe``: what tool_describe answers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

from toolscope.canonical import Json
from toolscope.catalog.stages import stages
from toolscope.cli.exits import Exit
from toolscope.cli.output import Answer
from toolscope.cli.session import opened
from toolscope.invocation.describe import answers, describe, distinct
from toolscope.survey import Survey


async def run(options: argparse.Namespace) -> Answer:
    """Answer with the schemas of the named tools."""
    async with opened(options) as session:
        survey = session.survey
        profile = survey.settings.profile
        payload = describe(profile, survey.catalog, options.names)
        value: dict[str, Json] = payload if profile.batched else answers(survey.catalog, distinct(options.names))
        if not profile.batched:
            value = {**value, "payload": payload}
        if options.stages:
            value = {**value, "stages": _stages(survey, distinct(options.names))}
        answer = Answer(value, _text(value), session.code, session.error, session.notes)
        if "error" in payload:
            answer.value, answer.code, answer.error = {"tools": {}, **value}, Exit.USAGE, payload["error"]
        elif not value["tools"]:
            names = [*value.get("not_found", []), *value.get("errors", {})]
            why = [session.absence(name) for name in names]
            gone = all(verdict.name == "server_unavailable" for verdict in why)
            answer.code = Exit.UNREACHABLE if gone else Exit.UNKNOWN_TOOL
            told = dict.fromkeys(map(session.in_words, names, why))
            answer.error = " ".join(told) or "no name was given"
        return answer


def _stages(survey: Survey, names: Sequence[str]) -> dict[str, Json]:
    """The stages of every named tool of the session, visible ones too."""
    found: dict[str, Json] = {}
    for tool in filter(None, map(survey.catalog.find, names)):
        way = stages(survey.settings.profile, tool)
        changes = [{"stage": c.stage, "path": c.path, "change": c.what, "why": c.why} for c in way.changes]
        found[tool.name] = {
            "published": way.published,
            "registered": way.registered,
            "parameters": way.sent,
            "changes": changes,
        }
    return found


def _stage_text(name: str, way: Json) -> Iterator[str]:
    titles = {"published": "as published", "registered": "after MCP ingestion", "parameters": "as the model gets it"}
    yield f"{name}: {len(way['changes']):,} changes"
    for change in way["changes"]:
        why = f" ({change['why']})" if change["why"] else ""
        yield f"  {change['stage']}: {change['path'] or 'the whole schema'}: {change['change']}{why}"
    for key, title in titles.items():
        yield f"{title}\n{json.dumps(way[key], indent=2, ensure_ascii=False)}"


def _text(value: dict[str, Json]) -> str:
    parts = []
    for name, entry in value.get("tools", {}).items():
        schema = json.dumps(entry["parameters"], indent=2, ensure_ascii=False)
        parts.append(f"{name}\n{entry['description']}\n{schema}")
    parts += [f"{name}: {text}" for name, text in value.get("errors", {}).items()]
    parts += ["\n".join(_stage_text(name, way)) for name, way in value.get("stages", {}).items()]
    missing = value.get("not_found")
    return "\n\n".join([*parts, *([f"not found: {', '.join(missing)}"] if missing else [])])
