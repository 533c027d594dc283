"""Several queries to what a model receives for them: the ``tool_search`` answer."""

from __future__ import annotations

import json
from collections.abc import Sequence

from toolscope.canonical import Json
from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings
from toolscope.config.profiles import Profile
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Result, effective_limit, search

HINT = (
    "No tool matched: every result must hold the rarest word of the query. Ask again with fewer and plainer words, or "
    "with the name of one of the sources above and what you need from it. A miss does not mean that nothing can do the "
    "job."
)
"""Our own words in the reference's 231 characters (hermes.md §8)."""

_MAX_REQUIRED, _MAX_REQUIRED_NAME = 32, 64


def payload(index: Index, settings: Settings, queries: Json, limit: Json = None) -> Json:
    """The answer to these queries in one call (hermes.md §8), or ``{"error": ...}``, and then nothing was searched."""
    profile = index.profile
    wanted = asked(queries)
    if not wanted:
        return {"error": f"{_argument(profile)}: give a search text of a few words"}
    if len(wanted) > profile.max_queries:
        most = "one is" if profile.max_queries == 1 else f"at most {profile.max_queries} are"
        return {"error": f"{len(wanted)} queries in one call, {most} taken: nothing was searched"}
    results = [search(index, query, effective_limit(settings, limit)) for query in wanted]
    if not profile.batched:
        return _single(index, results[0])
    found = {hit.tool.name: hit.tool for result in results for hit in result.hits}
    return {
        "queries": wanted,
        "total_available": len(index.tools),
        "results": [_group(index, result) for result in results],
        "tools": {name: _entry(profile, tool) for name, tool in found.items()},
    }


def arguments(profile: Profile, queries: Sequence[str], limit: int | None = None) -> dict[str, Json]:
    """What a model writes to ask these queries; releases of one query a call get the first."""
    wanted = asked(list(queries))
    given: dict[str, Json] = {"queries": wanted} if profile.batched else {"query": wanted[0] if wanted else ""}
    return given if limit is None else {**given, "limit": limit}


def written(answer: Json) -> str:
    """An answer as a model reads it, to the character."""
    return json.dumps(answer, ensure_ascii=False)


def asked(queries: Json) -> list[str]:
    """The queries that count: a bare string is one; items are written out and trimmed, blanks dropped, repeats kept."""
    given = [queries] if isinstance(queries, str) else queries if isinstance(queries, list | tuple) else ()
    return [text for text in (str(query).strip() for query in given if query) if text]


def sources(index: Index) -> list[Json]:
    """The groups there are, with their numbers of tools, by label."""
    counts: dict[str, int] = {}
    for tool in index.tools:
        counts[tool.label] = counts.get(tool.label, 0) + 1
    return [{"name": label, "tool_count": counts[label]} for label in sorted(counts)]


def _argument(profile: Profile) -> str:
    return "queries must be a list of strings" if profile.batched else "query must be a string"


def _single(index: Index, result: Result) -> Json:
    matches = [{"name": hit.tool.name, **_summary(index.profile, hit.tool)} for hit in result.hits]
    return {"query": result.query, "total_available": len(index.tools), "matches": matches}


def _group(index: Index, result: Result) -> Json:
    group: dict[str, Json] = {"query": result.query, "matches": [hit.tool.name for hit in result.hits]}
    if not result.hits and index.tools:
        group["available_sources"] = sources(index)
        group["hint"] = HINT
    return group


def _entry(profile: Profile, tool: Tool) -> Json:
    required = tool.parameters.get("required") if isinstance(tool.parameters, dict) else None
    listed = required if isinstance(required, list) else ()
    names = [name[:_MAX_REQUIRED_NAME] for name in listed if isinstance(name, str)]
    return {**_summary(profile, tool), "required": names[:_MAX_REQUIRED]}


def _summary(profile: Profile, tool: Tool) -> dict[str, Json]:
    text, most = tool.description, profile.description_clip
    return {
        "source": tool.source if tool.source == "mcp" else "plugin",
        "source_name": f"mcp-{tool.label}" if tool.source == "mcp" else tool.label,
        "description": text if len(text) <= most else text[:most] + profile.clip_mark,
    }
