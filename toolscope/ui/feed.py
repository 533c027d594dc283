"""What reaches the app from outside: live servers, and surveys of them taken in a thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from textual.message import Message

from toolscope.catalog.snapshot import EVERYTHING
from toolscope.config.model import Config, ConfigError, ServerConfig, Settings
from toolscope.config.settings import under
from toolscope.disclosure.ladder import Ladder, Rung
from toolscope.plain import one_line
from toolscope.survey import Survey, take
from toolscope.ui.background import in_thread, keep, unsearched
from toolscope.ui.messages import Connect, ExactlyCounted, Heard, RulesJudged, SurveyTaken
from toolscope.ui.undo import Undo

if TYPE_CHECKING:
    from toolscope.connections.fleet import Fleet
    from toolscope.connections.requests import Asks
    from toolscope.disclosure.exact import ExactCosts
    from toolscope.invocation.guardrail import RuleNote

T = TypeVar("T")
_TRIES = 5
"""How often a server that went away is started again."""
_PAUSE = 0.02
"""Seconds in which news is gathered, so that a flood leaves room for keys."""
_REST = 0.08
"""Seconds between two surveys while servers are still talking."""


class Latest(Generic[T]):
    """Runs jobs in a thread, one at a time; of those asked for meanwhile only the newest is run."""

    def __init__(self, done: Callable[[T], None], rest: float = 0.0) -> None:
        """``rest`` is how many seconds lie between two jobs at least, so that a stream of news is no stream of work."""
        self._done = done
        self._rest = rest
        self._next: Callable[[], T] | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a job is running or waiting."""
        return self._running is not None

    def ask(self, job: Callable[[], T]) -> None:
        """Run a job as soon as the one before it is done; ``done`` gets its value on the event loop."""
        self._next = job
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Forget what has not been started."""
        self._next = None
        if self._running is not None:
            self._running.cancel()

    async def _run(self) -> None:
        try:
            while self._next is not None:
                job, self._next = self._next, None
                self._done(await in_thread(job))
                if self._rest:
                    await asyncio.sleep(self._rest)
        finally:
            self._running = None


class Feed:
    """The servers of a session, and what they are surveyed under.

    What changes by itself is told as messages: ``Heard``, ``SurveyTaken``, ``ExactlyCounted``. What a person asks for
    is answered at once, with a new survey or with ``None`` while one is being taken.
    """

    def __init__(self, config: Config, tell: Callable[[Message], object], asks: Asks | None = None) -> None:
        """``asks`` puts questions of servers to the person."""
        self.config = config
        self.settings = config.settings
        self.scope = EVERYTHING
        self._tell, self._asks = tell, asks
        self._survey = Survey(settings=config.settings)
        self._undo = Undo()
        self._surveys = Latest[Survey](self._surveyed, _REST)
        self._counts: Latest[tuple[Survey, ExactCosts]] = Latest(self._counted)
        self._rungs: Latest[tuple[Survey, ExactCosts]] = Latest(self._counted)
        self._counted_ladder: tuple[Ladder, Mapping[Rung, int]] = (Ladder(), {})
        self._audits: Latest[tuple[RuleNote, ...]] = Latest(self._held_against)
        self._audited = not config.guardrail.rules

    @cached_property
    def fleet(self) -> Fleet:
        """The servers, loaded when there is something to start."""
        from toolscope.connections.fleet import Fleet

        return Fleet(self.config.servers, tries=_TRIES, asks=self._asks)

    async def run(self) -> None:
        """Start the servers and tell what they say, until they are ended."""
        await in_thread(lambda: import_module("toolscope.connections.fleet"))
        self.fleet.start()
        self.refresh()
        async for batch in self.fleet.batches():
            self._tell(Heard(batch))
            await asyncio.sleep(_PAUSE)

    async def close(self) -> None:
        """End the servers; nothing outlives the app."""
        self._surveys.stop()
        self._counts.stop()
        self._rungs.stop()
        self._audits.stop()
        if "fleet" in self.__dict__:
            await self.fleet.aclose()

    def refresh(self) -> None:
        """Survey the servers as they are now; the last survey stays good meanwhile."""
        self._surveys.ask(self._take)

    def apply(self, settings: Settings, finished: bool = True) -> Survey | None:
        """Take other settings; ``finished`` is false for a step of a drag. Another release is read in a thread."""
        if settings.profile != self.settings.profile:
            settings = under(self.settings, settings.profile, self.config.origins)
        self._undo.changed(self.settings, settings, finished)
        return self._planned(settings)

    def undo(self) -> Survey | None:
        """Take the last change of a setting back; the survey as it is when there was none."""
        before = self._undo.back()
        return self._survey if before is None else self._planned(before)

    def toggle(self, server: str | None, tool: str | None, eager: bool = False) -> None:
        """Take a server or a tool out of the session, or back in; with ``eager``, keep its schemas, or defer them.

        Neither a server nor a tool takes every what-if back.
        """
        nothing = server is None and tool is None
        self.scope = EVERYTHING if nothing else self.scope.toggled(server=server, tool=tool, eager=eager)
        self.refresh()

    def add(self, servers: Sequence[ServerConfig]) -> None:
        """Take more servers in for this run; one whose name is taken gets a number."""
        from toolscope.config.gather import distinct

        known = self.config.servers
        every, _ = distinct([*known, *servers])
        self.config = replace(self.config, servers=every)
        self.fleet.add(every[len(known) :])
        self.refresh()

    async def connect(self, server: str, how: Connect) -> str:
        """Connect to a server in another way; returns what is to be said about it, if anything."""
        if how == "not":
            await self.fleet.disconnect(server)
        elif how == "sign in":
            await self.fleet.sign_in(server)
        elif how == "sign out":
            return await self._sign_out(server)
        else:
            await self.fleet.reconnect(server)
        return ""

    async def _sign_out(self, server: str) -> str:
        from toolscope.connections.oauth import sign_out

        shown = one_line(server)
        for config in self.config.servers:
            if config.name == server:
                try:
                    if not await in_thread(partial(sign_out, config)):
                        return f"No sign-in to {shown} is kept."
                except ConfigError as error:
                    return str(error)
                await self.fleet.reconnect(server)
        return f"The sign-in to {shown} is forgotten."

    def count(self, survey: Survey) -> None:
        """Count what a survey costs exactly."""
        from toolscope.disclosure.exact import count_exactly

        self._counts.ask(lambda: (survey, count_exactly(survey.disclosure)))

    def _take(self) -> Survey:
        """In a thread, once the survey before it is there: what that one read is not read again."""
        with unsearched():
            survey = take(self.fleet.statuses, self.settings, self.scope, self._survey, time.time())
            if survey.catalog is not self._survey.catalog:
                _work_out(survey)
                keep()
        return survey

    def _planned(self, settings: Settings) -> Survey | None:
        before, self.settings = self._survey.settings, settings
        if settings.profile != before.profile or settings.defer != before.defer:
            self.refresh()
            return None
        self._survey = self._survey.with_settings(settings)
        return self._survey

    def _surveyed(self, survey: Survey) -> None:
        self._survey = (
            survey if survey.settings.profile != self.settings.profile else survey.with_settings(self.settings)
        )
        self._tell(SurveyTaken(self._survey))
        if not self._audited and survey.statuses and not survey.pending:
            from toolscope.invocation.guardrail import audit

            self._audited = True
            self._audits.ask(partial(audit, self.config.guardrail, survey.catalog.tools, survey.listed))

    def _counted(self, counted: tuple[Survey, ExactCosts]) -> None:
        """Tell exact costs; every manifest of a new catalog is counted after them, so that later steps find theirs."""
        from toolscope.disclosure.exact import count_rungs

        survey, costs = counted
        ladder, rungs = self._counted_ladder
        if costs.rungs:
            self._counted_ladder = (survey.ladder, costs.rungs)
        elif ladder is survey.ladder:
            costs = replace(costs, rungs=rungs)
        elif survey.ladder.rungs:
            self._rungs.ask(lambda: (survey, replace(costs, rungs=count_rungs(survey.ladder))))
        self._tell(ExactlyCounted(survey, costs))

    def _held_against(self, idle: tuple[RuleNote, ...]) -> None:
        self._tell(RulesJudged(idle))


def _work_out(survey: Survey) -> None:
    """What every pane asks for at once, and what is remembered then: of 20,000 tools it would stop the screen."""
    catalog, plan = survey.catalog, survey.disclosure
    _ = catalog.weights, catalog.by_name, survey.ladder.breakpoints, plan.fingerprint, plan.bridge
