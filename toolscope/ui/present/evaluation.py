"""Labelled queries as a table: the figures of each release, a row for each query, and the reasons of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from toolscope.config.profiles import Profile
from toolscope.plain import one_line
from toolscope.retrieval.evaluate import Evaluation, Trial
from toolscope.retrieval.labelled import SHAPE
from toolscope.retrieval.metrics import Answer, Target
from toolscope.retrieval.verdict import VerdictName
from toolscope.ui.present.rows import name_within
from toolscope.ui.present.text import UNKNOWN, Part, assemble, number, pad, percent, plural, spread
from toolscope.ui.present.wrapping import wrapped

_GOOD, _DOUBT, _BAD = "$verdict-allow", "$verdict-ask", "$verdict-deny"
_MISSES: dict[VerdictName, tuple[str, str, str]] = {
    "outranked": ("↓", "", _DOUBT),
    "gate_absent": ("↓", "gate", _DOUBT),
    "coverage": ("↓", "coverage", _DOUBT),
    "unknown_word": ("✕", "unknown", _BAD),
    "no_words": ("✕", "no words", _BAD),
    "out_of_scope": ("–", "scope", _DOUBT),
    "collided": ("–", "collided", _DOUBT),
    "server_unavailable": ("–", "server", _BAD),
    "no_such_tool": ("?", "no tool", _BAD),
}
"""Mark, word and colour of each way to miss a tool; an outranked one shows its rank."""
_FIGURES = ("precision", "recall", "mrr", "wrong names", "absent hits", "missed")
_NAME, _FIGURE, _CELL, _LABEL, _GAP = 18, 13, 11, 30, 2
"""Columns of a release's name, of a figure, of a release in a row, of the expected tool, and after texts."""
_BAR = 40
"""Cells of the line that shows how much was judged."""


def short_name(trial: Trial, baseline: bool) -> str:
    """A release in a word or two."""
    return "no gate" if baseline else trial.profile.removeprefix("hermes-")


def title(name: str, evaluation: Evaluation | None, shown: int, done: float | None, width: int) -> Content:
    """What is judged, how many of its rows are shown, and how much of it was judged anew, from 0 to 1."""
    left: list[Part] = [("Evaluation", "bold $ink")]
    if evaluation is not None:
        count, absent = len(evaluation.queries), sum(query.absent for query in evaluation.queries)
        left.append((f"   k = {evaluation.k}   {plural(count, 'query', 'queries')}", "$ink"))
        fewer = f", the {number(shown)} that fail somewhere are shown"
        left.append((fewer if shown < count else f", {number(absent)} that nothing can serve", "$soft"))
    left.append((f"   {one_line(name, 60)}" if name else "", "$soft"))
    aside = ("Esc closes", "$soft") if done is None else (f"judging… {percent(done * 100, 0)}", "$info")
    return spread(assemble(*left), aside, width)


def nothing(count: int, done: float | None = None) -> list[Content]:
    """What stands in the place of the figures before there are any; ``count`` queries are being asked.

    ``done`` of them, from 0 to 1: at 0 the tools are still being read as each release sees them.
    """
    if count:
        lines = [assemble((f"Asking {plural(count, 'query', 'queries')} in every release…", "$info"))]
        if done is not None:
            full = round(done * _BAR)
            words = percent(done * 100, 0) if done else "reading the tools as each release sees them"
            lines.append(assemble(("━" * full, "$info"), ("─" * (_BAR - full), "$soft"), (f"  {words}", "$soft")))
        return lines
    words = "No queries are open. A file lists what an agent would ask and the tools it ought to find: "
    return [assemble((words, "$ink"), ("o", "bold $here"), (" opens one.", "$ink")), assemble((SHAPE, "$soft"))]


def figures(evaluation: Evaluation, profile: Profile, width: int) -> list[Content]:
    """Heads and a line for each release, that of the session in ink, the comparison without a gate last."""
    room = min(_FIGURE, (width - _NAME) // len(_FIGURES))
    # Where a head has no room of its own its second word goes: the column says which names and hits are meant.
    heads = [name if len(name) < room else name.split()[0] for name in _FIGURES]
    lines = [assemble(" " * _NAME, *(pad((head, "$soft"), width=room, right=True) for head in heads))]
    for trial in evaluation.columns:
        baseline = trial is evaluation.baseline
        here = trial.profile == profile.name and not baseline
        name = f"{trial.profile.removeprefix('hermes-')} without gate" if baseline else trial.profile
        cells = (pad((text, "bold $ink" if here else "$soft"), width=room, right=True) for text in _scores(trial))
        lines.append(assemble(pad((name, "bold $here" if here else "$ink"), width=_NAME), *cells))
    return lines


def _scores(trial: Trial) -> Iterator[str]:
    scores = trial.scores
    for share in (scores.precision, scores.recall, scores.mrr):
        yield f"{share:.3f}" if share is not None else UNKNOWN
    yield number(scores.wrong_names)
    yield f"{scores.absent_hits} of {scores.absent}"
    yield number(scores.missed)


@dataclass(frozen=True, slots=True)
class EvaluationColumns:
    """The columns of the rows that a width has room for."""

    query: int
    label: int
    """0 where the expected tool has no room."""
    cell: int

    @classmethod
    def of(cls, width: int, trials: int) -> EvaluationColumns:
        """The columns of lines of ``width`` cells for so many releases."""
        rest = width - 5 - _GAP - trials * _CELL
        label = min(2 * _LABEL, rest // 2 - _GAP) if rest >= 2 * (_LABEL + _GAP) else 0
        return cls(max(8, rest - label - (_GAP if label else 0)), label, _CELL)

    def head(self, evaluation: Evaluation, profile: Profile) -> Content:
        """The heads."""
        cells = [self._cell(self._release(evaluation, trial, profile)) for trial in evaluation.columns]
        label = [pad(("expected", "$soft"), width=self.label + _GAP)] if self.label else []
        return assemble(pad(("   # query", "$soft"), width=5 + self.query + _GAP), *label, *cells)

    def _release(self, evaluation: Evaluation, trial: Trial, profile: Profile) -> Part:
        baseline = trial is evaluation.baseline
        here = trial.profile == profile.name and not baseline
        return (short_name(trial, baseline), "bold $here" if here else "$soft")

    def line(self, evaluation: Evaluation, position: int) -> Content:
        """One query with what becomes of it in each release."""
        query = evaluation.queries[position]
        text = (one_line(query.query), "$ink") if query.query.strip() else ("(blank)", "$soft")
        parts: list[Part] = [
            pad((f"{query.entry}", "$soft"), width=4, right=True),
            " ",
            pad(text, width=self.query),
            " " * _GAP,
        ]
        if self.label:
            label = assemble(("nothing", "$soft")) if query.absent else _label(query.relevant, self.label)
            parts += [pad(label, width=self.label), " " * _GAP]
        cells = (self._cell(outcome(trial.answers[position])) for trial in evaluation.columns)
        return assemble(*parts, *cells)

    def _cell(self, part: Part) -> Content:
        return pad(part, width=self.cell)


def _label(names: Sequence[str], width: int) -> Content:
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return assemble(name_within(one_line(names[0]), width - len(more)), (more, "$soft"))


def outcome(answer: Answer) -> Content:
    """What one query comes to in one release, in a mark and a word."""
    if answer.query.absent:
        wrong = len(answer.matches)
        return (
            assemble(("✕", _BAD), (f" {wrong} wrong", "$ink")) if wrong else assemble(("✓", _GOOD), (" none", "$soft"))
        )
    if not answer.missed:
        return assemble(("✓", _GOOD), (f" {answer.first}", "$ink"))
    if answer.first is not None:
        found = len(answer.targets) - len(answer.missed)
        return assemble(("◒", _DOUBT), (f" {found} of {len(answer.targets)}", "$ink"))
    return _miss(min(answer.missed, key=lambda target: target.rank or 10**9))


def _miss(target: Target) -> Content:
    if target.verdict is None:
        return assemble(("✓", _GOOD), (f" {target.rank}", "$ink"))
    mark, word, colour = _MISSES[target.verdict.name]
    return assemble((mark, colour), (f" {word or number(target.rank or 0)}", "$ink"))


# the reasons


def reasons(evaluation: Evaluation, position: int | None, width: int, most: int) -> list[Content]:
    """Why one query misses, releases of which the same is to be said together, in at most so many lines.

    ``None`` is no query: every one of them finds what it should.
    """
    if position is None:
        return [
            assemble(("Every query finds what it should. ", "$soft"), ("f", "bold $here"), (" shows them.", "$soft"))
        ]
    said: dict[tuple[str, str], list[str]] = {}
    for trial in evaluation.columns:
        for sentence, tools in _sentences(trial.answers[position]).items():
            said.setdefault((sentence, ", ".join(tools)), []).append(short_name(trial, trial is evaluation.baseline))
    lines: list[Content] = []
    for (sentence, about), releases in said.items():
        parts: list[Part] = [(", ".join(releases), "bold $ink"), "  "]
        parts += [(one_line(about), "$here"), "  "] if about else []
        lines += wrapped(assemble(*parts, (one_line(sentence), "$soft")), width, 3)
    if len(lines) > most:
        return [*lines[: most - 1], spread(lines[most - 1], ("…", "$soft"), width)]
    return lines


def _sentences(answer: Answer) -> dict[str, list[str]]:
    """What is to be said of an answer, and of which missed tools each time."""
    said: dict[str, list[str]] = {}
    for target in answer.missed:
        if target.verdict is not None:
            said.setdefault(target.verdict.sentence, []).append(target.label)
    if answer.query.absent:
        found = f"Nothing can serve it, yet a model is given {_listed(answer.matches)}."
        return {found if answer.matches else "Nothing is found, as it should be.": []}
    return said or {_right(answer): []}


def _right(answer: Answer) -> str:
    wrong = len(answer.wrong)
    place = f"Found at {answer.first}" if len(answer.targets) == 1 else f"All found, the first at {answer.first}"
    return f"{place}, among {plural(wrong, 'wrong name')}." if wrong else f"{place}, and nothing else."


def _listed(names: Sequence[str]) -> str:
    shown = [one_line(name) for name in names[:2]]
    return f"{', '.join(shown)} and {len(names) - 2} more" if len(names) > 2 else " and ".join(shown)
