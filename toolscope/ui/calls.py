"""One call from the Call tab: decided, asked about, run, and written down."""

from __future__ import annotations

import asyncio
import time
from itertools import count
from typing import Protocol

from textual.screen import Screen

from toolscope.config.model import Guardrail
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import ServerStatus
from toolscope.invocation.call import Approval, Outcome, PreparedCall, approve_by_person, approve_by_rule, run
from toolscope.invocation.guardrail import Verdict, decide, hermes
from toolscope.invocation.result import model_text
from toolscope.plain import Plain, one_line
from toolscope.survey import Survey
from toolscope.ui.present import log
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.screens.approval import ApprovalScreen
from toolscope.ui.screens.main import MainScreen

ANSWER_WITHIN = 300.0
"""Seconds in which a person must answer; silence is a no."""


class Desk(Protocol):
    """What a call needs of the app."""

    main: MainScreen

    async def push_screen_wait(self, screen: Screen[bool | None]) -> bool | None:
        """Show a dialog and wait for its answer."""
        ...


class Calls:
    """Runs calls one after the other as they are asked for; the newest can be cancelled."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._keys = map("call-{}".format, count(1))
        self._running: asyncio.Task[Outcome] | None = None

    def cancel(self) -> None:
        """Stop the running call; the server is told."""
        if self._running is not None:
            self._running.cancel()

    async def run(self, prepared: PreparedCall, survey: Survey, guardrail: Guardrail, fleet: Fleet) -> None:
        """Take one call the whole way; nothing is sent without an approval."""
        status = survey.status(prepared.tool.server)
        trust = status.config.trust if status else "full"
        verdict = decide(guardrail, prepared.tool)
        would = hermes(survey.settings.profile, trust, prepared.tool)
        record = CallRecord(next(self._keys), time.time(), prepared, verdict, would)
        approval = approve_by_rule(verdict, prepared)
        if approval is None and verdict.decision == "ask":
            approval = await self._ask(record, status)
        if approval is None:
            self._close(record.stopped("refused", _refusal(verdict)))
            return
        self._desk.main.call_pane.started(record)
        self._running = asyncio.create_task(
            run(prepared, approval, fleet, on_progress=self._desk.main.call_pane.progressed)
        )
        try:
            outcome = await self._running
        except asyncio.CancelledError:
            self._close(record.stopped("cancelled", Plain("cancelled; the server was told")))
        else:
            self._close(record.answered(outcome))
        finally:
            self._running = None

    async def _ask(self, record: CallRecord, status: ServerStatus | None) -> Approval | None:
        endpoint = status.config.endpoint if status else ""
        if status and status.pid is not None:
            endpoint = f"{endpoint}  pid {status.pid}"
        asked = time.monotonic()
        screen = ApprovalScreen(record.prepared, record.verdict, record.hermes, endpoint, ANSWER_WITHIN)
        answer = await self._desk.push_screen_wait(screen)
        approval = approve_by_person(record.verdict, record.prepared, answer)
        self._write_approval(record, answer, (time.monotonic() - asked) * 1000)
        return approval

    def _write_approval(self, record: CallRecord, answer: bool | None, took: float) -> None:
        words = {True: "allowed once by you", False: "denied by you", None: "not answered, which is a no"}[answer]
        glyph, colour = ("✓", "$verdict-allow") if answer else ("✕", "$verdict-deny")
        tool = record.prepared.tool
        what = f"{tool.shown_raw_name} {words}"
        key = f"{record.key}-approval"
        entry = log.LogEntry(key, time.time(), glyph, colour, "approval", tool.server, what, took)
        self._desk.main.log_pane.add(entry)

    def _close(self, record: CallRecord) -> None:
        """Show what came of a call, and write it down."""
        self._desk.main.call_pane.finished(record)
        self._desk.main.log_pane.add(_entry(record))


def _refusal(verdict: Verdict) -> Plain:
    if verdict.decision == "deny":
        return one_line(f"denied by {verdict.rule}: {verdict.reason}")
    return Plain("not allowed: nothing was sent")


def _entry(record: CallRecord) -> log.LogEntry:
    tool, outcome = record.prepared.tool, record.outcome
    what = f"{tool.shown_raw_name}  {log.arguments_line(record.prepared.arguments)}"
    good = outcome is not None and not outcome.reply.is_error
    if record.refused:
        what = f"{tool.shown_raw_name}  {record.refused}"
    elif outcome is not None and outcome.reply.error is not None:
        what = f"{tool.shown_raw_name}  {outcome.reply.error}"
    glyph, colour = ("✓", "$verdict-allow") if good else ("✕", "$verdict-deny")
    took = outcome.elapsed_ms if outcome else None
    tokens = log.reply_tokens(model_text(outcome.reply.result)) if outcome and outcome.reply.result is not None else ""
    return log.LogEntry(record.key, time.time(), glyph, colour, "call", tool.server, what, took, tokens)
