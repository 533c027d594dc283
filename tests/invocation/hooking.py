"""Real shell hooks, and somebody who answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from toolscope.catalog.tool import Tool
from toolscope.config.hooks import Event, Hook
from toolscope.config.model import Guardrail, Origin
from toolscope.config.profiles import HERMES_22, Profile
from toolscope.invocation.call import Caller, PreparedCall
from toolscope.invocation.hooks import HookRun
from toolscope.invocation.passage import Answer, Passage, Session


def script(folder: Path, name: str, body: str) -> str:
    """An executable shell script; what it is told is in ``name.json`` afterwards."""
    path = folder / f"{name}.sh"
    path.write_text(f"#!/bin/sh\ncat > '{folder / name}.json'\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def told(folder: Path, name: str) -> Any:
    """What a script was told; ``None`` when it was not run."""
    path = folder / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def hook(command: str, event: Event = "pre_tool_call", **more: Any) -> Hook:
    """A hook at line 3 of a configuration."""
    return Hook(event, command, Origin("config.yaml", 3), **more)


def says(folder: Path, name: str, answer: Any, **more: Any) -> Hook:
    """A hook that answers with JSON."""
    return hook(script(folder, name, f"cat <<'END'\n{json.dumps(answer)}\nEND"), **more)


class Person:
    """Answers questions, and remembers them."""

    def __init__(
        self,
        *answers: Answer | None,
        consents: bool = True,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        """``meanwhile`` happens while a call is asked about."""
        self.answers, self.consents, self._meanwhile = list(answers), consents, meanwhile
        self.asked: list[Passage] = []
        self.shown: list[Hook] = []
        self.sent: list[Passage] = []
        self.ran: list[HookRun] = []

    async def consent(self, hooks: Sequence[Hook], prepared: PreparedCall) -> bool:
        self.shown += hooks
        return self.consents

    async def approve(self, passage: Passage) -> Answer | None:
        self.asked.append(passage)
        self._meanwhile()
        return self.answers.pop(0) if self.answers else None

    async def sending(self, passage: Passage) -> None:
        self.sent.append(passage)

    def hook_ran(self, run: HookRun, prepared: PreparedCall) -> None:
        self.ran.append(run)


class Tools:
    """The tools of a session, which can change while a call is on its way."""

    def __init__(self, *tools: Tool) -> None:
        self.by_name = {tool.name: tool for tool in tools}

    def find(self, name: str) -> Tool | None:
        return self.by_name.get(name)


def made_in(
    caller: Caller,
    tools: Tools,
    *hooks: Hook,
    guardrail: Guardrail | None = None,
    profile: Profile = HERMES_22,
    **more: Any,
) -> Session:
    """A session in which every hook has been consented to, unless ``lacking`` says otherwise."""
    more.setdefault("lacking", lambda some: ())
    return Session(profile, guardrail or Guardrail(), caller, tools.find, hooks, **more)
