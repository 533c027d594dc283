"""Shell hooks around a call, as Hermes' configuration writes them (hermes.md §11)."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolscope.config.interpolate import Variables, fill
from toolscope.config.masking import masked_words
from toolscope.config.model import Origin
from toolscope.config.section import Section, kind
from toolscope.plain import Plain, one_line

Event: TypeAlias = Literal["pre_tool_call", "post_tool_call"]

_EVENTS: tuple[Event, ...] = ("pre_tool_call", "post_tool_call")
_SECONDS = 60.0
_LONGEST = 300.0
_TRUE = frozenset({"1", "true", "yes", "on"})


@dataclass(frozen=True, slots=True)
class Hook:
    """A command that is run before or after every call of the tools it matches."""

    event: Event
    command: str
    """Split into words as a shell would; no shell runs it."""
    origin: Origin
    matcher: str | None = None
    """Regular expression on the whole real name of a tool; ``None`` matches all."""
    timeout: float = _SECONDS
    """Seconds."""
    fail_closed: bool = False
    """A hook that fails blocks the call, where otherwise it would be passed over."""
    accepted: bool = False
    """Its configuration or the environment consents to every hook (``hooks_auto_accept``, ``HERMES_ACCEPT_HOOKS``)."""

    @property
    def shown(self) -> Plain:
        """The command, safe to show, its secrets masked."""
        try:
            words = shlex.split(self.command)
        except ValueError:
            return one_line(self.command)
        masked = masked_words(words)
        return one_line(self.command if masked == words else " ".join(masked))

    def matches(self, name: str) -> bool:
        """Whether the hook is run for a tool of this model-visible name."""
        if self.matcher is None:
            return True
        try:
            return re.fullmatch(self.matcher, name) is not None
        except re.error:
            return name == self.matcher


def matching(hooks: Sequence[Hook], event: Event, name: str) -> tuple[Hook, ...]:
    """The hooks that an event of a tool sets off, in the order they are written."""
    return tuple(hook for hook in hooks if hook.event == event and hook.matches(name))


def around(hooks: Sequence[Hook], name: str) -> tuple[Hook, ...]:
    """All hooks that a call of a tool sets off, in the order they are run."""
    return tuple(hook for event in _EVENTS for hook in matching(hooks, event, name))


def hooks(top: Section, variables: Variables) -> tuple[Hook, ...]:
    """Read ``hooks: {event: [{command, matcher?, timeout?, fail_closed?}]}``; complains about what cannot be read."""
    section = fill(top.child("hooks"), variables)
    if not section.is_mapping("a mapping of events to lists of hooks"):
        return ()
    accepted = _yes(top.child("hooks_auto_accept").value) or _yes(variables.environ.get("HERMES_ACCEPT_HOOKS"))
    return tuple(hook for name, entries in section.children() for hook in _of_event(name, entries, accepted))


def _yes(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() in _TRUE)


def _of_event(name: str, entries: Section, accepted: bool) -> Iterator[Hook]:
    event = next((known for known in _EVENTS if known == name), None)
    if event is None:
        near = difflib.get_close_matches(name, _EVENTS, 1, 0.75)
        entries.complain(f"unknown event; did you mean {near[0]}?" if near else "is no event of a call; not run here")
        return
    if entries.value is not None and not isinstance(entries.value, list):
        entries.complain(f"must be a list of hooks, not {kind(entries.value)}; ignored")
    for entry in entries.items():
        hook = _hook(event, entry, accepted)
        if hook is not None:
            yield hook


def _hook(event: Event, entry: Section, accepted: bool) -> Hook | None:
    if not entry.is_mapping("a mapping with a command"):
        return None
    entry.only({"command", "matcher", "timeout", "fail_closed", "failClosed"})
    command = entry.text("command")
    if command is None:
        entry.complain("has no command; the hook is ignored")
        return None
    return Hook(event, command.strip(), entry.origin, _matcher(entry), _timeout(entry), _closed(event, entry), accepted)


def _matcher(entry: Section) -> str | None:
    matcher = (entry.text("matcher") or "").strip()
    if not matcher:
        return None
    try:
        re.compile(matcher)
    except re.error as error:
        entry.complain(f"is no regular expression ({error}); it matches the tool of exactly this name", "matcher")
    return matcher


def _timeout(entry: Section) -> float:
    seconds = entry.number("timeout", _SECONDS)
    if not 1 <= seconds <= _LONGEST:
        clamped = min(max(seconds, 1.0), _LONGEST)
        entry.complain(f"must be 1 to {_LONGEST:g} seconds; {clamped:g} is used", "timeout")
        return clamped
    return seconds


def _closed(event: Event, entry: Section) -> bool:
    key = "fail_closed" if entry.child("fail_closed").value is not None else "failClosed"
    value = entry.child(key).value
    if value is not None and not isinstance(value, bool):
        entry.complain(f"must be true or false, not {kind(value)}; false is used", key)
    if value is True and event == "post_tool_call":
        entry.complain("has no effect: a hook that is run after the call cannot keep it from running", key)
        return False
    return value is True
