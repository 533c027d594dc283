"""What ``toolscope call`` tells of a call: its object, its text, its exit code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from toolscope.canonical import Json
from toolscope.cli.empty import EMPTY
from toolscope.cli.exits import Exit
from toolscope.cli.output import Answer
from toolscope.cli.session import Session
from toolscope.config.hooks import Hook
from toolscope.connections.state import State
from toolscope.invocation.call import Outcome, PreparedCall
from toolscope.invocation.envelope import Refusal, Standing
from toolscope.invocation.guardrail import HermesDecision, Verdict, hints
from toolscope.invocation.hooks import HookRun
from toolscope.invocation.journey import hermes_after
from toolscope.invocation.passage import Passage
from toolscope.invocation.result import Block

_CODES = {"arguments": Exit.NOT_VALID, "change": Exit.UNKNOWN_TOOL}

_NO_CALL = frozenset({"bad_json", "not_object", "entry_not_object", "no_name", "no_calls", "batch"})
"""Codes of what has not the form of one call; the others name a tool that is not there to be called."""


@dataclass(frozen=True, slots=True)
class Called:
    """One call as it was typed, and how far it came."""

    passage: Passage
    hermes: HermesDecision
    typed: Json = None
    """Arguments given as text that lost something when it was read; else ``None``."""

    @property
    def value(self) -> dict[str, Json]:
        """The object of the call."""
        passage = self.passage
        value = prepared_value(passage.prepared, passage.verdict, self.hermes)
        if self.typed is not None:
            read = {"path": "arguments", "before": self.typed, "after": passage.prepared.given, "lossy": True}
            value["coercions"].insert(0, read)
        if passage.hooks:
            value["hooks"] = [hook_value(run) for run in passage.hooks]
        if passage.refused is not None:
            told = passage.refused
            value["refused"] = {"by": told.by, "message": told.message, "for_model": told.for_model}
        outcome = passage.outcome
        if outcome is not None:
            value |= {"dispatched": outcome.dispatched, "elapsed_ms": round(outcome.elapsed_ms, 1)}
            if outcome.reply.result is not None:
                value["result"] = outcome.reply.result
        return value


def unreadable(session: Session, name: Json, refusal: Refusal) -> Answer:
    """What was typed is no call of a tool in this session."""
    value = {**EMPTY["call"], "name": name, "refusal": {"code": refusal.code, "near": list(refusal.near)}}
    if refusal.code in _NO_CALL:
        return Answer(value, "", Exit.NOT_VALID, f"{refusal.message}; nothing was sent", session.notes)
    code, message = Exit.UNKNOWN_TOOL, str(refusal.message)
    if refusal.standing is Standing.UNKNOWN and isinstance(name, str):
        why = session.absence(name)
        if why.name == "server_unavailable":
            code = Exit.UNREACHABLE
        message = session.in_words(name, why)
    return Answer(value, "", code, message, session.notes)


def answered(session: Session, passage: Passage, typed: Json, advice: str) -> Answer:
    """How a call went. ``advice`` is what could have been done about a refusal, where nobody could be asked."""
    called = Called(passage, hermes_of(session, passage), typed)
    outcome, refused = passage.outcome, passage.refused
    if refused is not None or outcome is None:
        code = _CODES.get(refused.by, Exit.REFUSED) if refused else Exit.REFUSED
        text = prepared_text(called.value) if code is Exit.NOT_VALID else ""
        return Answer(called.value, text, code, f"{refused.message if refused else ''}{advice}", session.notes)
    code, error = _end(session, outcome)
    text = "\n\n".join(block.text if block.text is not None else _named(block) for block in outcome.blocks)
    return Answer(called.value, text, code, error, [*session.notes, *_unchecked(passage.prepared)])


def hermes_of(session: Session, passage: Passage) -> HermesDecision:
    """What Hermes itself would do with a call."""
    status = session.survey.status(passage.prepared.tool.server)
    trust = status.config.trust if status else "full"
    return hermes_after(session.survey.settings.profile, trust, passage)


def _end(session: Session, outcome: Outcome) -> tuple[Exit, str | None]:
    reply = outcome.reply
    if reply.error is None:
        failed = f"{outcome.call.tool.raw_name} reported an error"
        return (Exit.TOOL_ERROR, failed) if reply.is_error else (Exit.DONE, None)
    if not reply.unreachable:
        return Exit.TOOL_ERROR, str(reply.error)
    late = session.survey.status(outcome.call.tool.server)
    said = late is not None and late.state is State.READY and late.stderr_tail
    last = f"; its last line was: {late.stderr_tail[-1]}" if late and said else ""
    return Exit.UNREACHABLE, f"{reply.error}{last}"


def _unchecked(prepared: PreparedCall) -> list[str]:
    reason = prepared.validation.not_validated_reason
    return [f"the arguments were not validated: {reason}"] if reason else []


def _named(block: Block) -> str:
    """A block that is not text, by name and size."""
    problem = f", {block.problem}" if block.problem else ""
    return f"[{block.title}, {block.size:,} bytes{problem}]"


# a call before it runs


def prepared_value(prepared: PreparedCall, verdict: Verdict, would: HermesDecision) -> dict[str, Json]:
    """The object of a call that was not sent yet."""
    tool, validation = prepared.tool, prepared.validation
    changes = [
        {"path": c.path, "before": c.before, "after": c.after, **({"lossy": True} if c.lossy else {})}
        for c in prepared.coercions
    ]
    reason = validation.not_validated_reason
    return {
        "name": tool.name,
        "server": tool.server,
        "raw_name": tool.raw_name,
        "arguments": prepared.arguments,
        "coercions": changes,
        "problems": [{"path": p.path, "constraint": p.constraint, "message": p.message} for p in validation.problems],
        "validated": validation.validated,
        **({"not_validated_reason": reason} if reason else {}),
        **judged_value(verdict, would),
        "digest": prepared.digest,
        "dispatched": False,
    }


def judged_value(verdict: Verdict, would: HermesDecision) -> dict[str, Json]:
    """What decides about a tool, what Hermes would do, and what the tool says of itself."""
    return {
        "verdict": {"decision": verdict.decision, "rule": verdict.rule, "reason": verdict.reason},
        "hermes": {"decision": would.decision, "reason": would.reason},
        "hints": [{"name": h.name, "value": h.value, "declared": h.declared} for h in hints(verdict.tool)],
    }


def prepared_text(value: dict[str, Json]) -> str:
    """The same for a person."""
    lines = [f"{value['name']} on {value['server']}", json.dumps(value["arguments"], indent=2, ensure_ascii=False)]
    for change in value["coercions"]:
        lossy = "  (lossy)" if change.get("lossy") else ""
        lines.append(
            f"changed: {change['path']}: {json.dumps(change['before'])} -> {json.dumps(change['after'])}{lossy}"
        )
    lines += [f"not valid: {p['path']}: {p['message']} ({p['constraint']})" for p in value["problems"]]
    if "not_validated_reason" in value:
        lines.append(f"not validated: {value['not_validated_reason']}")
    verdict, would = value["verdict"], value["hermes"]
    lines.append(f"decision: {verdict['decision']} ({verdict['rule']}: {verdict['reason']})")
    lines.append(f"hermes: {would['decision']} ({would['reason']})")
    lines += [f"hook: {one['event']}: {one['command']} ({one['origin']})" for one in value.get("hooks", ())]
    return "\n".join(lines)


# hooks


def waiting_hooks(hooks: Sequence[Hook], lacking: Sequence[Hook]) -> list[Json]:
    """The hooks that a call would run, and which of them nobody has consented to."""
    return [{**_hook(hook), "consented": hook not in lacking} for hook in hooks]


def hook_value(run: HookRun) -> dict[str, Json]:
    """One hook that was run."""
    return {
        **_hook(run.hook),
        "reaction": run.reaction,
        "message": run.message,
        "changes": dict(run.changes),
        "exit_code": run.exit_code,
        "stdout": run.stdout,
        "stderr": run.stderr,
        "elapsed_ms": round(run.elapsed_ms, 1),
    }


def _hook(hook: Hook) -> dict[str, Json]:
    return {"event": hook.event, "command": hook.shown, "origin": str(hook.origin)}
