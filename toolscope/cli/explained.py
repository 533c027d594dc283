"""An explanation as the JSON object that scripts rely on (design §5.1), and as lines for a person."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from toolscope.canonical import Json
from toolscope.cli.output import columns
from toolscope.cli.session import Session
from toolscope.plain import Plain, one_line
from toolscope.retrieval.absence import expected
from toolscope.retrieval.easing import exact_names, other_gates, without_gate
from toolscope.retrieval.explain import Explanation, explain, query_words, summarise
from toolscope.retrieval.hidden import LostTool, beyond
from toolscope.retrieval.index import Index
from toolscope.retrieval.marks import FieldText
from toolscope.retrieval.near import near_words
from toolscope.retrieval.rivals import Rival
from toolscope.retrieval.search import Result
from toolscope.retrieval.suggest import suggest
from toolscope.retrieval.verdict import QueryWord, position_of

_LONGEST = 300
"""Characters of a field that are printed for a person."""


def explained(session: Session, result: Result, name: str | None, lost: tuple[LostTool, ...]) -> dict[str, Json]:
    """The verdict on an expected tool; without a name, on the query as a whole and on each of its matches."""
    survey = session.survey
    index = survey.index
    tool = expected(survey.catalog, name) if name is not None else None
    about = _about_query(index, result)
    if tool is not None and position_of(index, tool) is not None:
        seen = explain(index, result, tool)
        found: list[Json] = [
            {"query": s.query, "rank": s.rank, "edits": s.edits, **({"split": list(s.split)} if s.split else {})}
            for s in suggest(index, result, tool)
        ]
        return _verdict(seen.verdict.name, seen.verdict.sentence, seen.words, seen.rank, found) | _tool(seen) | about
    words = query_words(index, result)
    if name is not None:
        gone = session.absence(name)
        return _verdict(gone.name, gone.sentence, words, None, []) | about
    empty = bool(result.words) and not index.tools
    verdict = session.nothing if empty else summarise(index, result)
    more = beyond(index, lost, result, survey.statuses, session.config.left_out)
    sentence = f"{verdict.sentence} {more.sentence}".strip()
    return {
        **_verdict(verdict.name, sentence, words, None, []),
        **about,
        "hidden": [{"name": tool.name, "rule": tool.fate} for tool in more.tools],
        "not_searched": [{"server": s.name, "state": s.state.published} for s in more.servers]
        + [{"server": server, "state": "left_out"} for server in more.left_out],
        "tools": [_match(explain(index, result, hit.tool)) for hit in result.hits],
    }


def _verdict(
    name: str, sentence: str, words: tuple[QueryWord, ...], rank: int | None, suggestions: list[Json]
) -> dict[str, Json]:
    return {
        "verdict": name,
        "sentence": sentence,
        "words": [_word(word) for word in words],
        "rank": rank,
        "suggestions": suggestions,
    }


def _about_query(index: Index, result: Result) -> dict[str, Json]:
    """What holds for the query whatever tool is looked at."""
    eased = without_gate(index, result) if not result.hits else None
    unknown = list({word.term: word for word in result.words if not index.df(word.term)}.values())
    return {
        "gate": _gate(index, result),
        "without_gate": None if eased is None else _other(eased),
        "other_gates": [_other(other) for other in other_gates(index, result)],
        "near_words": {word.spelling: [near.spelling for near in near_words(index, word.term)] for word in unknown},
        "exact_names": list(exact_names(index, result.query)),
    }


def _gate(index: Index, result: Result) -> Json:
    """The word that admits, and the others that are as rare: of equals the first one decides."""
    gate = next((word for word in result.words if word.term == result.admission.gate), None)
    if gate is None:
        return None
    df = index.df(gate.term)
    tied = {word.term: word.spelling for word in result.words if word.term != gate.term and index.df(word.term) == df}
    return {"word": gate.spelling, "stem": gate.term, "df": df, "tied": list(tied.values())}


def _other(result: Result) -> Json:
    """The same query in other words."""
    return {
        "query": result.query,
        "total": len(result.ranking),
        "matches": [hit.tool.name for hit in result.hits],
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


def _tool(seen: Explanation) -> dict[str, Json]:
    coverage = seen.coverage
    return {
        "tool": seen.tool.name,
        "score": seen.score,
        "length": seen.length,
        "mean_length": seen.mean_length,
        "length_factor": seen.length_factor,
        "rank_without_gate": seen.free_rank,
        "short_of_limit": seen.short_of_limit,
        "fields": [_field(text) for text in seen.texts],
        "above": [_rival(rival) for rival in seen.above],
        "same_score": [hit.tool.name for hit in seen.level],
        "coverage": {"held": coverage.held, "known": coverage.known, "needed": coverage.needed},
    }


def _match(seen: Explanation) -> Json:
    return {"name": seen.tool.name, "rank": seen.rank, "words": [_word(word) for word in seen.words], **_tool(seen)}


def _field(text: FieldText) -> Json:
    marks = [[word.start, word.start + len(word.spelling)] for word in text.marks]
    return {"field": text.field, "text": text.text, "length": text.length, "marks": marks}


def _rival(rival: Rival) -> Json:
    hit = rival.hit
    return {
        "name": hit.tool.name,
        "rank": hit.rank,
        "score": "inf" if isinf(hit.score) else hit.score,
        "lead": "inf" if isinf(rival.lead) else rival.lead,
        "word": rival.word,
        "reason": rival.reason,
    }


def lines(why: Json) -> Iterator[str]:
    """An explanation for a person: verdict, words, what is searched of the tool, neighbours, wordings."""
    yield f"{why['verdict']}: {why['sentence']}"
    shown = ["word", "stem", "tools", "idf", *(["here", "score"] if "tool" in why else [])]
    rows = [_cells(word)[: len(shown)] for word in why["words"]]
    yield from columns([shown, *rows], (2, 3, 4, 5)).splitlines() if rows else ()
    if "tool" in why:
        yield from _tool_lines(why)
    for match in why.get("tools", ()):
        parts = " + ".join(f"{word['word']} {word['score']:.2f}" for word in match["words"] if word["fields"])
        yield f"{match['rank']} {match['name']}: {parts or 'its name alone'}"
    for lost in why.get("hidden", ())[1:]:
        yield f"hidden too: {lost['name']} ({lost['rule']})"
    for unknown, near in why["near_words"].items():
        if near:
            yield f"near {unknown}: {', '.join(near)}"
    if why["without_gate"]:
        yield f"without the gate word, “{why['without_gate']['query']}”: {why['without_gate']['total']}"
    yield from (f"with another word first, “{other['query']}”: {other['total']}" for other in why["other_gates"])
    if why["exact_names"]:
        yield f"several exact names: ask for each on its own: {', '.join(why['exact_names'])}"
    yield from (f"would find it: {s['query']}   #{s['rank']}" for s in why["suggestions"])


def _tool_lines(why: Json) -> Iterator[str]:
    free, coverage = why["rank_without_gate"], why["coverage"]
    measure = f"{why['length']} words, average {why['mean_length']:.0f}: length factor {why['length_factor']:.2f}"
    yield f"score {why['score']:.2f}   {measure}"
    if free is not None and free != why["rank"]:
        yield f"rank if any word let tools in: {free}"
    if coverage["needed"]:
        yield f"holds {coverage['held']} of {coverage['known']} known words, {coverage['needed']} are needed"
    yield from (f"{field['field']:<12} {_starred(field)}" for field in why["fields"])
    for rival in why["above"]:
        score = rival["score"] if isinstance(rival["score"], str) else f"{rival['score']:.2f}"
        yield f"above it: {rival['rank']} {rival['name']}  {score}  {rival['reason']}"


def _starred(field: Json) -> Plain:
    """A field's text with the query's words between stars."""
    text, at = "", 0
    for start, end in field["marks"]:
        text += f"{field['text'][at:start]}*{field['text'][start:end]}*"
        at = end
    return one_line(text + field["text"][at:], _LONGEST)


def _cells(word: Json) -> list[str]:
    here = f"{sum(word['fields'].values())}x" if word["fields"] else "-"
    return [word["word"], word["stem"], f"{word['df']}", f"{word['idf']:.2f}", here, f"{word['score']:.2f}"]
