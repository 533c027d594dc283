"""``toolscope search``: which tools queries find, and why."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import inf
from pathlib import Path

from toolscope.canonical import Json
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.explained import explained, lines
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import opened
from toolscope.config.model import ConfigError, Settings
from toolscope.config.source import MOST_BYTES, bytes_of, why_unreadable
from toolscope.plain import one_line
from toolscope.retrieval.hidden import lost_tools
from toolscope.retrieval.index import Index
from toolscope.retrieval.payload import HINT, payload
from toolscope.retrieval.search import Result, effective_limit, search


async def run(options: argparse.Namespace) -> Answer:
    """Answer with the matches of each query and the payload a model would receive."""
    queries = [*options.queries, *(_from_file(options.queries_file) if options.queries_file else ())]
    if not queries:
        raise Stop("search: give at least one query, or --queries-file FILE", Exit.USAGE)
    async with opened(options) as session:
        survey = session.survey
        limit = effective_limit(survey.settings, options.limit)
        lost = lost_tools(survey.settings.profile, survey.catalog)
        entries: list[Json] = []
        for query in queries:
            result = search(survey.index, query, limit)
            entries.append(_entry(survey.index, result))
            if options.explain or options.expect or not result.hits:
                entries[-1]["explain"] = explained(session, result, options.expect, lost)
        value = {
            "profile": survey.settings.profile.name,
            "limit": limit,
            "queries": entries,
            "payload": payload(survey.index, survey.settings, queries, options.limit),
        }
        text = "\n\n".join("\n".join(_lines(entry)) for entry in entries)
        notes = [*session.notes, *_limit_note(survey.settings, options.limit, limit)]
        return Answer(value, text, session.code, session.error, notes)


def _limit_note(settings: Settings, asked: str | None, limit: int) -> Iterator[str]:
    """A limit that is not taken as it was given."""
    if asked is not None and asked.strip() != str(limit):
        most = f"whole numbers from 1 to {settings.max_search_limit} are taken as they are"
        yield f"--limit {one_line(asked, 40)}: {settings.profile.name} makes {limit} of it; {most}"


def _from_file(path: Path) -> list[str]:
    try:
        text = bytes_of(path, MOST_BYTES).decode("utf-8-sig")
    except ConfigError as error:
        raise Stop(f"--queries-file {error}", Exit.USAGE) from None
    except UnicodeDecodeError:
        raise Stop(f"--queries-file {path}: not UTF-8 text", Exit.USAGE) from None
    if not text.lstrip().startswith(("[", "{")):
        return text.splitlines()
    try:
        found = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise Stop(
            f"--queries-file {path}: not JSON ({why_unreadable(error)}); give a list of strings", Exit.USAGE
        ) from None
    if not isinstance(found, list) or not all(isinstance(query, str) for query in found):
        raise Stop(f"--queries-file {path}: give a list of strings, or one query a line", Exit.USAGE)
    return list(found)


def _entry(index: Index, result: Result) -> dict[str, Json]:
    entry: dict[str, Json] = {
        "query": result.query,
        "tokens": result.terms,
        "gate": result.admission.gate,
        "unknown": list(dict.fromkeys(word.spelling for word in result.words if not index.df(word.term))),
        "matches": [hit.tool.name for hit in result.hits],
        "scores": ["inf" if hit.score == inf else hit.score for hit in result.hits],
        "total_matches": len(result.ranking),
    }
    if not result.hits and index.tools and index.profile.batched:
        entry["hint"] = HINT
    return entry


def _lines(entry: Json) -> Iterator[str]:
    """One query for a person."""
    yield f"{one_line(entry['query'])}   {len(entry['matches'])} of {entry['total_matches']}"
    scores = [score if isinstance(score, str) else f"{score:.2f}" for score in entry["scores"]]
    rows = [
        [str(rank), name, score] for rank, (name, score) in enumerate(zip(entry["matches"], scores, strict=True), 1)
    ]
    yield from (f"  {line}" for line in columns(rows, (0, 2)).splitlines())
    if "explain" in entry:
        yield from (f"  {line}" for line in lines(entry["explain"]))
