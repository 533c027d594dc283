"""Two disclosures side by side: the same servers under two releases of Hermes, and where they part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from toolscope.canonical import Json
from toolscope.catalog.diff import Difference, difference
from toolscope.disclosure.costs import Bill
from toolscope.disclosure.disclose import Disclosure

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    """One value in both."""

    name: str
    before: T
    after: T

    @property
    def differs(self) -> bool:
        """Whether it is another one."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Share:
    """What one server comes to in one disclosure."""

    tools: int
    mode: str | None
    """How its group is shown; ``None`` when nothing of it is deferred."""
    manifest_tokens: int
    """Estimate for its blocks in the manifest."""
    schema_tokens: int
    """Estimate for its definitions."""


@dataclass(frozen=True)
class Comparison:
    """Two disclosures of the same servers."""

    before: Disclosure
    after: Disclosure

    @cached_property
    def facts(self) -> tuple[Pair[Json], ...]:
        """The decision, its sizes, and the settings that came from the release, in the order they are read."""
        return tuple(Pair(name, read(self.before), read(self.after)) for name, read in _FACTS.items())

    @cached_property
    def servers(self) -> tuple[Pair[Share], ...]:
        """What each server comes to, in catalog order."""
        names = dict.fromkeys(tool.server for plan in (self.before, self.after) for tool in plan.catalog.tools)
        before, after = Bill(self.before), Bill(self.after)
        return tuple(Pair(name, _share(before, name), _share(after, name)) for name in names)

    @cached_property
    def tools(self) -> Difference:
        """Tools that only one of them has, and those that a model sees under another name or with another schema."""
        return difference(self.before.catalog, self.after.catalog)

    @property
    def renamed(self) -> Iterator[tuple[str, str]]:
        """The names that a model sees, where they differ."""
        return ((one.before.name, one.after.name) for one in self.tools.changed if "name" in one.parts)


def _bridge(part: str) -> Callable[[Disclosure], Json]:
    return lambda plan: getattr(plan.bridge, part) if plan.bridge else None


def _setting(name: str) -> Callable[[Disclosure], Json]:
    return lambda plan: getattr(plan.settings, name)


def _release(name: str) -> Callable[[Disclosure], Json]:
    return lambda plan: getattr(plan.settings.profile, name)


_FACTS: dict[str, Callable[[Disclosure], Json]] = {
    "activated": lambda plan: plan.activated,
    "tier": lambda plan: plan.tier,
    "form": lambda plan: plan.form,
    "budget": lambda plan: plan.budget.tokens if plan.settings.profile.tiers else None,
    "binding": lambda plan: plan.binding,
    "threshold_tokens": lambda plan: None if plan.settings.profile.tiers else plan.threshold_tokens,
    "manifest_chars": lambda plan: plan.rung.length.chars,
    "manifest_tokens": lambda plan: plan.rung.tokens,
    "deferred_count": lambda plan: len(plan.catalog.deferred),
    "deferred_tokens": lambda plan: plan.deferred_tokens,
    "tool_search_chars": _bridge("search"),
    "tool_describe_chars": _bridge("describe"),
    "tool_call_chars": _bridge("call"),
    "eager_tokens": lambda plan: plan.eager_tokens,
    "sent_tokens": lambda plan: plan.sent_tokens,
    "saved_pct": lambda plan: round(plan.saved_pct, 2),
    "threshold_pct": _setting("threshold_pct"),
    "listing_max_tokens": lambda plan: plan.settings.listing_max_tokens if plan.settings.profile.tiers else None,
    "search_default_limit": _setting("search_default_limit"),
    "max_search_limit": _setting("max_search_limit"),
    "max_queries": _release("max_queries"),
    "max_names": _release("max_names"),
    "description_clip": _release("description_clip"),
    "context_length": _setting("context_length"),
    "fingerprint": lambda plan: plan.fingerprint,
}
"""``None`` where a release, or a session that is not activated, has no such thing."""


def _share(bill: Bill, server: str) -> Share:
    plan, costs = bill.seen, bill.server(server)
    labels = plan.catalog.labels_of(server)
    mode = plan.mode(labels[0]) if labels and plan.activated else None
    return Share(len(plan.catalog.of_server(server)), mode, costs.listed.tokens, costs.eager.tokens)
