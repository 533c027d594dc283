"""What servers changed while they were watched: tools that came, went, and said something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool

if TYPE_CHECKING:
    from toolscope.catalog.diff import Difference
    from toolscope.catalog.ingest import Offer

_KEPT = 200
"""Changes that are remembered; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Event:
    """One change of one server's list."""

    at: float
    """``time.time()`` when the new list was surveyed."""
    server: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class Gone:
    """A tool that a server no longer lists."""

    tool: Tool
    at: float
    """``time.time()`` when it was missed."""


@dataclass(frozen=True, slots=True)
class History:
    """The changes since the beginning, the oldest first. What a person takes out of scope is none of them."""

    events: tuple[Event, ...] = ()
    gone: Mapping[str, Gone] = field(default_factory=dict)
    """By the name that a model saw."""
    known: Mapping[str, Offer] = field(default_factory=dict)
    """What each server offered last, also while it is away."""

    def after(self, offers: Mapping[str, Offer], at: float) -> History:
        """The history once these offers are seen. A server that is away offers nothing and changes nothing."""
        events = [event for server, offer in offers.items() if (event := self._event(server, offer, at))]
        known = {**self.known, **offers}
        if not events:
            return replace(self, known=known)
        gone = dict(self.gone)
        for event in events:
            for tool in event.difference.removed:
                gone[tool.name] = Gone(tool, at)
            for tool in event.difference.added:
                gone.pop(tool.name, None)
        return History((*self.events, *events)[-_KEPT:], gone, known)

    def read_anew(self, offers: Mapping[str, Offer]) -> History:
        """The same history when another release of Hermes reads the same lists: that is no change of a server."""
        return replace(self, known={**self.known, **offers})

    def of(self, server: str) -> tuple[Event, ...]:
        """The changes of one server."""
        return tuple(event for event in self.events if event.server == server)

    def _event(self, server: str, offer: Offer, at: float) -> Event | None:
        before = self.known.get(server)
        if before is None or before.tools is offer.tools:
            return None
        from toolscope.catalog.diff import difference

        found = difference(Catalog(before.tools), Catalog(offer.tools))
        return Event(at, server, found) if found else None
