"""``toolscope search``: which tools queries find, and why."""

from __future__ import annotations

import argparse
import json
from math import inf
from pathlib import Path

from toolscope.canonical import Json
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import opened
from toolscope.config.model import ConfigError
from toolscope.config.source import MOST_BYTES, bytes_of, why_unreadable
from toolscope.plain import Plain
from toolscope.retrieval.absence import absence, expected
from toolscope.retrieval.easing import without_gate
from toolscope.retrieval.explain import explain, query_words, summarise
from toolscope.retrieval.near import near_words
from toolscope.retrieval.payload import HINT, payload
from toolscope.retrieval.search import Result, effective_limit, search
from toolscope.retrieval.suggest import suggest
from toolscope.retrieval.verdict import QueryWord, Verdict
from toolscope.survey import Survey


async def run(options: argparse.Namespace) -> Answer:
    """Answer with the matches of each query and the payload a model would receive."""
    queries = [*options.queries, *(_from_file(options.queries_file) if options.queries_file else ())]
    if not queries:
        raise Stop("search: give at least one query, or --queries-file FILE", Exit.USAGE)
    async with opened(options) as session:
        survey = session.survey
        limit = effective_limit(survey.settings, options.limit)
        results = [search(survey.index, query, limit) for query in queries]
        value = {
            "profile": survey.settings.profile.name,
            "queries": [_query(survey, result, options) for result in results],
            "payload": payload(survey.index, survey.settings, queries, options.limit),
        }
        text = "\n\n".join(map(_text, value["queries"], results))
        return Answer(value, text, session.code, session.error, session.notes)


def _from_file(path: Path) -> list[str]:
    try:
        text = bytes_of(path, MOST_BYTES).decode("utf-8-sig")
    except ConfigError as error:
        raise Stop(f"--queries-file {error}", Exit.USAGE) from None
    except UnicodeDecodeError:
        raise Stop(f"--queries-file {path}: not UTF-8 text", Exit.USAGE) from None
    if not text.lstrip().startswith("["):
        return [line for line in text.splitlines() if line.strip()]
    try:
        found = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise Stop(
            f"--queries-file {path}: not JSON ({why_unreadable(error)}); give a list of strings", Exit.USAGE
        ) from None
    if not all(isinstance(query, str) for query in found):
        raise Stop(f"--queries-file {path}: give a list of strings, or one query a line", Exit.USAGE)
    return list(found)


def _query(survey: Survey, result: Result, options: argparse.Namespace) -> dict[str, Json]:
    index = survey.index
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
    if options.explain or options.expect:
        entry["explain"] = _explained(survey, result, options.expect)
    return entry


def _explained(survey: Survey, result: Result, name: str | None) -> dict[str, Json]:
    """The verdict on an expected tool, or on the query and each of its matches."""
    index = survey.index
    shorter = without_gate(index, result) if not result.hits else None
    more: dict[str, Json] = {
        "without_gate": None
        if shorter is None
        else {"query": shorter.query, "total": len(shorter.ranking), "matches": [h.tool.name for h in shorter.hits]},
        "near_words": {
            word.spelling: [near.spelling for near in near_words(index, word.term)]
            for word in result.words
            if not index.df(word.term)
        },
    }
    tool = expected(survey.catalog, name) if name is not None else None
    if tool is not None and tool in index.tools:
        seen = explain(index, result, tool)
        found = [{"query": s.query, "rank": s.rank} for s in suggest(index, result, tool)]
        more |= {"tool": tool.name, "score": seen.score, "length": seen.length, "mean_length": seen.mean_length}
        return {**_verdict(seen.verdict, seen.words, seen.rank, found), **more}
    if name is not None:
        verdict = absence(survey.settings.profile, survey.catalog, survey.statuses, name)
        return {**_verdict(verdict, query_words(index, result), None, []), **more}
    more["tools"] = [
        {"name": hit.tool.name, "rank": hit.rank, "words": [_word(w) for w in query_words(index, result, hit.tool)]}
        for hit in result.hits
    ]
    return {**_verdict(summarise(index, result), query_words(index, result), None, []), **more}


def _verdict(
    verdict: Verdict, words: tuple[QueryWord, ...], rank: int | None, suggestions: list[Json]
) -> dict[str, Json]:
    return {
        "verdict": verdict.name,
        "sentence": verdict.sentence,
        "words": [_word(word) for word in words],
        "rank": rank,
        "suggestions": suggestions,
    }


def _word(word: QueryWord) -> dict[str, Json]:
    return {
        "word": word.spelling,
        "stem": word.term,
        "df": word.df,
        "idf": word.idf,
        "gate": word.gate,
        "unknown": word.unknown,
        "fields": dict(word.fields),
        "score": word.score,
    }


def _text(entry: Json, result: Result) -> str:
    lines = [Plain(f"{entry['query']!s}   {len(entry['matches'])} of {entry['total_matches']}")]
    rows = [[f"{hit.rank}", hit.tool.name, f"{hit.score:.2f}"] for hit in result.hits]
    if rows:
        lines.append(Plain("\n".join(f"  {line}" for line in columns(rows, (0, 2)).splitlines())))
    if entry["unknown"]:
        lines.append(Plain(f"  in no tool: {', '.join(entry['unknown'])}"))
    why = entry.get("explain")
    if why:
        lines.append(Plain(f"  {why['verdict']}: {why['sentence']}"))
        head = ["word", "stem", "tools", "idf", "here", "score"]
        words = [
            head,
            *(
                [w["word"], w["stem"], f"{w['df']}", f"{w['idf']:.2f}", _count(w), f"{w['score']:.2f}"]
                for w in why["words"]
            ),
        ]
        lines.append(Plain("\n".join(f"  {line}" for line in columns(words, (2, 3, 4, 5)).splitlines())))
        if why["without_gate"]:
            lines.append(
                Plain(f"  without the gate word, “{why['without_gate']['query']}”: {why['without_gate']['total']}")
            )
        lines += [Plain(f"  would find it: {s['query']}   #{s['rank']}") for s in why["suggestions"]]
    return "\n".join(lines)


def _count(word: Json) -> str:
    return f"{sum(word['fields'].values())}x" if word["fields"] else "-"
