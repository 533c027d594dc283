"""A call as it is kept between runs, secrets masked; and the same call read back."""

from __future__ import annotations

from typing import cast, get_args

from toolscope.canonical import Json, compact, fingerprint
from toolscope.catalog.tool import Tool
from toolscope.config.masking import masked_json
from toolscope.connections.state import Reply
from toolscope.invocation.call import Outcome, PreparedCall
from toolscope.invocation.guardrail import HermesDecision, Verdict
from toolscope.invocation.ledger import Entry
from toolscope.invocation.validate import Validation
from toolscope.plain import Plain, clean, one_line
from toolscope.ui.present.calls import CallRecord, Fate

_LONGEST = 60_000
"""Characters of a result that are kept; of a longer one only its beginning, as text."""
_SEARCHED = 20_000
"""Characters of a reply in which a search looks."""


def stored(record: CallRecord) -> Entry:
    """A call that is over, as JSON."""
    tool, outcome = record.prepared.tool, record.outcome
    entry: Entry = {
        "id": identifier(record),
        "at": record.at,
        "name": tool.name,
        "raw_name": tool.raw_name,
        "server": tool.server,
        "given": record.prepared.given,
        "arguments": record.prepared.arguments,
        "verdict": {"decision": record.verdict.decision, "rule": record.verdict.rule, "reason": record.verdict.reason},
        "hermes": {"decision": record.hermes.decision, "reason": record.hermes.reason},
        "fate": record.fate,
        "refused": record.refused,
    }
    if outcome is not None:
        reply, kept = outcome.reply, _short(outcome.reply.result, outcome.text)
        entry |= {"result": kept, "error": reply.error, "elapsed_ms": round(reply.elapsed_ms, 1)}
        entry |= {"sent": reply.sent, "unreachable": reply.unreachable}
    masked: Entry = masked_json(entry)
    return {**masked, "pinned": record.pinned}


def identifier(record: CallRecord) -> str:
    """Names a call in the file."""
    return record.key if record.past else f"{record.at:.6f}-{fingerprint(record.prepared.tool.name)[:8]}"


def _short(result: Json, text: str) -> Json:
    """The result, or of a long one the beginning of what a model reads of it, ``text``."""
    whole = text if len(text) > _LONGEST else compact(result)
    if len(whole) <= _LONGEST:
        return result
    said = f"{(text or whole)[:_LONGEST]}\n… only the beginning of {len(whole):,} characters was kept"
    failed = isinstance(result, dict) and result.get("isError") is True
    return {"content": [{"type": "text", "text": said}], **({"isError": True} if failed else {})}


def recalled(entry: Entry) -> CallRecord | None:
    """A call that was kept; ``None`` for what is none."""
    try:
        return _record(entry)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def _record(entry: Entry) -> CallRecord:
    tool = _tool(str(entry["name"]), str(entry["raw_name"]), str(entry["server"]))
    prepared = PreparedCall(tool, dict(entry["arguments"]), dict(entry["given"]), (), Validation(False, "an old call"))
    said, would = entry["verdict"], entry["hermes"]
    verdict = Verdict(said["decision"], str(said["rule"]), one_line(str(said["reason"])), tool)
    hermes = HermesDecision(would["decision"], one_line(str(would["reason"])))
    fate = cast(Fate, entry["fate"]) if entry["fate"] in get_args(Fate) else "failed"
    refused = one_line(str(entry["refused"])) if entry.get("refused") else None
    outcome = None
    if "result" in entry:
        outcome = _outcome(entry, prepared)
    pinned = entry.get("pinned") is True
    at = float(entry["at"])
    return CallRecord(entry["id"], at, prepared, verdict, hermes, fate, outcome, refused, pinned=pinned, past=True)


def _outcome(entry: Entry, prepared: PreparedCall) -> Outcome:
    error = one_line(str(entry["error"])) if entry.get("error") else None
    elapsed = float(entry.get("elapsed_ms") or 0.0)
    reply = Reply(entry["result"], error, elapsed, entry.get("sent") is True, entry.get("unreachable") is True)
    return Outcome.of(prepared, reply)


def _tool(name: str, raw_name: str, server: str) -> Tool:
    """A tool of which only the names are known."""
    return Tool(
        name, raw_name, server, server, "mcp", "", {}, {}, None, "", "", one_line(server), one_line(raw_name), Plain("")
    )


def searchable(record: CallRecord) -> str:
    """What a search of the calls looks at, in lower case: names, arguments, fate, error, the begin of the reply."""
    tool = record.prepared.tool
    parts = [tool.name, tool.raw_name, tool.server, compact(record.prepared.given), record.fate, record.refused or ""]
    if record.outcome is not None:
        parts += [record.outcome.reply.error or "", record.outcome.text[:_SEARCHED]]
    return clean("\n".join(parts)).lower()
