"""How far a call came, who is asked on its way, and what it is made in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from toolscope.catalog.tool import Tool
from toolscope.config.hooks import Hook
from toolscope.config.model import Guardrail
from toolscope.config.profiles import Profile
from toolscope.invocation.call import Approval, Caller, Grants, OnProgress, Outcome, PreparedCall
from toolscope.invocation.guardrail import Verdict
from toolscope.invocation.hooks import HookRun
from toolscope.plain import Plain

Kind: TypeAlias = Literal["once", "session", "always", "yes", "deny"]
By: TypeAlias = Literal["arguments", "rule", "consent", "hook", "person", "silence", "change"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered to the question whether a call may run. Silence is no answer: ``None``."""

    kind: Kind
    """``yes`` is ``--yes``; ``always`` was written down as a rule already."""
    message: str = ""
    """Why not, for whoever made the call."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a call was not sent."""

    by: By
    message: Plain
    """One line."""

    @property
    def for_model(self) -> str:
        """What a model would be told: it must not try the same in other words."""
        if self.by == "arguments":
            return self.message
        return refusal(self.message)


def refusal(why: str) -> str:
    """What a model is told of a call that nobody wants to run."""
    return f"The call was refused: {why}. Do not repeat it in another form; ask the user how to go on."


@dataclass(frozen=True, slots=True)
class Passage:
    """How far a call came."""

    prepared: PreparedCall
    """As it was last: with what hooks changed."""
    verdict: Verdict
    """What decided last: a rule, or a hook."""
    changed: bool = False
    """The tool changed after an earlier answer, so everything is asked anew."""
    hooks: tuple[HookRun, ...] = ()
    approval: Approval | None = None
    outcome: Outcome | None = None
    refused: Refused | None = None
    """Set when there is no outcome."""


class Desk(Protocol):
    """Whoever can be asked, and wants to know how far a call is: the app's dialogs, or a terminal."""

    async def consent(self, hooks: Sequence[Hook], prepared: PreparedCall) -> bool:
        """May these commands run, now and from now on?"""
        ...

    async def approve(self, passage: Passage) -> Answer | None:
        """May this call run? It is valid, and its verdict is ``ask``."""
        ...

    async def sending(self, passage: Passage) -> None:
        """It is approved and about to be sent."""
        ...

    def hook_ran(self, run: HookRun, prepared: PreparedCall) -> None:
        """A hook has answered."""
        ...


@dataclass(frozen=True, slots=True)
class Session:
    """What calls are made in."""

    profile: Profile
    guardrail: Guardrail
    caller: Caller
    find: Callable[[str], Tool | None]
    """The tool of a model-visible name as the session has it at this moment; what is out of scope is not there."""
    hooks: tuple[Hook, ...] = ()
    lacking: Callable[[Sequence[Hook]], tuple[Hook, ...]] = tuple
    """Which of some hooks nobody has consented to yet."""
    grants: Grants = field(default_factory=Grants)
    name: str = "toolscope"
    """What hooks are told as ``session_id``."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How one call is sent."""

    timeout: float | None = None
    """Seconds; ``None`` is the server's own."""
    on_progress: OnProgress | None = None
    call_id: str = ""
