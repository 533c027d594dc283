"""Calls that were made: one record each, its line in the history, and how to say it again elsewhere."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal, TypeAlias

from textual.content import Content

from toolscope.canonical import Json
from toolscope.catalog.snapshot import Catalog
from toolscope.config.launch import Http, Recorded, Stdio
from toolscope.config.masking import masked_words
from toolscope.config.model import ServerConfig
from toolscope.config.profiles import DEFAULT, Profile
from toolscope.connections.state import Reply
from toolscope.invocation.call import Outcome, PreparedCall
from toolscope.invocation.guardrail import HermesDecision, Verdict
from toolscope.invocation.hooks import HookRun
from toolscope.plain import Plain, one_line
from toolscope.ui.present.text import Part, assemble, duration, pad, plural, spread, stack

Fate: TypeAlias = Literal["running", "done", "tool error", "refused", "cancelled", "unreachable", "failed"]
"""What became of a call. ``tool error``: the tool itself said so; ``failed``: the way to it or back did."""

_GLYPH: dict[Fate, tuple[str, str]] = {
    "running": ("◐", "$state-connecting"),
    "done": ("✓", "$verdict-allow"),
    "tool error": ("✕", "$verdict-deny"),
    "refused": ("–", "$verdict-deny"),
    "cancelled": ("–", "$verdict-ask"),
    "unreachable": ("✕", "$verdict-deny"),
    "failed": ("✕", "$verdict-deny"),
}


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call, from the moment it was decided about."""

    key: str
    """Unique in a session."""
    at: float
    """``time.time()`` when it was asked for."""
    prepared: PreparedCall
    verdict: Verdict
    hermes: HermesDecision
    fate: Fate = "running"
    outcome: Outcome | None = None
    """What came of it; ``None`` while it runs, and when it did not run to its end."""
    refused: Plain | None = None
    """Why it did not run to its end: a rule, a hook, a person, or somebody cancelled it."""
    hooks: tuple[HookRun, ...] = ()
    """The hooks that were run so far."""
    waiting: bool = False
    """Nothing was sent yet: hooks are run, or somebody is asked."""

    pinned: bool = False
    """Kept for good."""
    past: bool = False
    """Made in an earlier run: the tool may not be there any more, and secrets are masked."""

    @property
    def running(self) -> bool:
        """Whether its end is still awaited."""
        return self.fate == "running"

    def answered(self, outcome: Outcome) -> CallRecord:
        """The same, run to its end."""
        return replace(self, fate=_fate(outcome.reply), outcome=outcome)

    def stopped(self, fate: Literal["refused", "cancelled"], why: Plain) -> CallRecord:
        """The same, kept from running to its end."""
        return replace(self, fate=fate, refused=why)


def _fate(reply: Reply) -> Fate:
    if reply.error is not None:
        return "unreachable" if reply.unreachable else "failed"
    return "tool error" if reply.is_error else "done"


def mark(fate: Fate) -> tuple[str, str]:
    """The glyph of a fate and its colour."""
    return _GLYPH[fate]


def history_line(record: CallRecord, width: int, today: date) -> Content:
    """One call in the history: what, where, how long or why not, when; the day only when it was not today."""
    tool, fate = record.prepared.tool, record.fate
    took = duration(record.outcome.elapsed_ms) if fate == "done" and record.outcome else fate
    named = assemble((one_line(tool.shown_raw_name), "$ink"), (f"  {one_line(tool.shown_server)}", "$soft"))
    short = assemble((took, "$ink" if fate == "done" else "$soft"))
    when = datetime.fromtimestamp(record.at)
    forms = ("  %H:%M:%S", "  %H:%M") if when.date() == today else ("  %d %b %H:%M", "  %d %b")
    dated = [assemble(short, (when.strftime(form), "$soft")) for form in forms]
    right = next((one for one in dated if named.cell_length + one.cell_length + 7 <= width), short)
    pinned: Part = ("▪", "$here") if record.pinned else " "
    return assemble(pinned, pad(mark(fate), width=2), spread(named, right, max(4, width - 5)), "  ")


def tool_call_json(name: str, arguments: Json) -> str:
    """The call as a model writes it, in ASCII."""
    return json.dumps({"name": name, "arguments": arguments})


def command_line(config: ServerConfig | None, profile: Profile, name: str, arguments: Json) -> str:
    """The call as ``toolscope call`` in a POSIX shell; in ASCII, secrets of the server's command masked."""
    words = ["toolscope", "call", name, json.dumps(arguments)]
    if profile is not DEFAULT:
        words += ["--profile", profile.name]
    if config is not None:
        words += _source(config)
    return shlex.join(words)


def again(form: str, config: ServerConfig | None, profile: Profile, name: str, arguments: Json) -> tuple[str, str]:
    """The call said again, and what that is: as a ``command``, or as a model's ``json``."""
    if form == "json":
        return tool_call_json(name, arguments), "the call as tool_call JSON"
    return command_line(config, profile, name, arguments), "the call as a command"


def _source(config: ServerConfig) -> list[str]:
    """The options that make the same server."""
    if config.origin.source == "demo":
        return ["--demo", "--server", config.name]
    if config.origin.source != "command line":
        recorded = isinstance(config.launch, Recorded)
        return ["--recording" if recorded else "--config", config.origin.source, "--server", config.name]
    if isinstance(config.launch, Http):
        return ["--name", config.name, "--url", config.endpoint]
    if isinstance(config.launch, Stdio):
        return ["--name", config.name, "--", config.launch.command, *masked_words(config.launch.args)]
    return []


def reader(catalog: Catalog, server: str) -> str:
    """The tool by which a model reads resources of a server; where there is none, what it would be."""
    names = (one.name for one in catalog.tools if one.server == server and one.utility == "read_resource")
    return next(names, f"read_resource of {server}")


def invitation(count: int) -> Content:
    """What there is to do while no tool is chosen; ``count`` tools are deferred."""
    tools = f"{plural(count, 'deferred tool')} to choose from" if count else "no deferred tool is there yet"
    return stack(
        (
            assemble(("Call a deferred tool by hand", "bold $ink")),
            assemble(("the way a model would: the same coercion and checks, then the guardrail", "$soft")),
            Content(""),
            assemble(("F7", "$here"), ("  picks a tool   ", "$ink"), (tools, "$soft")),
            assemble(("F3", "$here"), ("  finds one by what it does", "$ink")),
        )
    )
