"""What would be sent, what changes on the way, what is not valid yet, and what decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from textual.content import Content

from toolscope.canonical import Json, compact, size
from toolscope.connections.state import ServerStatus
from toolscope.invocation.call import PreparedCall
from toolscope.invocation.checking import Problem
from toolscope.invocation.coerce import Coercion
from toolscope.invocation.guardrail import HermesDecision, Verdict
from toolscope.invocation.path import inner
from toolscope.plain import Plain, clean, one_line
from toolscope.tokens import estimate
from toolscope.ui.present.draft import Draft
from toolscope.ui.present.form import Field, Path, own
from toolscope.ui.present.json_text import json_lines
from toolscope.ui.present.text import STATE_GLYPH, Part, assemble, number, pad, plural, spread
from toolscope.ui.present.wrapping import wrap

VERDICT_GLYPH = {"allow": "✓", "ask": "?", "deny": "✕"}
_LINES, _STRING, _LISTED, _VALUE = 400, 600, 20, 60
_COERCED = {
    "array": "one value becomes a list",
    "number": "text becomes a number",
    "boolean": "text becomes a switch",
    "null": "text becomes null",
    "object": "text becomes an object",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft, looked at from all sides."""

    draft: Draft
    prepared: PreparedCall
    verdict: Verdict
    hermes: HermesDecision
    status: ServerStatus | None = None
    hindrance: Plain | None = None
    """Why the tool cannot be called now, whatever its arguments are."""

    @property
    def unread(self) -> bool:
        """Whether the JSON cannot be read at all: then there are no arguments."""
        return () in self.draft.problems

    @property
    def waits(self) -> Plain | None:
        """Why the call cannot run, in a few words; ``None`` when it can."""
        if self.hindrance:
            return self.hindrance
        if self.draft.problems:
            path = next(iter(self.draft.problems))
            return one_line(f"waits for {path[-1] if path else 'JSON'}", 40)
        problems = self.prepared.validation.problems
        if problems:
            return one_line(f"waits for {_subject(problems[0])}", 40)
        return Plain("a guardrail rule denies it") if self.verdict.decision == "deny" else None


def sent_title(judged: Judged, width: int) -> Content:
    """The head of the pane: how much it is."""
    if judged.unread:
        return spread(("What would be sent", "bold $ink"), ("nothing yet", "$soft"), width)
    chars = size(judged.prepared.arguments)
    measure = f"{plural(chars, 'character')} · {plural(estimate(chars), 'token')}"
    return spread(("What would be sent", "bold $ink"), (measure, "$soft"), width)


def judged_lines(judged: Judged, width: int) -> list[Content]:
    """Everything below the head."""
    return list(_lines(judged, width))


def _lines(judged: Judged, width: int) -> Iterator[Content]:
    if judged.unread:
        yield from wrap([assemble(("What is typed cannot be read yet.", "$soft"))], width)
    else:
        yield from wrap(json_lines(judged.prepared.arguments, _LINES, _STRING), width)
    for note in judged.draft.notes:
        yield Content("")
        yield from wrap([assemble(("! ", "$verdict-ask"), (note, "$soft"))], width)
    changes = judged.prepared.coercions
    if changes:
        yield from _title("Changed on the way", (str(len(changes)), "$soft"), width)
        yield from (change_line(change).truncate(width, ellipsis=True) for change in changes[:_LISTED])
        yield from _more(len(changes))
    problems = _all_problems(judged)
    if problems:
        yield from _title("Not valid yet", (str(len(problems)), "$verdict-deny"), width)
        for path, constraint, message in problems[:_LISTED]:
            head = assemble(("✕ ", "$verdict-deny"), one_line(path), (f"  {constraint}", "$soft"))
            yield head.truncate(width, ellipsis=True)
            yield from wrap([assemble((message, "$soft"))], width, indent=2)
        yield from _more(len(problems))
    elif not judged.prepared.validation.validated:
        yield from _title("Not checked", "", width)
        reason = judged.prepared.validation.not_validated_reason or "no reason is known"
        yield from wrap([assemble((one_line(reason), "$soft"))], width)
    yield from _decision(judged, width)


def _title(words: str, right: Part, width: int) -> Iterator[Content]:
    yield Content("")
    yield spread((words, "bold $ink"), right, width)


def _more(count: int) -> Iterator[Content]:
    if count > _LISTED:
        yield assemble((f"… {number(count - _LISTED)} more", "$soft"))


def _all_problems(judged: Judged) -> list[tuple[str, str, Plain]]:
    unread = [
        (one_line(str(path[-1])) if path else "JSON", "cannot be read", why)
        for path, why in judged.draft.problems.items()
    ]
    if judged.unread:
        return unread
    return [*unread, *((p.path, p.constraint, p.message) for p in judged.prepared.validation.problems)]


def _decision(judged: Judged, width: int) -> Iterator[Content]:
    yield from _title("What decides", "", width)
    verdict, status = judged.verdict, judged.status
    decision = (f"{VERDICT_GLYPH[verdict.decision]} {verdict.decision}", f"bold $verdict-{verdict.decision}")
    because = assemble((one_line(verdict.rule), "$ink"), (f"  {verdict.reason}", "$soft"))
    yield from _row(decision, because, width)
    yield from _row(("hermes", "$soft"), hermes_words(judged.hermes), width)
    if status is not None:
        state = assemble(
            (f"{STATE_GLYPH[status.state]} {status.state}", f"$state-{status.state}"),
            (f"  {one_line(status.config.endpoint)}", "$soft"),
        )
        yield from _row(("server", "$soft"), state, width)


def _row(label: Part, value: Content, width: int) -> Iterator[Content]:
    for position, line in enumerate(wrap([value], width - 8)):
        yield assemble(pad(label if not position else "", width=8), line)


def hermes_words(answer: HermesDecision) -> Content:
    """What Hermes itself would do."""
    return assemble((answer.words, "$ink"), (f"  {answer.reason}", "$soft"))


# one change, one problem


def change_line(change: Coercion) -> Content:
    """A change with its place, for the list."""
    return assemble(pad((one_line(inner(change.steps)), "$soft"), width=14), " ", _before_after(change))


def change_note(change: Coercion) -> Content:
    """A change under its field."""
    if change.renamed:
        words = "the server's own name"
    elif isinstance(change.after, list) and isinstance(change.before, str) and change.before.strip()[:1] == "[":
        words = "text becomes a list"
    else:
        words = _COERCED.get(_kind(change.after), "it is changed")
    return assemble(("⇢ ", "$info"), (f"{words}   ", "$info"), _before_after(change))


def _before_after(change: Coercion) -> Content:
    lossy: Part = ("  loses something", "$verdict-ask") if change.lossy else ""
    return assemble((_short(change.before), "$ink"), (" → ", "$soft"), (_short(change.after), "bold $info"), lossy)


def _short(value: Json) -> Plain:
    text = value[: _VALUE * 2] if isinstance(value, str) else value
    return one_line(clean(compact(text)), _VALUE)


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "number", float: "number", list: "array", dict: "object"}
    return kinds.get(type(value), "")


def problem_note(problem: Problem) -> Content:
    """A violation under its field."""
    return assemble((f"✕ {problem.message}", "$verdict-deny"), (f"   {problem.constraint}", "$soft"))


def _subject(problem: Problem) -> str:
    """The parameter that a violation is about."""
    return inner(problem.steps) if problem.missing is None else problem.missing


def notes_by_path(fields: tuple[Field, ...], judged: Judged, typed: Mapping[Path, bool]) -> dict[Path, Content]:
    """What stands under each field: what cannot be read, then violations, then changes.

    ``typed`` says in which fields something stands: what is missing elsewhere is not yet a mistake.
    """
    notes: dict[Path, Content] = {}
    for change in reversed(judged.prepared.coercions):
        _put(notes, fields, change.steps, change_note(change))
    for problem in reversed(judged.prepared.validation.problems):
        _put(notes, fields, problem.steps, problem_note(problem))
    for field in fields:
        if field.required and not typed.get(field.path) and field.path not in notes and _called_for(field, typed):
            notes[field.path] = assemble(("still missing", "$soft"))
    for path, why in judged.draft.problems.items():
        notes[path] = assemble((f"✕ {why}", "$verdict-deny"))
    return notes


def _called_for(field: Field, typed: Mapping[Path, bool]) -> bool:
    """Whether a required field is needed: at the top, or in a group that holds something."""
    return len(field.path) == 1 or bool(typed.get(field.path[:-1]))


def _put(notes: dict[Path, Content], fields: tuple[Field, ...], place: Path, note: Content) -> None:
    """Under the innermost field that holds a place."""
    field = holder(fields, place)
    if field is not None:
        notes[field.path] = note


def holder(fields: tuple[Field, ...], place: Path) -> Field | None:
    """The innermost field that holds a place."""
    holders = (one for one in fields if place[: len(steps := own(one.path))] == steps)
    return max(holders, key=lambda field: len(field.path), default=None)


def waited_for(fields: tuple[Field, ...], judged: Judged) -> Field | None:
    """The field that keeps the call from running, as ``Judged.waits`` names it."""
    if judged.draft.problems:
        path = next(iter(judged.draft.problems))
        return next((field for field in fields if field.path == path), None)
    problem = next(iter(judged.prepared.validation.problems), None)
    if problem is None or judged.hindrance:
        return None
    absent = (*problem.steps, problem.missing)
    missing = next((one for one in fields if own(one.path) == absent), None)
    return missing or holder(fields, problem.steps)
