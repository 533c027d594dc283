"""Settings and a ladder to a decision: tier, form, mode of each server, and what a turn costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from toolscope.canonical import compact, spelled
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings
from toolscope.disclosure.bridge import Bridge, measure, schemas
from toolscope.disclosure.ladder import NOTHING, Form, Ladder, Rung
from toolscope.disclosure.listing import Mode
from toolscope.tokens import estimate

Binding: TypeAlias = Literal["threshold_pct", "listing_max_tokens", "unknown_context"]

UNKNOWN_CONTEXT_BUDGET = 10_000
"""The percentage's side of the budget while the context window is unknown (hermes.md §5)."""
LEGACY_UNKNOWN_CONTEXT = 20_000
"""Deferred tokens that activate the legacy ``auto`` while the context window is unknown (hermes.md §4)."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many tokens the manifest may take, and which side of the ``min`` said so."""

    tokens: int
    share: int
    """The percentage's side: ``int(context * (pct / 100))``, or 10,000 while the context is unknown."""
    cap: int
    """``listing_max_tokens``."""
    binding: Binding
    """The smaller side; ``listing_max_tokens`` when both are equal."""


def share(settings: Settings) -> int:
    """Tokens that ``threshold_pct`` is of the context: doubles, divided first, truncated (hermes.md §5)."""
    if not settings.context_length or settings.context_length <= 0:
        return UNKNOWN_CONTEXT_BUDGET
    return int(settings.context_length * (settings.threshold_pct / 100.0))


def budget(settings: Settings) -> Budget:
    """The listing budget."""
    part, cap = share(settings), settings.listing_max_tokens
    binding: Binding = "listing_max_tokens"
    if part < cap:
        binding = "threshold_pct" if settings.context_length else "unknown_context"
    return Budget(max(0, min(cap, part)), part, cap, binding)


@dataclass(frozen=True)
class Disclosure:
    """What a model is shown of one catalog under one set of settings."""

    settings: Settings
    catalog: Catalog
    ladder: Ladder
    budget: Budget
    activated: bool
    """Whether the bridge replaces the schemas."""
    tier: int
    """0 not activated, 1 listed, 2 at most summary lines."""
    rung: Rung
    """The manifest; ``NOTHING`` when there is none."""

    @property
    def form(self) -> Form:
        """The manifest's form."""
        return self.rung.form

    def mode(self, label: str) -> Mode:
        """How one group is shown."""
        return self.ladder.mode(self.rung, label)

    @property
    def binding(self) -> Binding | None:
        """Which side of the budget decides; ``None`` where no list is wanted, or none known to the release."""
        wanted = self.settings.profile.tiers and "off" not in (self.settings.enabled, self.settings.listing)
        return self.budget.binding if wanted else None

    @property
    def threshold_tokens(self) -> int:
        """The legacy activation threshold, which a switched-off session reports too (hermes.md §4)."""
        context = self.settings.context_length
        if self.settings.profile.tiers and not self.catalog.deferred:
            return 0
        return int(context * (self.settings.threshold_pct / 100.0)) if context and context > 0 else 0

    # what is sent

    @cached_property
    def manifest(self) -> str:
        """The exact text."""
        return self.ladder.text(self.rung)

    @cached_property
    def fingerprint(self) -> str:
        """Of the exact tools array, 8 hex digits: another one means that the prompt cache is lost.

        The array is the visible definitions by name, then the three bridge tools with the manifest in them; all
        definitions when not activated.
        """
        if not self.activated:
            return self.catalog.digest(everything=True).hexdigest()[:8]
        digest = self.catalog.digest(everything=False).copy()
        for schema in schemas(self.settings.profile, len(self.catalog.deferred), self.form, self.manifest):
            digest.update(spelled(compact(schema)))
        return digest.hexdigest()[:8]

    @cached_property
    def bridge(self) -> Bridge | None:
        """The bridge schemas' sizes; ``None`` when not activated."""
        return measure(self.settings.profile, len(self.catalog.deferred), self.rung) if self.activated else None

    # what it costs, in characters: the estimate is a quarter of a sum, rounded up once

    @property
    def deferred_tokens(self) -> int:
        """Estimate for the deferred tools, which Hermes decides by."""
        return estimate(self.catalog.deferred_chars)

    @property
    def eager_chars(self) -> int:
        """Characters of a turn that carries every schema."""
        return self.catalog.deferred_chars + self.catalog.direct_chars

    @property
    def sent_chars(self) -> int:
        """Characters of a turn as it is: the visible schemas and the bridge with its manifest, or every schema."""
        return self.catalog.direct_chars + self.bridge.chars if self.bridge else self.eager_chars

    @property
    def eager_tokens(self) -> int:
        """Estimate for a turn that carries every schema."""
        return estimate(self.eager_chars)

    @property
    def sent_tokens(self) -> int:
        """Estimate for a turn as it is."""
        return estimate(self.sent_chars)

    @property
    def dearer(self) -> bool:
        """Whether tool search costs more than it hides, as it does for a few small tools."""
        return self.sent_tokens > self.eager_tokens

    @property
    def saved_pct(self) -> float:
        """Share of the eager cost that is saved, in percent; negative when the bridge costs more than it hides."""
        return (1 - self.sent_tokens / self.eager_tokens) * 100 if self.eager_tokens else 0.0


def disclose(catalog: Catalog, ladder: Ladder, settings: Settings) -> Disclosure:
    """Decide what a model is shown (hermes.md §4 to §6). A lookup: nothing is rendered here."""
    allowed = budget(settings)
    if not _activates(catalog, settings):
        return Disclosure(settings, catalog, ladder, allowed, False, 0, NOTHING)
    listed = settings.profile.tiers and settings.listing != "off"
    rung = ladder.select(allowed.tokens) if listed else NOTHING
    tier = 1 if rung.form in ("full", "names", "mixed") else 2
    return Disclosure(settings, catalog, ladder, allowed, True, tier, rung)


def _activates(catalog: Catalog, settings: Settings) -> bool:
    if settings.enabled == "off" or not catalog.deferred:
        return False
    if settings.profile.tiers or settings.enabled == "on":
        return True
    context = settings.context_length
    known = context is not None and context > 0
    needed = int(context * (settings.threshold_pct / 100.0)) if context and known else LEGACY_UNKNOWN_CONTEXT
    return estimate(catalog.deferred_chars) >= needed
