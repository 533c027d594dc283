"""Shell hooks around a call: what they are told, what they answer, what comes of all of them (hermes.md §11)."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from toolscope.canonical import Json
from toolscope.config.hooks import Event, Hook
from toolscope.config.profiles import Profile
from toolscope.invocation import hook_process
from toolscope.invocation.hook_process import Ended
from toolscope.plain import Plain, clean, one_line

Reaction: TypeAlias = Literal["nothing", "block", "modify", "approve", "ignored", "failed"]
"""``approve``: a person shall be asked. ``ignored``: the release does not take this answer."""

_BLOCKS = 2
"""The exit code that blocks without a word."""
_MESSAGE = 400
_SHOWN = 20_000
_WORDS: dict[Reaction, str] = {
    "nothing": "has no objection",
    "block": "blocks the call",
    "modify": "changes nothing",
    "approve": "wants a person to be asked",
    "ignored": "its answer is not taken",
    "failed": "failed, and nothing comes of it",
}
_DIALECTS = (("action", ("message", "reason"), "args"), ("decision", ("reason", "message"), "tool_input"))
"""Hermes' own answer and Claude Code's: the verb, where its message stands, what holds changed arguments."""


@dataclass(frozen=True, slots=True)
class HookRun:
    """One hook that was run, and its answer."""

    hook: Hook
    reaction: Reaction
    message: Plain
    """Why it blocks or wants to be asked about, or what failed; empty where there is nothing to say."""
    stdout: Plain
    stderr: Plain
    changes: Mapping[str, Json] = field(default_factory=dict)
    """Arguments to put over those of the call."""
    rule_key: str | None = None
    exit_code: int | None = None
    elapsed_ms: float = 0.0

    @property
    def words(self) -> Plain:
        """What it did, in one line."""
        watched = self.hook.event == "post_tool_call" and self.reaction == "nothing"
        did = f"changes {', '.join(self.changes)}" if self.changes else _WORDS[self.reaction]
        did = "was told how it ended" if watched else did
        return one_line(f"{did}: {self.message}" if self.message else did)


@dataclass(frozen=True, slots=True)
class Told:
    """What a hook is told of a call."""

    name: str
    """The tool's real name: the bridge is unwrapped."""
    arguments: Mapping[str, Json]
    session: str
    extra: Mapping[str, Json] = field(default_factory=dict)


async def run_all(profile: Profile, hooks: Sequence[Hook], told: Told) -> tuple[HookRun, ...]:
    """Run hooks one after the other; each is told the same, whatever the ones before it answered."""
    return tuple([await _run(profile, hook, told) for hook in hooks])


async def _run(profile: Profile, hook: Hook, told: Told) -> HookRun:
    try:
        given = json.dumps(payload(profile, hook.event, told), ensure_ascii=False, default=str)
    except (RecursionError, ValueError) as error:
        return answered(profile, hook, Ended(None, fault=f"the call cannot be written as JSON: {error}"))
    return answered(profile, hook, await hook_process.run(hook.command, given.encode("utf-8", "replace"), hook.timeout))


def payload(profile: Profile, event: Event, told: Told) -> dict[str, Json]:
    """The JSON on a hook's standard input."""
    return {
        "hook_event_name": event,
        "tool_name": told.name,
        "tool_input": dict(told.arguments),
        "session_id": told.session,
        "cwd": os.getcwd(),
        **({"profile": "default"} if profile.hooks_ask else {}),
        "extra": dict(told.extra),
    }


def answered(profile: Profile, hook: Hook, ended: Ended) -> HookRun:
    """What a hook's exit code and output mean in a release."""
    reaction, message, changes, key = _answer(profile, hook, ended)
    closes = hook.fail_closed and profile.hooks_gate and hook.event == "pre_tool_call"
    if reaction == "failed" and closes:
        reaction, message = "block", f"{hook.shown} failed closed: {message}"
    return HookRun(
        hook,
        reaction,
        one_line(message, _MESSAGE),
        clean(ended.stdout[:_SHOWN]),
        clean(ended.stderr[:_SHOWN]),
        changes,
        key,
        ended.exit_code,
        ended.elapsed_ms,
    )


_Answer: TypeAlias = tuple[Reaction, str, Mapping[str, Json], str | None]


def _answer(profile: Profile, hook: Hook, ended: Ended) -> _Answer:
    """Reaction, message, changes and rule key; whether a failure is closed is not decided here."""
    if ended.fault is not None:
        return "failed", ended.fault, {}, None
    before = hook.event == "pre_tool_call"
    value, unreadable = _read(ended.stdout)
    said = _said(profile, value) if before and value is not None else None
    if before and profile.hooks_gate and ended.exit_code == _BLOCKS:
        if said is not None and said[0] == "block":
            return said
        return "block", ended.stderr.strip() or "blocked by a hook", {}, None
    if said is not None:
        return said
    if ended.exit_code != 0:
        last = ended.stderr.strip().rpartition("\n")[2]
        return "failed", f"exit code {ended.exit_code}{f': {last}' if last else ''}", {}, None
    return (
        ("failed", "its output is not a JSON object", {}, None) if before and unreadable else ("nothing", "", {}, None)
    )


def _read(stdout: str) -> tuple[dict[str, Json] | None, bool]:
    """The object that a hook wrote, and whether it wrote something else."""
    if not stdout.strip():
        return None, False
    try:
        value = json.loads(stdout)
    except (ValueError, RecursionError):
        return None, True
    return (value, False) if isinstance(value, dict) else (None, True)


def _said(profile: Profile, value: Mapping[str, Json]) -> _Answer | None:
    """A block in either dialect, then a change, then the wish to be asked about; ``None`` for no opinion."""
    for verb, messages, _ in _DIALECTS:
        if value.get(verb) == "block":
            return "block", _word(value, *messages) or "blocked by a hook", {}, None
    for verb, _, holder in _DIALECTS:
        if value.get(verb) == "modify" and isinstance(value.get(holder), dict):
            if not profile.hooks_gate:
                return "ignored", f"{profile.name} lets no hook change arguments", {}, None
            return "modify", _word(value, "message", "reason"), value[holder], None
    if value.get("action") == "approve":
        if not profile.hooks_ask:
            return "ignored", f"{profile.name} takes no approve from a shell hook", {}, None
        return "approve", _word(value, "message", "reason"), {}, _word(value, "rule_key").strip() or None
    return None


def _word(value: Mapping[str, Json], *keys: str) -> str:
    return next((value[key] for key in keys if isinstance(value.get(key), str) and value[key]), "")


# what comes of all of them


@dataclass(frozen=True, slots=True)
class Directive:
    """What the hooks before a call want together."""

    block: HookRun | None = None
    """The first one that blocks; it beats every other answer."""
    ask: HookRun | None = None
    """The first one that wants a person to be asked."""
    changes: Mapping[str, Json] = field(default_factory=dict)
    """Of all hooks, later ones over earlier ones, key by key."""


def directive(runs: Sequence[HookRun]) -> Directive:
    """Put answers together."""
    changes: dict[str, Json] = {}
    for run in runs:
        changes |= run.changes
    return Directive(
        next((run for run in runs if run.reaction == "block"), None),
        next((run for run in runs if run.reaction == "approve"), None),
        changes,
    )
