"""One moment: the catalog, what is disclosed of it, and its index, taken together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from toolscope.catalog.history import History
from toolscope.catalog.snapshot import EVERYTHING, Catalog, Loss, Scope
from toolscope.config.model import Origin, ServerConfig, Settings
from toolscope.config.profiles import Profile
from toolscope.config.settings import under
from toolscope.disclosure.disclose import Disclosure, disclose
from toolscope.disclosure.ladder import Ladder

if TYPE_CHECKING:
    from toolscope.catalog.ingest import Offer
    from toolscope.connections.state import ServerStatus
    from toolscope.retrieval.index import Index


@dataclass(frozen=True)
class Survey:
    """Everything a pane shows, of the same moment. News makes a new one; nothing in it changes."""

    statuses: tuple[ServerStatus, ...] = ()
    """Every configured server, in the order of the configuration."""
    settings: Settings = field(default_factory=Settings)
    scope: Scope = EVERYTHING
    offers: Mapping[str, Offer] = field(default_factory=dict)
    """What each listed server brings, by server."""
    catalog: Catalog = field(default_factory=Catalog)
    """Within the scope."""
    ladder: Ladder = field(default_factory=Ladder)
    disclosure: Disclosure = field(default_factory=lambda: disclose(Catalog(), Ladder(), Settings()))
    history: History = field(default_factory=History)
    """What the servers changed up to this moment."""
    unchanged: Disclosure | None = None
    """What would be disclosed without the what-ifs of the scope; ``None`` when there are none."""

    @cached_property
    def index(self) -> Index:
        """The deferred tools, ready to be searched. The first use builds it: 30 µs a tool."""
        from toolscope.retrieval.index import Index

        return Index.of(self.settings.profile, self.catalog.deferred)

    @property
    def pending(self) -> tuple[ServerStatus, ...]:
        """Servers whose tools may still come: while there are any, every decision is provisional."""
        return tuple(status for status in self.statuses if status.state.pending)

    @property
    def missing(self) -> tuple[ServerStatus, ...]:
        """Servers that were wanted and have no list: numbers are without them."""
        return tuple(s for s in self.statuses if not s.state.listed and s.config.enabled)

    @property
    def listed(self) -> tuple[str, ...]:
        """The servers whose tools are known and take part, by name."""
        return tuple(server for server in self.offers if server not in self.scope.servers)

    def status(self, server: str) -> ServerStatus | None:
        """The status of one configured server."""
        return next((status for status in self.statuses if status.name == server), None)

    def config(self, server: str) -> ServerConfig | None:
        """The configuration of one server."""
        status = self.status(server)
        return status.config if status else None

    def losses(self, server: str) -> tuple[Loss, ...]:
        """What one server offered that did not reach the catalog."""
        return self.catalog.lost_by(server)

    def with_settings(self, settings: Settings) -> Survey:
        """The same servers under other settings. Cheap, unless the profile or ``defer`` changes."""
        if settings == self.settings:
            return self
        if settings.profile != self.settings.profile or settings.defer != self.settings.defer:
            return take(self.statuses, settings, self.scope, self)
        plan, without = disclose(self.catalog, self.ladder, settings), _again(self.unchanged, settings)
        again = replace(self, settings=settings, disclosure=plan, unchanged=without)
        if "index" in self.__dict__:
            again.__dict__["index"] = self.index
        return again


def in_releases(
    survey: Survey, profiles: Iterable[Profile], origins: Mapping[str, Origin], previous: Iterable[Survey] = ()
) -> tuple[Survey, ...]:
    """The same moment as each of these releases has it; ``origins`` are those of the configuration.

    A former survey in ``previous`` of the same release and the same listings costs nothing again.
    """
    known = {before.settings.profile.name: before for before in previous}
    return tuple(
        survey
        if profile == survey.settings.profile
        else take(survey.statuses, under(survey.settings, profile, origins), survey.scope, known.get(profile.name))
        for profile in profiles
    )


def take(
    statuses: Sequence[ServerStatus],
    settings: Settings,
    scope: Scope = EVERYTHING,
    previous: Survey | None = None,
    at: float = 0.0,
) -> Survey:
    """Survey the servers as they are now, which is ``at`` by ``time.time()``.

    A server whose listing is the same as before costs nothing again.
    """
    from toolscope.catalog.ingest import assemble, offer

    same_release = previous is not None and previous.settings.profile == settings.profile
    before = previous.offers if previous and same_release else {}
    offers: dict[str, Offer] = {}
    for status in statuses:
        if status.listing is None or not status.state.listed:
            continue
        known = before.get(status.name)
        same = known is not None and known.listing is status.listing
        fresh = known if known and same else offer(settings.profile, status.config, status.listing, known)
        offers[status.name] = fresh
    if previous and previous.scope == scope and previous.settings.defer == settings.defer and _same(offers, before):
        return _planned(statuses, settings, scope, offers, previous)
    whole = assemble(settings.profile, list(offers.values()), settings.defer)
    catalog = whole.within(scope)
    ladder = Ladder.of(catalog)
    history = previous.history if previous else History()
    history = history.after(offers, at) if same_release or not history.known else history.read_anew(offers)
    plan = disclose(catalog, ladder, settings)
    without = None if scope == EVERYTHING else disclose(whole, Ladder.of(whole), settings)
    return Survey(tuple(statuses), settings, scope, offers, catalog, ladder, plan, history, without)


def _planned(
    statuses: Sequence[ServerStatus],
    settings: Settings,
    scope: Scope,
    offers: Mapping[str, Offer],
    previous: Survey,
) -> Survey:
    """The same tools as before: only states or settings are news."""
    catalog, ladder = previous.catalog, previous.ladder
    seen = previous.disclosure if settings == previous.settings else disclose(catalog, ladder, settings)
    without = _again(previous.unchanged, settings)
    again = Survey(tuple(statuses), settings, scope, offers, catalog, ladder, seen, previous.history, without)
    if "index" in previous.__dict__:
        again.__dict__["index"] = previous.index
    return again


def _again(seen: Disclosure | None, settings: Settings) -> Disclosure | None:
    """The same tools under other settings."""
    if seen is None or seen.settings == settings:
        return seen
    return disclose(seen.catalog, seen.ladder, settings)


def _same(offers: Mapping[str, Offer], before: Mapping[str, Offer]) -> bool:
    return list(offers) == list(before) and all(offers[name] is before[name] for name in offers)
