"""A file of labelled queries in the app, and what came of it when it was last judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from toolscope.config.model import Origin
from toolscope.config.profiles import PROFILES
from toolscope.demo.fleet import ORIGIN, QUERIES
from toolscope.retrieval import labelled
from toolscope.retrieval.evaluate import Evaluation, Told, evaluate, unheard
from toolscope.retrieval.labelled import Labelled
from toolscope.survey import Survey, in_releases


@dataclass(frozen=True, slots=True)
class Sheet:
    """Labelled queries, judged or not yet."""

    name: str
    """What the file is called on the screen."""
    queries: tuple[Labelled, ...]
    survey: Survey | None = None
    """The moment that ``evaluation`` is about."""
    moments: tuple[Survey, ...] = ()
    """That moment in each release."""
    evaluation: Evaluation | None = None
    position: int = 0
    """The query that was chosen last, by its place in the file."""

    @classmethod
    def of_file(cls, path: str) -> Sheet:
        """A file by its path; raises ``ConfigError`` with one line when it holds something else."""
        return cls(Path(path).name, labelled.read(Path(path).expanduser()))

    @classmethod
    def of_demo(cls) -> Sheet:
        """The queries that come with the demo."""
        return cls("the demo's own queries", labelled.read(QUERIES))

    def serves(self, survey: Survey) -> bool:
        """Whether judging another moment would come to the same."""
        mine = self.survey
        return mine is not None and mine.catalog is survey.catalog and _what_matters(mine) == _what_matters(survey)

    def judged(
        self, survey: Survey, origins: Mapping[str, Origin], left_out: Sequence[str] = (), told: Told = unheard
    ) -> Sheet:
        """The same queries, judged in every release at another moment. Takes seconds: belongs in a thread.

        ``left_out`` are configured servers that ``--server`` did not keep; ``told`` hears how far it is.
        """
        told(0.0)
        moments = in_releases(survey, PROFILES.values(), origins, self.moments)
        seen = evaluate(moments, self.queries, survey.settings.search_default_limit, left_out, told)
        return replace(self, survey=survey, moments=moments, evaluation=seen)

    def wanted(self, position: int) -> str | None:
        """The tool that a query ought to find and first misses, by a name that its survey knows; ``None`` of absent."""
        if self.evaluation is None or self.survey is None:
            return None
        release = self.survey.settings.profile.name
        here = next(trial for trial in self.evaluation.trials if trial.profile == release)
        answer = here.answers[position]
        target = next(iter((*answer.missed, *answer.targets)), None)
        return (target.tool or target.label) if target is not None else None


def runs_demo(survey: Survey) -> bool:
    """Whether servers of the demo are among those of a moment."""
    return any(status.config.origin == ORIGIN for status in survey.statuses)


def _what_matters(survey: Survey) -> tuple[object, ...]:
    """What decides an answer beside the catalog: release, limits, and which servers are missing."""
    settings = survey.settings
    states = tuple((status.name, status.state) for status in survey.statuses)
    return settings.profile.name, settings.search_default_limit, settings.max_search_limit, states
