"""A catalog ready to be asked: its index, and what was looked up in it already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from toolscope.retrieval.hidden import LostTool, lost_tools
from toolscope.retrieval.index import Index
from toolscope.retrieval.near import NearWord, near_words
from toolscope.retrieval.payload import asked
from toolscope.retrieval.search import effective_limit, search
from toolscope.survey import Survey
from toolscope.ui.present.found import Found, look
from toolscope.ui.present.reasons import Given, Why, given, investigate


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of the chosen query, and of all queries."""

    found: Found
    """The query that was explained."""
    why: Why | None
    """``None`` when nothing was asked and no tool is expected."""
    given: Given | None
    """``None`` when no query has a word."""

    @property
    def fix(self) -> tuple[str, ...]:
        """The wording that brings in an expected tool that is missed."""
        return self.why.fix if self.why is not None and self.found.missed else ()

    @property
    def better(self) -> tuple[str, ...]:
        """The wording that Enter takes, when one is offered."""
        return self.fix or self.found.offer

    def counted(self) -> Answer:
        """The same with the exact cost of what a model gets. Belongs in a thread."""
        return self if self.given is None else replace(self, given=self.given.counted())


@dataclass(frozen=True, slots=True)
class Bench:
    """One survey and its index. Asking changes nothing but what is remembered."""

    survey: Survey
    index: Index
    near: dict[str, tuple[NearWord, ...]] = field(default_factory=dict)
    """Words spelled nearly like unknown terms, by term."""
    lost: tuple[LostTool, ...] = ()
    """Tools that fell out, with the words by which they would be found."""
    left_out: tuple[str, ...] = ()
    """Servers that ``--server`` did not keep."""

    @classmethod
    def of(cls, survey: Survey, left_out: tuple[str, ...] = ()) -> Bench:
        """Index a survey and search once, so that the first query is as fast as the others. Belongs in a thread."""
        index = survey.index
        search(index, " ".join(index.documents[0][:1]) if index.documents else "", 1)
        return cls(survey, index, lost=lost_tools(survey.settings.profile, survey.catalog), left_out=left_out)

    def serves(self, survey: Survey) -> bool:
        """Whether a survey has the same tools under the same rules."""
        mine = self.survey
        return survey.catalog is mine.catalog and survey.settings.profile is mine.settings.profile

    def under(self, survey: Survey) -> Bench:
        """The same tools under other settings."""
        return replace(self, survey=survey)

    def look(self, query: str, wanted: str | None, limit: int | None = None) -> Found:
        """Run a query. Under 2 ms for 3,300 tools."""
        return look(self.index, query, effective_limit(self.survey.settings, limit), wanted, self.near)

    def learn(self, found: Iterable[Found]) -> None:
        """Look for words spelled nearly like the unknown ones, 10 ms each, once."""
        news = {term for one in found for term in one.unknown} - self.near.keys()
        self.near.update((term, near_words(self.index, term)) for term in news)

    def asked(self, found: Found, queries: Sequence[str]) -> list[str]:
        """What one call asks: all queries, or the chosen one in releases of one query a call; blanks left out."""
        return asked(list(queries) if self.survey.settings.profile.batched else [found.result.query])

    def answer(self, found: Found, name: str | None, queries: Sequence[str], limit: int | None = None) -> Answer:
        """Explain a query; without a name its first match. About 30 ms for 3,300 tools when one is missed."""
        first = found.result.ranking[0].tool.name if found.result.ranking else None
        why = None if found.blank and name is None else investigate(self, found, name or first)
        worded = self.asked(found, queries)
        return Answer(found, why, given(self.index, self.survey, worded, limit) if worded else None)
