"""The same query in every release of Hermes, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from textual.content import Content

from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.plain import one_line
from toolscope.retrieval.absence import absence, expected
from toolscope.retrieval.explain import explain, summarise
from toolscope.retrieval.search import Hit, Result, effective_limit, search
from toolscope.retrieval.verdict import Verdict, position_of
from toolscope.ui.present.bench import Bench
from toolscope.ui.present.rows import name_within, score_text
from toolscope.ui.present.text import COMING, UNKNOWN, Part, assemble, badge, number, pad, spread
from toolscope.ui.present.why import BADGES
from toolscope.ui.present.wrapping import wrapped

_COLUMN = 15
_MARK = 2
"""Cells for the sign of a line on which releases differ."""
_SENTENCE = 3
"""Lines of a verdict's sentence."""
Identity: TypeAlias = tuple[str, str]
"""Server and raw name: what a tool keeps when a release spells its name otherwise."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One query in one release."""

    profile: Profile
    result: Result
    verdict: Verdict
    """On the expected tool; without one, on the query."""
    rank: int | None = None
    """Of the expected tool."""

    @property
    def gate(self) -> Part:
        """The word that admits, as it was typed, and how many tools hold it."""
        if not self.profile.gate:
            return ("any word", "$soft")
        gate = next((word for word in self.result.words if word.term == self.result.admission.gate), None)
        if gate is None:
            return (UNKNOWN, "$soft")
        held = len(self.result.ranking.searched.holders.get(gate.term, ()))
        return assemble((one_line(gate.spelling, _COLUMN - 8), "$verdict-ask"), (f" {number(held)}", "$soft"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """One query in the releases; ``None`` for one whose tools are still being read."""

    query: str
    now: Profile
    """The session's own release."""
    profiles: tuple[Profile, ...]
    standings: tuple[Standing | None, ...]
    wanted: str | None = None
    """The expected tool, as the session's release calls it."""

    @property
    def ready(self) -> tuple[Standing, ...]:
        """The releases that were asked."""
        return tuple(standing for standing in self.standings if standing is not None)


def stand(bench: Bench, query: str, limit: int | None, wanted: str | None, tool: Tool | None) -> Standing:
    """Ask a release; ``tool`` is the expected one as the session knows it, which may have another name here."""
    survey, index = bench.survey, bench.index
    result = search(index, query, effective_limit(survey.settings, limit))
    profile = survey.settings.profile
    if wanted is None:
        return Standing(profile, result, summarise(index, result))
    found = expected(survey.catalog, wanted)
    if found is None and tool is not None:
        found = expected(survey.catalog, f"{tool.server}/{tool.raw_name}")
    if found is None or position_of(index, found) is None:
        gone = absence(profile, survey.catalog, survey.statuses, wanted, bench.left_out)
        return Standing(profile, result, gone)
    seen = explain(index, result, found)
    return Standing(profile, result, seen.verdict, seen.rank)


def compared(comparison: Comparison, width: int) -> list[Content]:
    """Releases as columns: what each finds, its gate, the expected tool, then every match with its ranks."""
    lines = [_line(comparison, "", [_head(comparison, profile) for profile in comparison.profiles], width)]
    for label, cells in _facts(comparison):
        lines.append(_line(comparison, label, cells, width))
    lines += [Content(""), *_sentences(comparison, width), Content("")]
    lines.append(assemble("  ", spread(("tool", "$soft"), ("rank and score", "$soft"), width - _MARK)))
    lines += _matches(comparison, width)
    return lines


def _head(comparison: Comparison, profile: Profile) -> Part:
    return (profile.name, "bold $here" if profile == comparison.now else "bold $ink")


def _facts(comparison: Comparison) -> Iterator[tuple[str, list[Part]]]:
    def cells(draw: dict[str, Part]) -> list[Part]:
        return [draw.get(profile.name, (COMING, "$soft")) for profile in comparison.profiles]

    ready = comparison.ready
    yield "matches", cells({one.profile.name: _count(one.result) for one in ready})
    yield "gate", cells({one.profile.name: one.gate for one in ready})
    label = "this query" if comparison.wanted is None else "expected tool"
    yield label, cells({one.profile.name: _badge(one) for one in ready})
    if comparison.wanted is not None:
        ranks = {one.profile.name: (number(one.rank) if one.rank else UNKNOWN, "bold $ink") for one in ready}
        yield "its rank", cells(dict(ranks))


def _count(result: Result) -> Part:
    return assemble((number(len(result.hits)), "$ink"), (f" of {number(len(result.ranking))}", "$soft"))


def _badge(standing: Standing) -> Part:
    words, colour = BADGES[standing.verdict.name]
    return badge(words, colour)


def _line(comparison: Comparison, label: str, cells: Sequence[Part], width: int) -> Content:
    """A label and a cell for each release; the sign when what the cells say differs."""
    said = {assemble(cell).plain for cell in cells} - {COMING}
    differs = label and len(said) > 1
    mark: Part = ("≠ ", "bold $here") if differs else "  "
    room = max(8, width - _MARK - _COLUMN * len(cells))
    columns = [pad(cell, width=_COLUMN, right=True) for cell in cells]
    return assemble(mark, pad((label, "$soft"), width=room), *columns).truncate(width)


def _sentences(comparison: Comparison, width: int) -> list[Content]:
    """The verdicts in words, releases that say the same together."""
    said: dict[str, list[str]] = {}
    for one in comparison.ready:
        said.setdefault(one.verdict.sentence, []).append(one.profile.name.removeprefix("hermes-"))
    lines: list[Content] = []
    for sentence, names in said.items():
        who = "" if len(names) == len(comparison.profiles) else f"{', '.join(names)}  "
        line = assemble((who, "bold $ink"), (sentence, "$ink"))
        lines += [assemble("  ", part) for part in wrapped(line, width - _MARK, _SENTENCE)]
    return lines


def _matches(comparison: Comparison, width: int) -> Iterator[Content]:
    """Every tool that some release gives, ordered by the session's ranks, then by the best rank elsewhere."""
    hits: dict[Identity, dict[str, Hit]] = {}
    for one in comparison.ready:
        for hit in one.result.ranking[: 2 * one.result.limit]:
            hits.setdefault((hit.tool.server, hit.tool.raw_name), {})[one.profile.name] = hit
    limits = {one.profile.name: one.result.limit for one in comparison.ready}
    given = [ranks for ranks in hits.values() if any(hit.rank <= limits[name] for name, hit in ranks.items())]
    now = comparison.now.name
    given.sort(
        key=lambda ranks: (now not in ranks, min(hit.rank for n, hit in ranks.items() if n == now or now not in ranks))
    )
    yield from (_match(comparison, ranks, limits, width) for ranks in given)


def _match(comparison: Comparison, ranks: dict[str, Hit], limits: dict[str, int], width: int) -> Content:
    hit = ranks.get(comparison.now.name) or next(iter(ranks.values()))
    wanted = hit.tool.name == comparison.wanted
    cells: list[Part] = []
    for profile in comparison.profiles:
        found = ranks.get(profile.name)
        limit = limits.get(profile.name)
        cells.append(
            (COMING if limit is None else UNKNOWN, "$soft") if found is None or limit is None else _cell(found, limit)
        )
    same = {(ranks[name].rank if name in ranks else None) for name in limits}
    mark: Part = ("≠ ", "bold $here") if len(same) > 1 else "  "
    room = max(8, width - _MARK - _COLUMN * len(cells))
    name = name_within(hit.tool.name, room - 1, "bold $here" if wanted else "$ink")
    return assemble(mark, pad(name, width=room), *(pad(cell, width=_COLUMN, right=True) for cell in cells)).truncate(
        width
    )


def _cell(hit: Hit, limit: int) -> Part:
    """Rank and score; what a model is not given steps back."""
    inside = hit.rank <= limit
    return assemble((f"{hit.rank:>3}", "bold $ink" if inside else "$soft"), (f"{score_text(hit.score):>7}", "$soft"))
