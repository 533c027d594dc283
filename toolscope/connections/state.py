"""What is known of one server's connection at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from toolscope.canonical import Json
from toolscope.config.model import ServerConfig
from toolscope.plain import Plain


class State(StrEnum):
    """Where a connection stands."""

    DISABLED = "disabled"
    UNTRUSTED = "untrusted"
    WAITING = "waiting"
    """For one of the few slots in which servers are started."""
    CONNECTING = "connecting"
    READY = "ready"
    STALE = "stale"
    """The last list is kept, a newer one could not be read."""
    LOST = "lost"
    """It was ready and went away; the last list is kept."""
    SIGNED_OUT = "signed-out"
    """A person has to sign in first."""
    FAILED = "failed"

    @property
    def published(self) -> str:
        """As scripts know it (design §5.1): who has to sign in first could not be connected to."""
        return State.FAILED.value if self is State.SIGNED_OUT else self.value

    @property
    def pending(self) -> bool:
        """Whether tools may still come."""
        return self in (State.WAITING, State.CONNECTING)

    @property
    def listed(self) -> bool:
        """Whether a list of tools is there to be used."""
        return self in (State.READY, State.STALE, State.LOST)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something about a server that a person should know, and that stopped nothing."""

    kind: str
    """A stable word, for example ``repeated_cursor``, ``no_tools``, ``stdout_noise``."""
    message: Plain


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server said it offers: plain JSON, exactly as on the wire."""

    tools: tuple[Json, ...] = ()
    pages: int = 0
    protocol: str | None = None
    """Protocol version of the handshake, for example ``2025-11-25``."""
    server_info: Json = None
    """``{"name", "version", ...}`` as the server reports itself."""
    capabilities: Json = None
    instructions: str | None = None
    troubles: tuple[Trouble, ...] = ()
    """What was odd about the list."""
    at: float = 0.0
    """``time.time()`` when its last page was read; 0 where none was asked for."""

    @property
    def families(self) -> frozenset[str]:
        """Which of ``resources`` and ``prompts`` the server announced."""
        capabilities = self.capabilities if isinstance(self.capabilities, dict) else {}
        return frozenset(name for name in ("resources", "prompts") if capabilities.get(name) is not None)


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """One server, as configured and as found."""

    config: ServerConfig
    state: State = State.WAITING
    reason: Plain | None = None
    """Why it failed, was lost or is not started; one line."""
    since: float = 0.0
    """``time.monotonic()`` when this state began."""
    ready_since: float | None = None
    """``time.monotonic()`` when it was first ready on this connection."""
    listing: Listing | None = None
    """The last complete list, kept while stale or lost."""
    listed_so_far: int = 0
    """Tools read while connecting."""
    pages_so_far: int = 0
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each finished step: ``sign_in`` (by a person), ``wait`` (for a slot), ``start``,
    ``handshake``, ``list``."""
    stderr_tail: tuple[Plain, ...] = ()
    """The last lines of standard error, at most 50."""
    pid: int | None = None
    signed_in: Plain | None = None
    """How it is signed in, in words; ``None`` when it is not."""
    heard: tuple[Trouble, ...] = ()
    """What was odd on the wire, whether or not a list has come."""

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """All that was odd: of the list, then of the wire."""
        return (*(self.listing.troubles if self.listing else ()), *self.heard)

    @property
    def took(self) -> float | None:
        """Milliseconds from the start of a server to where it stands; ``None`` when it was not started."""
        waited = ("wait", "sign_in")
        return sum(ms for step, ms in self.timings.items() if step not in waited) if self.timings else None

    @property
    def name(self) -> str:
        """The configured name."""
        return self.config.name


@dataclass(frozen=True, slots=True)
class Frame:
    """One JSON-RPC message as it went over the wire."""

    server: str
    outgoing: bool
    at: float
    """``time.time()``."""
    message: Json
    """The message, or a string when it was not JSON."""


@dataclass(frozen=True, slots=True)
class StderrLine:
    """One line that a server wrote to its standard error."""

    server: str
    at: float
    text: Plain


News: TypeAlias = ServerStatus | Frame | StderrLine
"""What a server makes known: its status as a whole, one message, or one line of its standard error."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back from one ``tools/call``."""

    result: Json = None
    """The raw ``result`` object, as on the wire."""
    error: Plain | None = None
    """A JSON-RPC error, a timeout or a lost connection, in one line; ``result`` is then ``None``."""
    elapsed_ms: float = 0.0
    sent: bool = False
    """The request went out: the server may have acted, even if no answer came."""
    unreachable: bool = False
    """The server could not be asked at all, or went away before it answered."""

    @property
    def is_error(self) -> bool:
        """Whether the call failed on the way, or the tool said that it did."""
        return self.error is not None or (isinstance(self.result, dict) and self.result.get("isError") is True)
