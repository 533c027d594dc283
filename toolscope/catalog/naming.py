"""Server and raw tool name to the name a model sees; who keeps a name that several tools claim."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

from toolscope.config.model import ToolFilter
from toolscope.config.profiles import Profile

PREFIX = "mcp__"
UTILITIES = {"resources": ("list_resources", "read_resource"), "prompts": ("list_prompts", "get_prompt")}
"""The tools a host adds for a capability, by capability."""

_OUTSIDE = re.compile(r"[^A-Za-z0-9_]")
_HASH_DIGITS = 8


def component(name: str) -> str:
    """One part of a name: every character outside ASCII letters, digits and underscore becomes one underscore."""
    return _OUTSIDE.sub("_", name)


def model_name(profile: Profile, server: str, tool: str) -> str:
    """The name under which a model sees a server's tool (hermes.md §1)."""
    natural = f"{PREFIX}{component(server)}__{component(tool)}"
    limit = profile.max_name_length
    if limit is None or len(natural) <= limit:
        return natural
    digest = hashlib.sha256(natural.encode()).hexdigest()[:_HASH_DIGITS]
    return f"{natural[: limit - _HASH_DIGITS - 1]}_{digest}"


def offered(profile: Profile, names: ToolFilter, raw_name: str) -> bool:
    """Whether ``tools.include`` and ``tools.exclude`` let a tool through; include wins (hermes.md §12)."""
    return refusal(profile, names, raw_name) is None


def refusal(profile: Profile, names: ToolFilter, raw_name: str) -> str | None:
    """Which rule keeps a tool out, in a few words; ``None`` for one that is let through."""
    include = names.include
    if include is not None and (include or profile.glob_filters):
        if _match(profile, include, raw_name) is not None:
            return None
        return "tools.include does not name it" if include else "tools.include is empty"
    pattern = _match(profile, names.exclude, raw_name)
    if pattern is None or pattern == raw_name:
        return None if pattern is None else "tools.exclude names it"
    return f"tools.exclude has {pattern}"


def _match(profile: Profile, patterns: Iterable[str], raw_name: str) -> str | None:
    """The pattern that matches, one without a wildcard first."""
    fits = [p for p in patterns if raw_name == p or (profile.glob_filters and fnmatchcase(raw_name, p))]
    return raw_name if raw_name in fits else fits[0] if fits else None


@dataclass(frozen=True, slots=True)
class Claim:
    """A tool that asks for a model-visible name."""

    server: str
    raw_name: str
    name: str
    utility: bool = False
    mcp: bool = True
    """Whether it comes from an MCP server: other tools keep their names in every release."""


LossKind: TypeAlias = Literal["duplicate", "collided"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a claim was turned down."""

    kind: LossKind
    reason: str
    keeper: Claim | None = None
    """Who has the name instead; ``None`` when nobody has it."""


def settle(profile: Profile, servers: Sequence[Sequence[Claim]]) -> dict[int, Ruling]:
    """Decide who keeps each name; ``servers`` holds the claims in the order they are registered.

    Returns the losing claims by their position in the concatenation of ``servers``. Source: hermes.md §1, collisions.
    """
    return _last_wins(servers) if profile.last_name_wins else _first_wins(servers)


def _last_wins(servers: Sequence[Sequence[Claim]]) -> dict[int, Ruling]:
    """A later MCP tool takes over the name of an earlier one; a tool of another kind is never overwritten."""
    claims = [claim for server in servers for claim in server]
    keeper: dict[str, int] = {}
    for position, claim in enumerate(claims):
        if claim.name not in keeper or (claim.mcp and claims[keeper[claim.name]].mcp):
            keeper[claim.name] = position
    lost: dict[int, Ruling] = {}
    for position, claim in enumerate(claims):
        winner = claims[keeper[claim.name]]
        if winner is not claim:
            rule = (
                "a later tool takes over the name" if winner.mcp else "a tool of the agent's own is never overwritten"
            )
            lost[position] = _lost_to(winner, claim, rule)
    return lost


def _first_wins(servers: Sequence[Sequence[Claim]]) -> dict[int, Ruling]:
    lost: dict[int, Ruling] = {}
    taken: dict[str, Claim] = {}
    start = 0
    for claims in servers:
        here = _within(claims)
        for position, claim in enumerate(claims):
            ruling = here.get(position)
            if ruling is None and claim.name in taken:
                ruling = _lost_to(taken[claim.name], claim, "the first server to register keeps the name")
            if ruling is None:
                taken[claim.name] = claim
            else:
                lost[start + position] = ruling
        start += len(claims)
    return lost


def _within(claims: Sequence[Claim]) -> dict[int, Ruling]:
    """Inside one server lookalikes all fall out, exact duplicates collapse, a native tool beats a utility."""
    natives: dict[str, dict[str, int]] = {}
    for position, claim in enumerate(claims):
        if not claim.utility:
            natives.setdefault(claim.name, {}).setdefault(claim.raw_name, position)
    lost: dict[int, Ruling] = {}
    for position, claim in enumerate(claims):
        rivals = natives.get(claim.name, {})
        if claim.utility:
            if rivals:
                lost[position] = _to_natives(rivals, claims)
        elif len(rivals) > 1:
            others = ", ".join(sorted(name for name in rivals if name != claim.raw_name))
            lost[position] = Ruling("collided", f"{others} becomes {claim.name} too, so none of them is registered")
        elif rivals[claim.raw_name] != position:
            reason = "the server lists this name more than once; the first is kept"
            lost[position] = Ruling("duplicate", reason, claims[rivals[claim.raw_name]])
    return lost


def _to_natives(rivals: dict[str, int], claims: Sequence[Claim]) -> Ruling:
    """A utility gives way to what the server itself lists, also where that falls out."""
    if len(rivals) > 1:
        return Ruling(
            "collided", f"the server's own {' and '.join(sorted(rivals))} ask for its name, and get it neither"
        )
    name, position = next(iter(rivals.items()))
    return Ruling("collided", f"the server's own {name} takes its place", claims[position])


def _lost_to(keeper: Claim, claim: Claim, rule: str) -> Ruling:
    if (keeper.server, keeper.raw_name) == (claim.server, claim.raw_name) and keeper.utility == claim.utility:
        return Ruling("duplicate", "the server lists this name more than once", keeper)
    return Ruling("collided", f"{claim.name} belongs to {keeper.raw_name} of {keeper.server}: {rule}", keeper)
