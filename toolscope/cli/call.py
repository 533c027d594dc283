"""``toolscope call``: a tool called through the same checks as the model's call."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from toolscope.canonical import Json
from toolscope.cli.empty import EMPTY
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, complain
from toolscope.cli.session import Session, opened
from toolscope.connections.state import State
from toolscope.invocation.call import (
    Approval,
    Outcome,
    PreparedCall,
    approve_by_person,
    approve_by_rule,
    approve_by_yes,
    prepare,
)
from toolscope.invocation.call import (
    run as run_call,
)
from toolscope.invocation.envelope import Envelope, Refusal, Standing, parse
from toolscope.invocation.guardrail import HermesDecision, Verdict, decide, hermes, hints
from toolscope.invocation.result import Block
from toolscope.plain import one_line


async def run(options: argparse.Namespace) -> Answer:
    """Answer with what was checked, decided, sent and received."""
    timeout = _seconds(options.timeout)
    async with opened(options) as session:
        envelope = _read(session, options.tool, options.arguments)
        if isinstance(envelope, Refusal):
            return _refused(session, options.tool, envelope)
        tool = session.survey.catalog.by_name[envelope.name]
        profile = session.survey.settings.profile
        prepared = prepare(profile, tool, envelope.arguments)
        verdict = decide(session.config.guardrail, tool)
        status = session.survey.status(tool.server)
        would = hermes(profile, status.config.trust if status else "full", tool)
        value = _value(prepared, verdict, would)
        if envelope.lossy:
            read = {"path": "arguments", "before": options.arguments, "after": prepared.given, "lossy": True}
            value["coercions"].insert(0, read)
        if not prepared.validation.passed:
            problem = prepared.validation.problems[0]
            reason = f"{problem.path}: {problem.message} ({problem.constraint}); nothing was sent"
            return Answer(value, _text(value), Exit.NOT_VALID, reason, session.notes)
        if options.dry_run:
            denied = verdict.decision == "deny"
            code, error = (
                (Exit.REFUSED, f"{tool.name} would be refused: {verdict.reason}") if denied else (Exit.DONE, None)
            )
            return Answer(value, _text(value), code, error, session.notes)
        approval = _approved(prepared, verdict, options.yes)
        if approval is None:
            return Answer(value, "", Exit.REFUSED, _no(prepared, verdict), session.notes)
        outcome = await run_call(prepared, approval, session.fleet, timeout=timeout)
        return _answered(value, outcome, session)


def _seconds(text: str | None) -> float | None:
    try:
        seconds = None if text is None else float(text)
    except ValueError:
        seconds = 0.0
    if seconds is not None and not 0 < seconds < float("inf"):
        raise Stop(f"--timeout {text}: give a number of seconds above 0", Exit.USAGE)
    return seconds


def _read(session: Session, name: str, arguments: str | None) -> Envelope | Refusal:
    """What was typed, read as the bridge reads a model's call."""
    catalog = session.survey.catalog

    def standing(wanted: str) -> Standing:
        tool = catalog.find(wanted)
        if tool is None:
            return Standing.UNKNOWN
        return Standing.DEFERRED if catalog.defers(tool) else Standing.DIRECT

    typed: Json = {"name": name, "arguments": {} if arguments is None else arguments}
    return parse(session.survey.settings.profile, typed, standing, [tool.name for tool in catalog.deferred])


def _refused(session: Session, name: str, refusal: Refusal) -> Answer:
    value = {**EMPTY["call"], "name": name, "refusal": {"code": refusal.code, "near": list(refusal.near)}}
    if refusal.code in ("bad_json", "not_object"):
        return Answer(value, "", Exit.NOT_VALID, f"{refusal.message}; nothing was sent", session.notes)
    code, message = Exit.UNKNOWN_TOOL, str(refusal.message)
    if refusal.standing is Standing.UNKNOWN:
        why = session.absence(name)
        if why.name == "server_unavailable":
            code = Exit.UNREACHABLE
        if why.name != "no_such_tool":
            message = why.sentence
    return Answer(value, "", code, message, session.notes)


def _value(prepared: PreparedCall, verdict: Verdict, would: HermesDecision) -> dict[str, Json]:
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
        "verdict": {"decision": verdict.decision, "rule": verdict.rule, "reason": verdict.reason},
        "hermes": {"decision": would.decision, "reason": would.reason},
        "hints": [{"name": h.name, "value": h.value, "declared": h.declared} for h in hints(tool)],
        "digest": prepared.digest,
        "dispatched": False,
    }


def _approved(prepared: PreparedCall, verdict: Verdict, yes: bool) -> Approval | None:
    if yes:
        return approve_by_yes(verdict, prepared)
    return approve_by_rule(verdict, prepared) or approve_by_person(verdict, prepared, _asked(prepared, verdict))


def _asked(prepared: PreparedCall, verdict: Verdict) -> bool | None:
    """The answer of the person at the terminal; ``None`` when nobody is there or nothing is asked."""
    if verdict.decision != "ask" or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    tool = prepared.tool
    complain(f"run {one_line(tool.raw_name)} on {one_line(tool.server)}? {verdict.reason}")
    print(one_line(json.dumps(prepared.arguments, ensure_ascii=False)), file=sys.stderr)
    print("Type yes to run it, anything else is a no: ", end="", file=sys.stderr, flush=True)
    with _interruptible():
        return sys.stdin.readline().strip().lower() in ("y", "yes")


@contextmanager
def _interruptible() -> Iterator[None]:
    """While a person is asked, Ctrl+C ends the command at once instead of waiting for the event loop."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _no(prepared: PreparedCall, verdict: Verdict) -> str:
    if verdict.decision == "deny":
        return f"{prepared.tool.name} is denied by {verdict.rule}: {verdict.reason}"
    terminal = sys.stdin.isatty() and sys.stderr.isatty()
    why = "it was not allowed" if terminal else "it needs a yes and there is no terminal to ask; --yes allows this call"
    return f"{prepared.tool.name} was not run: {why}"


def _answered(value: dict[str, Json], outcome: Outcome, session: Session) -> Answer:
    reply = outcome.reply
    value = {**value, "dispatched": outcome.dispatched, "elapsed_ms": round(outcome.elapsed_ms, 1)}
    if reply.result is not None:
        value["result"] = reply.result
    code, error = Exit.DONE, None
    if reply.error is not None:
        code, error = (Exit.UNREACHABLE if reply.unreachable else Exit.TOOL_ERROR), str(reply.error)
    elif reply.is_error:
        code, error = Exit.TOOL_ERROR, f"{outcome.call.tool.raw_name} reported an error"
    text = "\n\n".join(block.text if block.text is not None else _named(block) for block in outcome.blocks)
    late = session.survey.status(outcome.call.tool.server)
    if code is Exit.UNREACHABLE and late is not None and late.state is State.READY and late.stderr_tail:
        error = f"{error}; its last line was: {late.stderr_tail[-1]}"
    return Answer(value, text, code, error, session.notes)


def _named(block: Block) -> str:
    """A block that is not text, by name and size."""
    problem = f", {block.problem}" if block.problem else ""
    return f"[{block.title}, {block.size:,} bytes{problem}]"


def _text(value: dict[str, Json]) -> str:
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
    return "\n".join(lines)
