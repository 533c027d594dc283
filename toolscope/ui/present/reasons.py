"""What is said about one tool under one query, and about the answer a model gets: found out, not yet drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from toolscope.canonical import Json
from toolscope.config.profiles import Profile
from toolscope.retrieval.absence import absence, expected
from toolscope.retrieval.easing import other_gates
from toolscope.retrieval.explain import Explanation, explain, query_words, summarise
from toolscope.retrieval.index import Index
from toolscope.retrieval.payload import payload
from toolscope.retrieval.search import Result, search
from toolscope.retrieval.suggest import Suggestion, suggest
from toolscope.retrieval.verdict import QueryWord, Verdict, position_of
from toolscope.survey import Survey
from toolscope.ui.present.search import Found


@dataclass(frozen=True, slots=True)
class Given:
    """What a model gets for all queries together."""

    value: Json
    text: str
    """The answer exactly as a model reads it."""
    tools: int
    groups: int
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Everything the pane says about one tool, or about the query when there is none."""

    found: Found
    profile: Profile
    verdict: Verdict
    name: str | None = None
    """The tool's model-visible name, or what was typed."""
    explanation: Explanation | None = None
    first: tuple[QueryWord, ...] = ()
    """The query's words as the first-ranked tool has them; empty when that is this tool, or nothing was found."""
    suggestions: tuple[Suggestion, ...] = ()
    others: tuple[Result, ...] = ()
    """The query with an equally rare word first."""
    alone: tuple[Result, ...] = ()
    """Each word asked alone, when the query found nothing."""

    @property
    def fix(self) -> str | None:
        """The best wording that brings the tool into the result."""
        return self.suggestions[0].query if self.suggestions else None


def investigate(survey: Survey, index: Index, found: Found, name: str | None) -> Why:
    """Look into one query and a tool: its model-visible name, or any text that was typed."""
    result, profile = found.result, survey.settings.profile
    others = other_gates(index, result)
    tool = expected(survey.catalog, name) if name else None
    if name and (tool is None or position_of(index, tool) is None):
        gone = absence(profile, survey.catalog, survey.statuses, name)
        return Why(found, profile, gone, name)
    if tool is None:
        singles = dict.fromkeys(word.spelling.lower() for word in found.words) if not result.ranking else ()
        alone = tuple(search(index, single, result.limit) for single in singles)
        return Why(found, profile, summarise(index, result), others=others, alone=alone)
    explained = explain(index, result, tool)
    best = result.ranking[0].tool if result.ranking else None
    first = query_words(index, result, best) if best and best.name != tool.name else ()
    found_by = suggest(index, result, tool)
    return Why(found, profile, explained.verdict, tool.name, explained, first, found_by, others)


def given(index: Index, survey: Survey, queries: Sequence[str]) -> Given:
    """The answer a model would get for these queries in one call."""
    value = payload(index, survey.settings, queries)
    error = value.get("error")
    tools = value.get("tools", value.get("matches", ()))
    groups = len(value.get("results", (value,)))
    return Given(value, json.dumps(value, ensure_ascii=False), len(tools), groups, error)
