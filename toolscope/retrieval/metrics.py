"""How good an answer to a labelled query is: precision, recall, rank, and their means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from toolscope.retrieval.labelled import Labelled
from toolscope.retrieval.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Target:
    """A tool that a query ought to find."""

    label: str
    """As the file names it."""
    tool: str | None
    """Its model-visible name in this release; ``None`` when the search does not know it."""
    rank: int | None
    """Among all matches, from 1; ``None`` when it was not admitted."""
    verdict: Verdict | None
    """Why a model does not get it; ``None`` when it does."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one labelled query finds in one release."""

    query: Labelled
    matches: tuple[str, ...]
    """The model-visible names a model is given, best first."""
    targets: tuple[Target, ...] = ()
    """The relevant tools, each once; none of an absent query."""

    @property
    def missed(self) -> tuple[Target, ...]:
        """The relevant tools that are not among the matches."""
        return tuple(target for target in self.targets if target.verdict is not None)

    @property
    def wrong(self) -> tuple[str, ...]:
        """The matches that are not relevant: of an absent query all."""
        relevant = {target.tool for target in self.targets}
        return tuple(name for name in self.matches if name not in relevant)

    @property
    def first(self) -> int | None:
        """The place of the first relevant match, from 1."""
        return min((t.rank for t in self.targets if t.verdict is None and t.rank is not None), default=None)

    @property
    def failed(self) -> bool:
        """Whether something is amiss: a relevant tool is missed, or an absent query finds anything."""
        return bool(self.matches if self.query.absent else self.missed)

    @property
    def precision(self) -> float:
        """Relevant matches divided by matches. Without a match: 1 when nothing can serve the query, else 0."""
        if not self.matches:
            return float(self.query.absent)
        return (len(self.matches) - len(self.wrong)) / len(self.matches)

    @property
    def recall(self) -> float | None:
        """Relevant tools among the matches divided by relevant tools, those included that the catalog does not have.

        ``None`` of an absent query, which has none.
        """
        return (len(self.targets) - len(self.missed)) / len(self.targets) if self.targets else None

    @property
    def reciprocal_rank(self) -> float | None:
        """1 divided by the place of the first relevant match, 0 without one; ``None`` of an absent query."""
        if not self.targets:
            return None
        return 1 / self.first if self.first is not None else 0.0


@dataclass(frozen=True, slots=True)
class Scores:
    """The figures of one release over all its answers. Means do not depend on the order of the queries."""

    precision: float | None
    """Mean over all queries, absent ones included; ``None`` without queries."""
    recall: float | None
    """Mean over the queries that are not absent; ``None`` without any."""
    mrr: float | None
    """Mean reciprocal rank over the queries that are not absent; ``None`` without any."""
    wrong_names: int
    """Matches that are not relevant, over all queries, absent ones included."""
    absent_hits: int
    """Absent queries that find anything."""
    absent: int
    """Absent queries."""
    missed: int
    """Queries that miss at least one of their relevant tools."""

    @classmethod
    def of(cls, answers: Sequence[Answer]) -> Scores:
        """The figures of these answers."""
        return cls(
            precision=_mean(answer.precision for answer in answers),
            recall=_mean(answer.recall for answer in answers),
            mrr=_mean(answer.reciprocal_rank for answer in answers),
            wrong_names=sum(len(answer.wrong) for answer in answers),
            absent_hits=sum(answer.query.absent and bool(answer.matches) for answer in answers),
            absent=sum(answer.query.absent for answer in answers),
            missed=sum(bool(answer.missed) for answer in answers),
        )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None
