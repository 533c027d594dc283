"""How well labelled queries find their tools, by the real search, in several releases side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Protocol, TypeAlias, cast

from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings
from toolscope.connections.state import ServerStatus
from toolscope.retrieval.absence import absence, expected
from toolscope.retrieval.explain import explain
from toolscope.retrieval.index import Index
from toolscope.retrieval.labelled import Labelled
from toolscope.retrieval.metrics import Answer, Scores, Target
from toolscope.retrieval.search import Result, effective_limit, search
from toolscope.retrieval.verdict import Verdict, position_of

K = 5
"""How many matches are judged when nothing else is asked for."""
Told: TypeAlias = Callable[[float], object]
"""Is told which share of the answers is there, from 0 to 1, in the thread that evaluates."""
Fate: TypeAlias = Tool | Verdict
"""What a label means in one release: a tool of its index, or why there is none."""


class Moment(Protocol):
    """What is searched: the same servers as one release sees them."""

    @property
    def settings(self) -> Settings:
        """The release and its limits."""

    @property
    def statuses(self) -> tuple[ServerStatus, ...]:
        """Every configured server: why a tool may be missing."""

    @property
    def catalog(self) -> Catalog:
        """The tools under this release's names."""

    @property
    def index(self) -> Index:
        """Those that are deferred."""


@dataclass(frozen=True, slots=True)
class Trial:
    """All queries in one release."""

    profile: str
    """The release's name."""
    gated: bool
    """Whether a word of the query must be held (gate); otherwise any positive score lets in."""
    limit: int
    """How many matches are judged: ``k``, but no more than the release gives."""
    answers: tuple[Answer, ...]
    """In the order of the file."""
    scores: Scores


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The same labelled queries in several releases."""

    k: int
    queries: tuple[Labelled, ...]
    trials: tuple[Trial, ...]
    baseline: Trial | None
    """The first release with a gate, with everything let in that scores at all; ``None`` when none has a gate."""
    unknown: tuple[str, ...]
    """One line for each relevant name that no release knows: file, entry, key, and the nearest name."""

    @property
    def columns(self) -> tuple[Trial, ...]:
        """The trials, then the baseline."""
        return (*self.trials, *((self.baseline,) if self.baseline is not None else ()))

    @property
    def failing(self) -> tuple[int, ...]:
        """The positions of the queries in which some release fails."""
        return tuple(n for n in range(len(self.queries)) if any(trial.answers[n].failed for trial in self.trials))


def unheard(share: float) -> None:
    """Nobody is told."""


def evaluate(
    moments: Sequence[Moment],
    queries: Sequence[Labelled],
    k: int = K,
    left_out: Sequence[str] = (),
    told: Told = unheard,
) -> Evaluation:
    """Ask every query in every release, and in the first one with a gate without it. Belongs in a thread.

    ``left_out`` are configured servers that ``--server`` did not keep; ``told`` hears how far it is.
    """
    names = {name: _anywhere(moments, name) for query in queries if not query.absent for name in query.relevant}
    fates = [{name: _fate(moment, name, other, left_out) for name, other in names.items()} for moment in moments]
    asked = [(moment, moment.index, found) for moment, found in zip(moments, fates, strict=True)]
    plain = next(((m, ungated(index), found) for m, index, found in asked if index.profile.gate), None)
    answered, total = count(1), len(queries) * (len(asked) + (plain is not None))

    def one_more() -> None:
        told(next(answered) / total)

    return Evaluation(
        k,
        tuple(queries),
        tuple(_trial(*each, queries, k, one_more) for each in asked),
        _trial(*plain, queries, k, one_more) if plain is not None else None,
        tuple(_unknown(queries, fates)),
    )


def ungated(index: Index) -> Index:
    """The same documents, where every tool is let in that holds any word of the query: plain positive scores."""
    return replace(index, profile=replace(index.profile, gate=False, coverage=False))


def _anywhere(moments: Sequence[Moment], name: str) -> str:
    """``server/raw name`` of the tool that some release knows by a name, for those that do not; else the name."""
    found = (expected(moment.catalog, name) for moment in moments)
    return next((f"{tool.server}/{tool.raw_name}" for tool in found if tool is not None), name)


def _fate(moment: Moment, name: str, other: str, left_out: Sequence[str]) -> Fate:
    """The tool that a label means in one release, or why the search does not know it."""
    tool = expected(moment.catalog, name) or expected(moment.catalog, other)
    if tool is not None and position_of(moment.index, tool) is not None:
        return tool
    return absence(moment.settings.profile, moment.catalog, moment.statuses, other, left_out)


def _unknown(queries: Sequence[Labelled], fates: Sequence[Mapping[str, Fate]]) -> Iterator[str]:
    for query in queries:
        for name in () if query.absent else query.relevant:
            seen = [found[name] for found in fates]
            if all(isinstance(fate, Verdict) and fate.name == "no_such_tool" for fate in seen):
                yield f"{query.origin}: entry {query.entry}: relevant: {cast(Verdict, seen[0]).sentence}"


def _trial(
    moment: Moment,
    index: Index,
    fates: Mapping[str, Fate],
    queries: Sequence[Labelled],
    k: int,
    one_more: Callable[[], None],
) -> Trial:
    limit = effective_limit(moment.settings, k)
    answers = []
    for query in queries:
        answers.append(_answer(index, query, fates, limit))
        one_more()
    every = tuple(answers)
    return Trial(moment.settings.profile.name, index.profile.gate, limit, every, Scores.of(every))


def _answer(index: Index, query: Labelled, fates: Mapping[str, Fate], limit: int) -> Answer:
    result = search(index, query.query, limit)
    wanted: dict[str, Target] = {}
    for label in () if query.absent else query.relevant:
        target = _target(index, result, label, fates[label])
        wanted.setdefault(target.tool or label, target)
    return Answer(query, tuple(hit.tool.name for hit in result.hits), tuple(wanted.values()))


def _target(index: Index, result: Result, label: str, fate: Fate) -> Target:
    if isinstance(fate, Verdict):
        return Target(label, None, None, fate)
    seen = explain(index, result, fate)
    return Target(label, fate.name, seen.rank, None if seen.verdict.name == "found" else seen.verdict)
