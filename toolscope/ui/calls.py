"""One call from the Call tab: decided, asked about, run, and written down."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Protocol, TypeVar
from uuid import uuid4

from textual.screen import Screen

from toolscope.catalog.tool import Tool
from toolscope.config import consent, own
from toolscope.config.hooks import Hook, around
from toolscope.config.model import ConfigError
from toolscope.config.rules import RuleChange, allowing
from toolscope.invocation.call import Grants, PreparedCall
from toolscope.invocation.glob import exactly
from toolscope.invocation.guardrail import HermesDecision, decide
from toolscope.invocation.hooks import HookRun
from toolscope.invocation.journey import hermes_after, pass_through
from toolscope.invocation.passage import Answer, Limits, Passage, Session
from toolscope.plain import Plain
from toolscope.survey import Survey, take
from toolscope.ui.background import in_thread
from toolscope.ui.feed import Feed
from toolscope.ui.present import call_log
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.screens.approval import ApprovalScreen
from toolscope.ui.screens.consent import ConsentScreen
from toolscope.ui.screens.main import MainScreen

T = TypeVar("T")

ANSWER_WITHIN = 300.0
"""Seconds in which a person must answer; silence is a no."""


class Desk(Protocol):
    """What a call needs of the app."""

    main: MainScreen
    feed: Feed
    survey: Survey

    async def push_screen_wait(self, screen: Screen[T]) -> T:
        """Show a dialog and wait for its answer."""
        ...


class Calls:
    """Runs calls one after the other as they are asked for; the one that runs can be cancelled."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.grants = Grants()
        self.consents = consent.read(consent.place(os.environ))
        self.name = f"toolscope-{uuid4().hex[:12]}"
        """What hooks are told as ``session_id``."""
        self._keys = map("call-{}".format, count(1))
        self._turn = asyncio.Lock()
        self._running: asyncio.Task[Passage] | None = None
        self._stopped = False
        """Whether a person cancelled the running call."""

    def cancel(self) -> None:
        """Stop the running call; the server is told."""
        if self._running is not None:
            self._stopped = self._running.cancel()

    async def run(self, prepared: PreparedCall) -> None:
        """Take one call the whole way, once those before it are over; nothing is sent without an approval."""
        async with self._turn:
            await self._run(prepared)

    async def _run(self, prepared: PreparedCall) -> None:
        one = _OneCall(self, next(self._keys), prepared)
        progressed = self.desk.main.call_pane.progressed
        limits = Limits(on_progress=progressed, call_id=one.record.key)
        self._running = asyncio.create_task(pass_through(prepared, one.session(), one, limits))
        try:
            one.end(await self._running)
        except asyncio.CancelledError:
            if not self._stopped:
                raise  # the app ends: there is nothing to show it on any more
            one.cancel()
        finally:
            self._running, self._stopped = None, False


class _OneCall:
    """Shows what a call has to ask, and keeps its record."""

    def __init__(self, calls: Calls, key: str, prepared: PreparedCall) -> None:
        self._calls, self._desk = calls, calls.desk
        self._feed = calls.desk.feed
        self._moment = calls.desk.survey
        verdict = decide(self._feed.config.guardrail, prepared.tool)
        passage = Passage(prepared, verdict)
        self.record = CallRecord(key, time.time(), prepared, verdict, self._hermes(passage))
        self._change: RuleChange | None = None
        self._sent = False
        if around(self._feed.config.hooks, prepared.tool.name) and verdict.decision != "deny":
            # Hooks take their time: there is something to see, and to cancel.
            self.record = replace(self.record, waiting=True)
            self._desk.main.call_pane.started(self.record)

    def session(self) -> Session:
        """What the call is made in."""
        return Session(
            self._moment.settings.profile,
            self._feed.config.guardrail,
            self._feed.fleet,
            self._find,
            self._feed.config.hooks,
            lambda hooks: self._calls.consents.lacking(hooks),
            self._calls.grants,
            self._calls.name,
        )

    def _find(self, name: str) -> Tool | None:
        return self._moment.catalog.find_deferred(name)

    def _hermes(self, passage: Passage) -> HermesDecision:
        status = self._moment.status(passage.prepared.tool.server)
        return hermes_after(self._moment.settings.profile, status.config.trust if status else "full", passage)

    # what is asked

    async def consent(self, hooks: Sequence[Hook], prepared: PreparedCall) -> bool:
        """Ask in a dialog; a yes is remembered."""
        agreed = await self._desk.push_screen_wait(ConsentScreen(hooks, prepared.tool))
        for hook in hooks:
            self._write(call_log.consented(f"{self.record.key}-{hook.event}-{hook.origin}", hook, bool(agreed)))
        if agreed:
            self._calls.consents = self._calls.consents.granting(hooks)
            try:
                self._calls.consents = self._calls.consents.remember(hooks)
            except ConfigError as error:
                self._desk.main.notify(str(error), severity="warning", markup=False)
        return bool(agreed)

    async def approve(self, passage: Passage) -> Answer | None:
        """Ask in a dialog; no answer in time is none."""
        asked = time.monotonic()
        screen = ApprovalScreen(passage, self._hermes(passage), self._endpoint, self._always, ANSWER_WITHIN)
        answer = await self._desk.push_screen_wait(screen)
        if answer is not None and answer.kind == "always" and self._change is not None:
            self._feed.config = replace(self._feed.config, guardrail=self._change.guardrail)
            self._desk.main.call_pane.guardrail = self._change.guardrail
        took = (time.monotonic() - asked) * 1000
        self._write(call_log.approved(f"{self.record.key}-approval", passage.prepared.tool, answer, took))
        return answer

    def _always(self, passage: Passage) -> RuleChange:
        """The rule that would allow the tool from now on; raises ``ConfigError`` when there can be none."""
        tool = passage.prepared.tool
        change = allowing(own.place(os.environ), exactly(tool))
        verdict = decide(change.guardrail, tool)
        if verdict.decision != "allow":
            raise ConfigError(f"a new rule would change nothing: {verdict.rule} decides; change it in {change.path}")
        self._change = change
        return change

    @property
    def _endpoint(self) -> str:
        status = self._moment.status(self.record.prepared.tool.server)
        endpoint = status.config.endpoint if status else ""
        return f"{endpoint}  pid {status.pid}" if status and status.pid is not None else endpoint

    # how far it is

    async def sending(self, passage: Passage) -> None:
        """Look once more at what the servers list now, then show that the call runs."""
        while not self._is_fresh(passage.prepared.tool.server):
            job = partial(take, self._feed.fleet.statuses, self._moment.settings, self._feed.scope, self._moment)
            self._moment = await in_thread(job)
        self._sent = True
        self.record = self._as_far_as(passage)
        self._desk.main.call_pane.started(self.record)

    def _is_fresh(self, server: str) -> bool:
        """Whether the moment has what a server lists now, within the scope as it is now."""
        if self._moment.scope != self._feed.scope:
            return False
        now = next((status for status in self._feed.fleet.statuses if status.name == server), None)
        then = self._moment.status(server)
        return now is None or (then is not None and now.listing is then.listing)

    def hook_ran(self, run: HookRun, prepared: PreparedCall) -> None:
        """Write down what a hook answered."""
        self.record = replace(self.record, hooks=(*self.record.hooks, run))
        self._write(call_log.hook(f"{self.record.key}-hook-{len(self.record.hooks)}", run, prepared.tool))

    def _as_far_as(self, passage: Passage) -> CallRecord:
        hermes = self._hermes(passage)
        return replace(
            self.record,
            prepared=passage.prepared,
            verdict=passage.verdict,
            hermes=hermes,
            hooks=passage.hooks,
            waiting=False,
        )

    def end(self, passage: Passage) -> None:
        """It is over."""
        record = self._as_far_as(passage)
        if passage.outcome is not None:
            self._close(record.answered(passage.outcome))
        elif passage.refused is not None:
            self._close(record.stopped("refused", passage.refused.message))

    def cancel(self) -> None:
        """It was cancelled."""
        if self._sent:
            self._close(self.record.stopped("cancelled", Plain("cancelled; the server was told")))
        else:
            self._close(self.record.stopped("refused", Plain("cancelled before it was sent")))

    def _close(self, record: CallRecord) -> None:
        """Show what came of it, and write it down."""
        self._desk.main.call_pane.finished(record)
        self._write(call_log.ended(record))

    def _write(self, entry: call_log.LogEntry) -> None:
        self._desk.main.log_pane.add(entry)
