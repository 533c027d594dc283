"""``toolscope call``: a tool called through the same checks as the model's call."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from toolscope.canonical import Json
from toolscope.catalog.tool import Tool
from toolscope.cli import batch, rulings
from toolscope.cli.called import Called, answered, hermes_of, prepared_text, unreadable, waiting_hooks
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer
from toolscope.cli.session import Session, opened
from toolscope.cli.terminal import TerminalDesk
from toolscope.config import consent, own
from toolscope.config.hooks import around
from toolscope.invocation import passage as way
from toolscope.invocation.call import prepare
from toolscope.invocation.envelope import Envelope, Refusal, addressed
from toolscope.invocation.guardrail import HermesDecision, decide
from toolscope.invocation.journey import pass_through
from toolscope.invocation.passage import Desk, Limits, Passage
from toolscope.plain import Plain, one_line
from toolscope.survey import take


async def run(options: argparse.Namespace) -> Answer:
    """Answer with what was checked, decided, sent and received."""
    timeout = _seconds(options.timeout)
    entries = None if options.batch is None else batch.read(options.batch)
    if entries is not None and options.tool is not None:
        raise Stop("--batch: the calls are in the file; leave NAME out", Exit.USAGE)
    if entries is None and options.tool is None and not options.dry_run:
        raise Stop("NAME is missing: name a tool, or give --batch FILE, or --dry-run for all tools", Exit.USAGE)
    async with opened(options) as session:
        counter = Counter.of(session, options, timeout)
        if entries is not None:
            return await batch.run(entries, counter)
        if options.tool is None:
            return rulings.answer(session)
        typed: Json = {"name": options.tool, "arguments": {} if options.arguments is None else options.arguments}
        return await counter.call(typed)


def _seconds(text: str | None) -> float | None:
    try:
        seconds = None if text is None else float(text)
    except ValueError:
        seconds = 0.0
    if seconds is not None and not 0 < seconds < float("inf"):
        raise Stop(f"--timeout {text}: give a number of seconds above 0", Exit.USAGE)
    return seconds


@dataclass(frozen=True, slots=True)
class Counter:
    """Where calls of one command are handed in."""

    session: Session
    desk: TerminalDesk
    made_in: way.Session
    timeout: float | None
    dry_run: bool

    @classmethod
    def of(cls, session: Session, options: argparse.Namespace, timeout: float | None) -> Counter:
        """The counter of a session and its options."""
        consents = consent.read(consent.place(os.environ), everything=options.accept_hooks)

        def asked(passage: Passage) -> tuple[Plain, HermesDecision]:
            """Where a call goes, and what Hermes would do with it."""
            status = session.survey.status(passage.prepared.tool.server)
            return one_line(status.config.endpoint) if status else Plain("unknown"), hermes_of(session, passage)

        desk = TerminalDesk(consents, own.place(os.environ), options.yes, options.as_json, asked)
        made_in = way.Session(
            session.survey.settings.profile,
            session.config.guardrail,
            session.fleet,
            _finder(session),
            session.config.hooks,
            desk.lacking,
            name=f"toolscope-{uuid4().hex[:12]}",
        )
        return cls(session, desk, made_in, timeout, options.dry_run)

    def read(self, typed: Json) -> Envelope | Refusal:
        """What was typed, read as the bridge reads a model's call."""
        return addressed(self.made_in.profile, typed, self.session.survey.catalog)

    async def call(self, typed: Json, desk: Desk | None = None, number: int = 1) -> Answer:
        """One call the whole way, or as far as a dry run goes."""
        session = self.session
        envelope = self.read(typed)
        if isinstance(envelope, Refusal):
            return unreadable(session, typed.get("name") if isinstance(typed, dict) else None, envelope)
        tool = session.survey.catalog.by_name[envelope.name]
        prepared = prepare(self.made_in.profile, tool, envelope.arguments)
        lost = typed.get("arguments") if envelope.lossy else None
        if self.dry_run:
            return self._dry(Passage(prepared, decide(self.made_in.guardrail, tool)), lost)
        limits = Limits(self.timeout, call_id=f"call-{number}")
        passage = await pass_through(prepared, self.made_in, desk or self.desk, limits)
        return answered(session, passage, lost, self.desk.advice(passage))

    def _dry(self, passage: Passage, lost: Json) -> Answer:
        """What would happen; no hook is run."""
        tool, verdict = passage.prepared.tool, passage.verdict
        value = Called(passage, hermes_of(self.session, passage), lost).value
        hooks = around(self.made_in.hooks, tool.name)
        if hooks:
            value["hooks"] = waiting_hooks(hooks, self.desk.lacking(hooks))
        code, error = Exit.DONE, None
        if passage.prepared.fault is not None:
            code, error = Exit.NOT_VALID, f"{passage.prepared.fault}; nothing was sent"
        elif verdict.decision == "deny":
            code, error = Exit.REFUSED, f"{tool.name} would be refused: {verdict.reason}"
        return Answer(value, prepared_text(value), code, error, self.session.notes)


def _finder(session: Session) -> Callable[[str], Tool | None]:
    """The deferred tools as the servers list them at this moment."""
    latest = session.survey

    def find(name: str) -> Tool | None:
        nonlocal latest
        latest = take(session.fleet.statuses, latest.settings, latest.scope, latest)
        return latest.catalog.find_deferred(name)

    return find
