"""What is said about one tool under one query, and about the answer a model gets: found out, not yet drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from toolscope.canonical import Json
from toolscope.config.profiles import Profile
from toolscope.retrieval.absence import absence, expected, nothing
from toolscope.retrieval.easing import other_gates
from toolscope.retrieval.explain import Explanation, explain, query_words, summarise
from toolscope.retrieval.hidden import Beyond, LostTool, beyond
from toolscope.retrieval.index import Index
from toolscope.retrieval.payload import payload, written
from toolscope.retrieval.search import Result, search
from toolscope.retrieval.suggest import Suggestion, suggest
from toolscope.retrieval.verdict import QueryWord, Verdict, position_of
from toolscope.survey import Survey
from toolscope.tokens import count
from toolscope.ui.present.found import Found


class Surroundings(Protocol):
    """What a query is looked into with: ``bench.Bench``."""

    @property
    def survey(self) -> Survey:
        """The moment."""

    @property
    def index(self) -> Index:
        """Its deferred tools."""

    @property
    def lost(self) -> tuple[LostTool, ...]:
        """Its tools that are not searched."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Servers that ``--server`` did not keep."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a model gets for all queries together."""

    value: Json
    text: str
    """The answer exactly as a model reads it."""
    tools: int
    groups: int
    error: str | None = None
    exact: int | None = None
    """Its o200k_base tokens; ``None`` while they are not counted."""

    def counted(self) -> Given:
        """The same with its exact cost. The first count in a process loads the vocabulary: use a thread."""
        return replace(self, exact=count(self.text))


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
    beyond: Beyond = field(default_factory=Beyond)
    """What is not searched and would answer the query."""

    @property
    def fix(self) -> tuple[str, ...]:
        """The best wording that brings the tool into the result; several are to be asked one a line."""
        best = self.suggestions[0] if self.suggestions else None
        return () if best is None else best.split or (best.query,)


def investigate(around: Surroundings, found: Found, name: str | None) -> Why:
    """Look into one query and a tool: its model-visible name, or any text that was typed."""
    result, index, survey = found.result, around.index, around.survey
    profile, others = survey.settings.profile, other_gates(index, result)
    more = beyond(index, around.lost, result, survey.statuses, around.left_out)
    tool = expected(survey.catalog, name) if name else None
    if name and (tool is None or position_of(index, tool) is None):
        gone = absence(profile, survey.catalog, survey.statuses, name, around.left_out)
        return Why(found, profile, gone, name)
    if tool is None:
        singles = dict.fromkeys(word.spelling.lower() for word in found.words) if not result.ranking else ()
        alone = tuple(search(index, single, result.limit) for single in singles)
        empty = bool(result.words) and not index.tools
        verdict = nothing(survey.catalog, survey.statuses, around.left_out) if empty else summarise(index, result)
        return Why(found, profile, verdict, others=others, alone=alone, beyond=more)
    explained = explain(index, result, tool)
    best = result.ranking[0].tool if result.ranking else None
    first = query_words(index, result, best) if best and best.name != tool.name else ()
    found_by = suggest(index, result, tool)
    return Why(found, profile, explained.verdict, tool.name, explained, first, found_by, others, beyond=more)


def given(index: Index, survey: Survey, queries: Sequence[str], limit: int | None) -> Given:
    """The answer a model would get for these queries in one call."""
    value = payload(index, survey.settings, list(queries), limit)
    error = value.get("error")
    tools = value.get("tools", value.get("matches", ()))
    groups = len(value.get("results", (value,)))
    return Given(value, written(value), len(tools), groups, error)
