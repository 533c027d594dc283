"""Gates: whether a disclosure is what somebody wants it to stay, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings
from toolscope.config.settings import LISTING_RANGE
from toolscope.disclosure.disclose import Disclosure, budget
from toolscope.disclosure.ladder import Rung
from toolscope.disclosure.reach import keep_names, reach
from toolscope.plain import one_line
from toolscope.tokens import estimate


@dataclass(frozen=True, slots=True)
class Gates:
    """What is wanted; ``None`` or empty where nothing is."""

    manifest_tokens: int | None = None
    """The most that the manifest may take."""
    tier: int | None = None
    """The highest tier."""
    listed: tuple[str, ...] = ()
    """Servers whose tools must be named."""
    tool_tokens: int | None = None
    """The most that a single definition may take."""


@dataclass(frozen=True, slots=True)
class Check:
    """What one gate found."""

    name: str
    """``max_manifest_tokens``, ``max_tier``, ``listed`` or ``max_tool_tokens``."""
    limit: int | str
    """The most that may be; of a server ``names``, the least."""
    actual: int | str | None
    """The same as found; of a server its mode, or ``eager``. ``None`` when there is nothing to look at."""
    passed: bool
    message: str
    """What was found, and what to do when it is not what is wanted."""
    server: str | None = None
    """The one that must be listed."""
    tools: tuple[Tool, ...] = ()
    """Those that are too large, the largest first."""


def check(seen: Disclosure, gates: Gates) -> Iterator[Check]:
    """Ask every gate that is there, in the order of its fields."""
    if gates.manifest_tokens is not None:
        yield _manifest(seen, gates.manifest_tokens)
    if gates.tier is not None:
        yield _tier(seen, gates.tier)
    for server in gates.listed:
        yield _listed(seen, server)
    if gates.tool_tokens is not None:
        yield _tools(seen, gates.tool_tokens)


def _manifest(seen: Disclosure, limit: int) -> Check:
    tokens = seen.rung.tokens
    message = f"the manifest has {tokens:,} tokens, at most {limit:,} are wanted"
    if tokens > limit:
        smaller = f"set listing_max_tokens to {limit:,}" if limit >= LISTING_RANGE[0] else "lower threshold_pct"
        message += f"; {smaller}, or leave servers out"
    return Check("max_manifest_tokens", limit, tokens, tokens <= limit, message)


def _tier(seen: Disclosure, limit: int) -> Check:
    message = f"tier {seen.tier} {seen.form}, at most {limit} is wanted"
    if seen.tier > limit:
        message += f"; {_lower_tier(seen, limit)}"
    return Check("max_tier", limit, seen.tier, seen.tier <= limit, message)


def _lower_tier(seen: Disclosure, limit: int) -> str:
    """What to do for a tier that is too high."""
    if limit == 0:
        return "any deferred tool makes it 1 or 2: set enabled to off"
    if seen.settings.listing == "off":
        return "listing is off: set it to auto"
    named = [rung for rung in seen.ladder.steps if rung.form != "groups"]
    reached = _reached(seen.settings, named[0]) if named and seen.settings.profile.tiers else None
    return _set(seen.settings, reached) if reached else "no setting makes it smaller: leave servers out"


def _reached(settings: Settings, rung: Rung) -> Settings | None:
    """Settings whose budget holds a rung, when there are any."""
    reached = reach(settings, rung.tokens)
    return reached if budget(reached).tokens >= rung.tokens else None


def _set(before: Settings, after: Settings) -> str:
    """What to raise so that the budget is at least that of ``after``."""
    changes = []
    if after.threshold_pct > before.threshold_pct:
        changes.append(f"threshold_pct to {after.threshold_pct:g}")
    if after.listing_max_tokens > before.listing_max_tokens:
        changes.append(f"listing_max_tokens to {after.listing_max_tokens:,}")
    return f"set {' and '.join(changes)}"


def _listed(seen: Disclosure, server: str) -> Check:
    name, labels = one_line(server), seen.catalog.labels_of(server)
    if not seen.catalog.of_server(server):
        found, message = None, f"{name} has no tool in the catalog, so none is named; toolscope servers says why"
    elif not seen.activated or not labels:
        found, message = "eager", f"every schema of {name} is sent, so its tools are named"
    else:
        unnamed = [label for label in labels if seen.mode(label) not in ("full", "names")]
        found = seen.mode(unnamed[0] if unnamed else labels[0])
        message = f"the tools of {name} are named"
        if unnamed:
            instead = "a summary line stands for" if found == "summary" else "nothing is said of"
            message = f"{instead} {name}; {_name_again(seen, unnamed)}"
    return Check("listed", "names", found, found in ("full", "names", "eager"), message, server)


def _name_again(seen: Disclosure, unnamed: Sequence[str]) -> str:
    """What to do for labels whose tools are not named."""
    settings = seen.settings
    if not settings.profile.tiers:
        return f"{settings.profile.name} has no listing: take a newer release"
    wanted = replace(settings, listing="auto") if settings.listing == "off" else settings
    found = [reached for label in unnamed if (reached := keep_names(seen.ladder, wanted, label)) is not None]
    if len(found) < len(unnamed):
        return "no setting names its tools: leave some out with tools.exclude, or other servers"
    largest = max(found, key=lambda reached: budget(reached).tokens)
    changes = [] if wanted == settings else ["set listing to auto"]
    if budget(wanted).tokens < budget(largest).tokens:
        changes.append(_set(wanted, largest))
    return " and ".join(changes)


def _tools(seen: Disclosure, limit: int) -> Check:
    ranked = sorted(seen.catalog.tools, key=lambda tool: (-tool.chars, tool.name))
    largest = estimate(ranked[0].chars) if ranked else None
    large = tuple(tool for tool in ranked if estimate(tool.chars) > limit)
    message = f"the largest definition has {largest or 0:,} tokens, at most {limit:,} are wanted"
    if large:
        named = ", ".join(f"{tool.name} {estimate(tool.chars):,}" for tool in large[:3])
        more = f" and {len(large) - 3:,} more" if len(large) > 3 else ""
        message += f": {named}{more}; shorten their schemas, or leave them out with tools.exclude"
    return Check("max_tool_tokens", limit, largest, not large, message, None, large)
