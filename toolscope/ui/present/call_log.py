"""What happens around a call, as lines of the log."""

from __future__ import annotations

import time

from toolscope.catalog.tool import Tool
from toolscope.config.hooks import Hook
from toolscope.invocation.hooks import HookRun
from toolscope.invocation.passage import Answer
from toolscope.plain import one_line
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.hooks import MARKS
from toolscope.ui.present.log import LogEntry as LogEntry
from toolscope.ui.present.log import arguments_line, reply_tokens

_YES, _NO = ("✓", "$verdict-allow"), ("✕", "$verdict-deny")
_ANSWERS = {
    "once": "allowed once by you",
    "session": "allowed by you for this session",
    "always": "allowed by you from now on",
    "yes": "allowed by --yes",
    "deny": "denied by you",
}


def approved(key: str, tool: Tool, answer: Answer | None, took: float) -> LogEntry:
    """What a person answered; ``took`` is in milliseconds."""
    words = _ANSWERS[answer.kind] if answer else "not answered, which is a no"
    why = f": {answer.message}" if answer and answer.message else ""
    glyph, colour = _YES if answer and answer.kind != "deny" else _NO
    what = one_line(f"{tool.shown_raw_name} {words}{why}")
    return LogEntry(key, time.time(), glyph, colour, "approval", tool.server, what, took)


def consented(key: str, hook: Hook, agreed: bool) -> LogEntry:
    """Whether a person lets a hook run."""
    glyph, colour = _YES if agreed else _NO
    what = one_line(f"{hook.event} {hook.shown} {'may run from now on' if agreed else 'may not run'}")
    return LogEntry(key, time.time(), glyph, colour, "hook", "", what)


def hook(key: str, run: HookRun, tool: Tool) -> LogEntry:
    """What a hook answered, and the beginning of what it wrote."""
    glyph, colour = MARKS[run.reaction]
    wrote = " · ".join(one_line(text, 200) for text in (run.stdout, run.stderr) if text.strip())
    said = f"{run.hook.event} {run.words}  {run.hook.shown}"
    what = one_line(f"{said}  {wrote}" if wrote else said)
    return LogEntry(key, time.time(), glyph, colour, "hook", tool.server, what, run.elapsed_ms)


def ended(record: CallRecord) -> LogEntry:
    """What came of a call."""
    tool, outcome = record.prepared.tool, record.outcome
    what = f"{tool.shown_raw_name}  {arguments_line(record.prepared.arguments)}"
    good = outcome is not None and not outcome.reply.is_error
    if record.refused:
        what = f"{tool.shown_raw_name}  {record.refused}"
    elif outcome is not None and outcome.reply.error is not None:
        what = f"{tool.shown_raw_name}  {outcome.reply.error}"
    glyph, colour = _YES if good else _NO
    took = outcome.elapsed_ms if outcome else None
    tokens = reply_tokens(outcome.text) if outcome and outcome.reply.result is not None else ""
    return LogEntry(record.key, time.time(), glyph, colour, "call", tool.server, what, took, tokens)
