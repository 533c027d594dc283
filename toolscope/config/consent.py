"""Which hooks a person has let run: asked once for each command, remembered in the platform's data folder."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolscope.canonical import fingerprint
from toolscope.config import memory
from toolscope.config.hooks import Hook
from toolscope.config.model import ConfigError


def place(environ: Mapping[str, str]) -> Path:
    """Where consents are remembered."""
    return memory.folder(environ) / "hooks.json"


@dataclass(frozen=True, slots=True)
class Consents:
    """What may run, by digest. Commands themselves are not kept: they may hold secrets."""

    path: Path
    digests: frozenset[str] = frozenset()
    everything: bool = False
    """``--accept-hooks``: all of them, for this run."""

    def covers(self, hook: Hook) -> bool:
        """Whether a hook may run without being asked about."""
        return self.everything or hook.accepted or digest(hook) in self.digests

    def lacking(self, hooks: Iterable[Hook]) -> tuple[Hook, ...]:
        """The hooks that have to be asked about, each command once."""
        asked = {digest(hook): hook for hook in hooks if not self.covers(hook)}
        return tuple(asked.values())

    def remember(self, hooks: Sequence[Hook]) -> Consents:
        """The same with these hooks; raises ``ConfigError`` when the file cannot be written."""
        added = {digest(hook) for hook in hooks}
        known = read(self.path).digests | self.digests | added
        memory.keep(self.path, {"format": "toolscope.hooks", "hooks": sorted(known)})
        return Consents(self.path, known, self.everything)

    def granting(self, hooks: Sequence[Hook]) -> Consents:
        """The same with these hooks, for this run alone."""
        return Consents(self.path, self.digests | {digest(hook) for hook in hooks}, self.everything)


def digest(hook: Hook) -> str:
    """Names an event and its command; also the working folder, when a word of the command is a path in it."""
    try:
        words = shlex.split(hook.command)
    except ValueError:
        words = []
    relative = any(not os.path.isabs(word) and os.path.exists(word) for word in words)
    return fingerprint([hook.event, hook.command, os.getcwd() if relative else None])


def read(path: Path, everything: bool = False) -> Consents:
    """What was remembered. A file that is missing or cannot be read remembers nothing."""
    try:
        value = memory.recall(path)
    except ConfigError:
        value = None
    found = value.get("hooks") if isinstance(value, dict) else None
    digests = [one for one in found if isinstance(one, str)] if isinstance(found, list) else []
    return Consents(path, frozenset(digests), everything)
