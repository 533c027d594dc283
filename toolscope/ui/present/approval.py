"""What a person must know before a call may run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from textual.content import Content

from toolscope.canonical import Json, size
from toolscope.invocation.call import PreparedCall
from toolscope.invocation.guardrail import HermesDecision, Verdict
from toolscope.invocation.passage import Passage
from toolscope.plain import clean, one_line
from toolscope.ui.present.hints import hint_line
from toolscope.ui.present.hooks import summary
from toolscope.ui.present.json_text import json_content
from toolscope.ui.present.prepared import hermes_words
from toolscope.ui.present.text import Part, assemble, badge, pad, spread, tool_name
from toolscope.ui.present.wrapping import fold, labelled, wrap

_LABEL = 12
_ROW_LINES = 2
_COLOURED = 20_000
"""Characters of arguments up to which they are coloured."""


def question(prepared: PreparedCall, verdict: Verdict, left: float, width: int) -> Content:
    """The badge, the question, and how long there is to answer it."""
    tool = prepared.tool
    asked = assemble(
        badge(verdict.decision.upper(), f"$verdict-{verdict.decision}"),
        ("  Run ", "$ink"),
        (one_line(tool.shown_raw_name), "bold $ink"),
        (" on ", "$ink"),
        (one_line(tool.shown_server), "bold $ink"),
        ("?", "$ink"),
    )
    minutes, seconds = divmod(max(0, round(left)), 60)
    return spread(asked, (f"no answer in {minutes}:{seconds:02} is a no", "$soft"), width)


def rows(passage: Passage, hermes: HermesDecision, endpoint: str, width: int) -> Iterator[Content]:
    """Tool, endpoint, hints, hooks, rule, and what Hermes would do."""
    tool, verdict = passage.prepared.tool, passage.verdict
    named = tool_name(tool.name)
    raw: Part = "" if tool.name.endswith(f"__{tool.raw_name}") else (f"  is {one_line(tool.raw_name)}", "$soft")
    yield from _row("tool", assemble(named, raw), width)
    yield from _row("endpoint", assemble((one_line(endpoint) or "unknown", "$ink")), width)
    yield from _row("hints", hint_line(tool), width)
    if passage.hooks:
        yield from _row("hooks", summary(passage.hooks), width)
    if passage.changed:
        changed = "The tool changed after your last answer: this is its new version."
        yield from _row("changed", assemble((changed, "$verdict-ask")), width)
    rule = assemble((one_line(f"{verdict.rule}: {verdict.decision}"), "$ink"), (f"  {verdict.reason}", "$soft"))
    yield from _row("rule", rule, width)
    yield from _row("hermes", hermes_words(hermes), width)


def _row(label: str, value: Content, width: int) -> Iterator[Content]:
    """A label and its value, at most two lines; what does not fit is seen to be missing."""
    room = width - _LABEL
    lines = list(wrap([value], room))
    if len(lines) > _ROW_LINES:
        lines = [*lines[: _ROW_LINES - 1], assemble(pad(lines[_ROW_LINES - 1], width=room - 1).rstrip(), "…")]
    yield from labelled(label, lines, _LABEL)


def argument_lines(arguments: Json, width: int) -> Sequence[Content | str]:
    """The arguments in full, however long they are; colour is given up before completeness is."""
    if size(arguments) <= _COLOURED:
        return list(wrap(json_content(arguments).split("\n", allow_blank=True), width))
    return list(fold(clean(json.dumps(arguments, ensure_ascii=False, indent=2)), width))


def digest_line(prepared: PreparedCall, width: int) -> Content:
    """What an answer is valid for."""
    words = f"digest {prepared.digest[:8]} names this tool version and these arguments"
    return assemble((words, "$soft")).truncate(width, ellipsis=True)
