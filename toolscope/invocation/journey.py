"""A call's whole way: checked, judged, hooks consented to and run, approved, sent, told to the hooks after it.

Each step hands the next one its ticket; whoever has to be asked stands behind ``passage.Desk``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from toolscope.canonical import Json
from toolscope.catalog.tool import Tool
from toolscope.config.hooks import Event, Hook, around, matching
from toolscope.config.model import Trust
from toolscope.config.profiles import Profile
from toolscope.invocation.call import (
    ChangedError,
    PreparedCall,
    approve_by_grant,
    approve_by_person,
    approve_by_rule,
    approve_by_yes,
    prepare,
    run,
)
from toolscope.invocation.guardrail import HermesDecision, Verdict, decide, hermes
from toolscope.invocation.hooks import HookRun, Told, directive, run_all
from toolscope.invocation.passage import Answer, By, Desk, Limits, Passage, Refused, Session
from toolscope.plain import Plain, one_line

_AGAIN = 5
"""How often a call is begun anew because its tool changed meanwhile."""


async def pass_through(prepared: PreparedCall, session: Session, desk: Desk, limits: Limits | None = None) -> Passage:
    """Take a call as far as it may go. Only cancellation is raised; nothing is sent without an approval.

    When the tool changes on the way, the call begins anew with the new version of it, questions included.
    """
    given, way = prepared.given, _Way(session, desk, limits or Limits())
    for attempt in range(_AGAIN):
        passage = await way.take(way.begin(prepared, changed=attempt > 0))
        if passage is not None:
            return passage
        tool = session.find(prepared.tool.name)
        if tool is None:
            return _stopped(way.begin(prepared), "change", "the tool is no longer in this session")
        prepared = prepare(session.profile, tool, given)
    return _stopped(way.begin(prepared), "change", "the tool keeps changing while it is asked about")


class _Way:
    """The steps of one call."""

    def __init__(self, session: Session, desk: Desk, limits: Limits) -> None:
        self.session, self.desk, self.limits = session, desk, limits

    def begin(self, prepared: PreparedCall, changed: bool = False) -> Passage:
        return Passage(prepared, decide(self.session.guardrail, prepared.tool), changed)

    async def take(self, passage: Passage) -> Passage | None:
        """One attempt; ``None`` when the tool changed before the call could be sent."""
        prepared = passage.prepared
        if not prepared.validation.passed:
            return _invalid(passage)
        if passage.verdict.decision == "deny":
            verdict = passage.verdict
            return _stopped(passage, "rule", f"{prepared.tool.name} is denied by {verdict.rule}: {verdict.reason}")
        if not await self._consented(prepared):
            return _stopped(passage, "consent", self._without_consent(prepared))
        passage = await self._hooked(passage)
        if passage.refused is None:
            passage = await self._approved(passage)
        if passage.refused is None:
            try:
                passage = await self._sent(passage)
            except ChangedError:
                return None
        return await self._told(passage)

    def _of(self, event: Event, prepared: PreparedCall) -> tuple[Hook, ...]:
        return matching(self.session.hooks, event, prepared.tool.name)

    def _lacking(self, prepared: PreparedCall) -> tuple[Hook, ...]:
        return self.session.lacking(around(self.session.hooks, prepared.tool.name))

    async def _consented(self, prepared: PreparedCall) -> bool:
        lacking = self._lacking(prepared)
        return not lacking or await self.desk.consent(lacking, prepared)

    def _without_consent(self, prepared: PreparedCall) -> str:
        hook = self._lacking(prepared)[0]
        return f"nobody has let the {hook.event} hook {hook.shown} ({hook.origin}) run"

    async def _hooked(self, passage: Passage) -> Passage:
        """After the hooks before the call: what they changed is coerced and checked like anything else."""
        prepared = passage.prepared
        runs = await self._run("pre_tool_call", prepared, self._ids())
        wanted = directive(runs)
        passage = replace(passage, hooks=runs)
        if wanted.block:
            verdict = _by_hook("deny", wanted.block, prepared.tool)
            message = f"{prepared.tool.name} is blocked by {verdict.rule}: {verdict.reason}"
            return _stopped(replace(passage, verdict=verdict), "hook", message)
        if wanted.changes:
            prepared = prepare(self.session.profile, prepared.tool, {**prepared.given, **wanted.changes})
            passage = replace(passage, prepared=prepared)
            if not prepared.validation.passed:
                return _invalid(passage)
        if wanted.ask:
            passage = replace(passage, verdict=_by_hook("ask", wanted.ask, prepared.tool))
        return passage

    async def _approved(self, passage: Passage) -> Passage:
        verdict, prepared = passage.verdict, passage.prepared
        approval = approve_by_rule(verdict, prepared) or approve_by_grant(verdict, prepared, self.session.grants)
        if approval is not None:
            return replace(passage, approval=approval)
        shown = prepared.digest
        answer = await self.desk.approve(passage)
        if prepared.digest != shown:
            return _stopped(passage, "change", "its arguments changed while it was asked about")
        if answer is not None and answer.kind == "yes":
            approval = approve_by_yes(verdict, prepared)
        elif answer is not None:
            approval = approve_by_person(verdict, prepared, answer.kind != "deny")
        if approval is None:
            return _unanswered(passage) if answer is None else _denied(passage, answer)
        if answer is not None and answer.kind == "session":
            self.session.grants.keep(verdict, prepared, approval)
        return replace(passage, approval=approval)

    async def _sent(self, passage: Passage) -> Passage:
        assert passage.approval is not None
        await self.desk.sending(passage)
        outcome = await run(
            passage.prepared,
            passage.approval,
            self.session.caller,
            self.session.find,
            timeout=self.limits.timeout,
            on_progress=self.limits.on_progress,
        )
        return replace(passage, outcome=outcome)

    async def _told(self, passage: Passage) -> Passage:
        """After the hooks after the call, which only watch."""
        runs = await self._run("post_tool_call", passage.prepared, {**_result(passage), **self._ids()})
        return replace(passage, hooks=(*passage.hooks, *runs))

    async def _run(self, event: Event, prepared: PreparedCall, extra: Mapping[str, Json]) -> tuple[HookRun, ...]:
        arguments = prepared.given if event == "pre_tool_call" else prepared.arguments
        told = Told(prepared.tool.name, arguments, self.session.name, extra)
        runs = await run_all(self.session.profile, self._of(event, prepared), told)
        for one in runs:
            self.desk.hook_ran(one, prepared)
        return runs

    def _ids(self) -> dict[str, Json]:
        return {"task_id": "", "tool_call_id": self.limits.call_id, "turn_id": "", "api_request_id": ""}


def _stopped(passage: Passage, by: By, message: str) -> Passage:
    return replace(passage, refused=Refused(by, one_line(message)))


def _invalid(passage: Passage) -> Passage:
    changed = "a hook changed it: " if any(run.changes for run in passage.hooks) else ""
    return _stopped(passage, "arguments", f"{changed}{passage.prepared.fault}; nothing was sent")


def _denied(passage: Passage, answer: Answer) -> Passage:
    why = f": {answer.message}" if answer.message.strip() else ""
    return _stopped(passage, "person", f"{passage.prepared.tool.name} was denied by the user{why}")


def _unanswered(passage: Passage) -> Passage:
    return _stopped(passage, "silence", f"{passage.prepared.tool.name} was not allowed: nobody answered")


def _by_hook(decision: Literal["ask", "deny"], run: HookRun, tool: Tool) -> Verdict:
    key = f" {run.rule_key}" if run.rule_key else ""
    return Verdict(decision, f"hook {run.hook.shown}{key}", run.message or Plain("it gives no reason"), tool)


def _result(passage: Passage) -> dict[str, Json]:
    """What hooks after a call are told of its end."""
    outcome = passage.outcome
    if outcome is None:
        error = str(passage.refused.message) if passage.refused else ""
        return {"result": json.dumps({"error": error}), "status": "blocked", "duration_ms": 0}
    failed = outcome.reply.is_error
    text = str(outcome.reply.error) if outcome.reply.error is not None else outcome.text
    return {
        "result": json.dumps({"error" if failed else "result": text}, ensure_ascii=False),
        "status": "error" if failed else "ok",
        "duration_ms": round(outcome.elapsed_ms),
        **({"error_message": one_line(text, 400)} if failed else {}),
    }


def hermes_after(profile: Profile, server_trust: Trust, passage: Passage) -> HermesDecision:
    """What Hermes itself would do with a call, the answers of the hooks included."""
    wanted = directive(passage.hooks)
    if wanted.block:
        return HermesDecision("deny", one_line(f"the hook {wanted.block.hook.shown} blocks it"))
    if wanted.ask:
        return HermesDecision("ask", one_line(f"the hook {wanted.ask.hook.shown} wants it asked about"))
    return hermes(profile, server_trust, passage.prepared.tool)
