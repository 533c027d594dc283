"""One call from arguments to outcome; each step's value is the ticket for the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from anyio import to_thread

from toolscope.canonical import Json, fingerprint
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.connections.state import Reply
from toolscope.invocation.coerce import Coercion, coerce
from toolscope.invocation.guardrail import Verdict
from toolscope.invocation.result import Block, blocks, model_text
from toolscope.invocation.validate import Validation, validate
from toolscope.plain import Plain, one_line

Approver: TypeAlias = Literal["rule", "yes", "person", "session"]

OnProgress: TypeAlias = Callable[[float, float | None, str | None], None]
"""Called with progress, total and message, as the server gave them."""

_SEAL = object()


@dataclass(frozen=True, slots=True)
class PreparedCall:
    """A call that is ready to be judged."""

    tool: Tool
    arguments: dict[str, Json]
    """As they would be sent."""
    given: dict[str, Json]
    """As they were asked for."""
    coercions: tuple[Coercion, ...]
    validation: Validation

    @property
    def digest(self) -> str:
        """Names this version of this tool of this server, with these arguments."""
        tool = self.tool
        return fingerprint([tool.server, tool.raw_name, tool.utility, tool.fingerprint, self.arguments])

    @property
    def fault(self) -> Plain | None:
        """Why it may not go ahead: the violation that the reference would name, in one line."""
        first = next(iter(self.validation.problems), None)
        return None if first is None else one_line(f"{first.path}: {first.message} ({first.constraint})")


@dataclass(frozen=True, slots=True)
class Approval:
    """The permission to run one prepared call. Only the ``approve_`` functions can make one."""

    digest: str
    """Of the call that may run."""
    by: Approver
    """A guardrail rule, ``--yes`` on the command line, a person who was asked now, or earlier in this session."""
    seal: object = field(repr=False, compare=False)
    """Known to this module alone."""

    def __post_init__(self) -> None:
        if self.seal is not _SEAL:
            raise NotApprovedError("an approval comes from a rule, from --yes or from a person")


class NotApprovedError(Exception):
    """A call was to run without an approval that names it."""


class ChangedError(NotApprovedError):
    """The tool is not any more what was approved: it changed, or left the session."""


class Grants:
    """What a person allowed for this session: one version of one tool, whatever its arguments."""

    def __init__(self) -> None:
        self._kept: set[tuple[str, ...]] = set()

    def keep(self, verdict: Verdict, prepared: PreparedCall, approval: Approval) -> None:
        """Remember a person's yes to this question; raises ``NotApprovedError`` for any other approval."""
        if (
            approval.by != "person"
            or approval.digest != prepared.digest
            or _identity(verdict.tool) != _identity(prepared.tool)
        ):
            raise NotApprovedError("only a person's own yes holds for a session")
        self._kept.add(_question(verdict))

    def cover(self, verdict: Verdict) -> bool:
        """Whether the same question about the same version of the tool was answered."""
        return verdict.decision == "ask" and _question(verdict) in self._kept


class Caller(Protocol):
    """Whatever can reach the servers: ``connections.fleet.Fleet``."""

    async def call(
        self,
        server: str,
        raw_name: str,
        arguments: dict[str, Json],
        *,
        utility: str | None = None,
        timeout: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Reply:
        """Run one tool; failures are part of the reply."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call."""

    call: PreparedCall
    reply: Reply
    blocks: tuple[Block, ...]
    """The result piece by piece; empty when there is none."""
    text: str
    """What a model reads of the result, and pays for."""

    @classmethod
    def of(cls, call: PreparedCall, reply: Reply) -> Outcome:
        """Read a reply. A large one takes seconds: use a thread."""
        shown = () if reply.result is None else blocks(reply.result)
        return cls(call, reply, shown, model_text(reply.result))

    @property
    def dispatched(self) -> bool:
        """Whether it was sent: then the server may have acted, even if no answer came."""
        return self.reply.sent

    @property
    def elapsed_ms(self) -> float:
        """From sending to the end of the answer."""
        return self.reply.elapsed_ms


def prepare(profile: Profile, tool: Tool, arguments: dict[str, Json]) -> PreparedCall:
    """Coerce and check arguments against the tool's schema. Never raises.

    Nested values are shared with ``arguments``: a later change of them changes the digest, so no approval covers it.
    """
    given = dict(arguments)
    coerced = coerce(profile, tool.registry_schema, given)
    validation = validate(profile, tool.registry_schema, given, coerced)
    return PreparedCall(tool, coerced.arguments, given, coerced.changes, validation)


def approve_by_rule(verdict: Verdict, prepared: PreparedCall) -> Approval | None:
    """The approval that the guardrail gives by itself: valid arguments and the decision ``allow``."""
    return _approval(verdict, prepared, "rule") if verdict.decision == "allow" else None


def approve_by_yes(verdict: Verdict, prepared: PreparedCall) -> Approval | None:
    """What ``--yes`` gives: it answers the question, and never lifts a denial (design §5.3)."""
    if verdict.decision == "allow":
        return approve_by_rule(verdict, prepared)
    return _approval(verdict, prepared, "yes") if verdict.decision == "ask" else None


def approve_by_grant(verdict: Verdict, prepared: PreparedCall, grants: Grants) -> Approval | None:
    """What an earlier "for this session" gives: the same rule asks about the same version of the tool."""
    return _approval(verdict, prepared, "session") if grants.cover(verdict) else None


def approve_by_person(verdict: Verdict, prepared: PreparedCall, answer: bool | None) -> Approval | None:
    """What a person's answer gives; no answer is a no, and a denial is not asked about."""
    asked = verdict.decision != "deny"
    return _approval(verdict, prepared, "person") if asked and answer is True else None


async def run(
    prepared: PreparedCall,
    approval: Approval,
    caller: Caller,
    find: Callable[[str], Tool | None],
    *,
    timeout: float | None = None,
    on_progress: OnProgress | None = None,
) -> Outcome:
    """Run an approved call. Raises ``NotApprovedError`` before anything is sent when the approval names another one.

    ``find`` gives the session's tool of a name at this moment: one that has changed since, or is out of scope, is a
    ``ChangedError``. ``timeout`` is in seconds; ``None`` is the server's own.
    """
    tool = prepared.tool
    if approval.digest != prepared.digest:
        raise NotApprovedError("the approval is for other arguments, or for another version of the tool")
    if not is_current(tool, find):
        raise ChangedError("the tool changed, or left the session, since it was approved")
    reply = await caller.call(
        tool.server,
        tool.raw_name,
        prepared.arguments,
        utility=tool.utility,
        timeout=timeout,
        on_progress=on_progress,
    )
    return await to_thread.run_sync(Outcome.of, prepared, reply)


def _approval(verdict: Verdict, prepared: PreparedCall, by: Approver) -> Approval | None:
    """An approval for a valid call of the very tool that the verdict is about."""
    if not prepared.validation.passed or _identity(verdict.tool) != _identity(prepared.tool):
        return None
    return Approval(prepared.digest, by, _SEAL)


def is_current(tool: Tool, find: Callable[[str], Tool | None]) -> bool:
    """Whether the session still has this very version of a tool under its name."""
    now = find(tool.name)
    return now is not None and _identity(now) == _identity(tool)


def _question(verdict: Verdict) -> tuple[str, ...]:
    return (*map(str, _identity(verdict.tool)), verdict.rule)


def _identity(tool: Tool) -> tuple[str, str, str | None, str]:
    return tool.server, tool.raw_name, tool.utility, tool.fingerprint
