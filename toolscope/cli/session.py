"""The servers of one command, listed once."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from toolscope.cli.configuring import wanted
from toolscope.cli.exits import Exit
from toolscope.cli.output import complain
from toolscope.cli.waiting import erase, waiting
from toolscope.config.model import Config
from toolscope.connections.fleet import Fleet
from toolscope.connections.requests import DECLINED, Answer, ServerRequest, summary
from toolscope.connections.state import ServerStatus, State
from toolscope.invocation.envelope import near
from toolscope.invocation.guardrail import audit
from toolscope.plain import one_line
from toolscope.retrieval.absence import absence, nothing
from toolscope.retrieval.verdict import Verdict
from toolscope.survey import Survey, take

_FINDING = "toolscope search WORDS finds tools, toolscope manifest --tools lists them all."
"""What a person can do who does not know a tool's name; the model has tool_search."""


@dataclass(frozen=True, slots=True)
class Session:
    """A configuration, its servers, and the survey of them."""

    config: Config
    fleet: Fleet
    survey: Survey
    calling: bool = False
    """Whether the guardrail decides about something here."""

    @property
    def shortfall(self) -> str | None:
        """Which servers could not be measured, in one line; ``None`` when every wanted one is there."""
        return self._short_of(lambda status: f" ({why(status)})" if status.reason and not status.state.listed else "")

    @property
    def short_of(self) -> str | None:
        """The same without reasons, where they stand above."""
        return self._short_of(lambda _: "")

    def _short_of(self, reason: Callable[[ServerStatus], str]) -> str | None:
        lost = [status for status in self.survey.statuses if status.state is State.LOST]
        parts = [f"{one_line(s.name)} is {s.state}{reason(s)}" for s in (*self.survey.missing, *lost)]
        return f"not everything could be measured: {'; '.join(parts)}" if parts else None

    @property
    def code(self) -> Exit:
        """0 when every wanted server is there, else 2."""
        return Exit.USAGE if self.shortfall or self.config.broken else Exit.DONE

    @property
    def error(self) -> str | None:
        """Why ``code`` is not 0."""
        return self.shortfall or (self.config.broken[0] if self.config.broken else None)

    def absence(self, name: str) -> Verdict:
        """What became of a tool that nothing answers to."""
        survey = self.survey
        return absence(survey.settings.profile, survey.catalog, survey.statuses, name, self.config.left_out)

    def in_words(self, name: str, why: Verdict) -> str:
        """The sentence of an absence, and where it offers no other name how to find one."""
        lost = why.name == "no_such_tool" and not near(name, [tool.name for tool in self.survey.catalog.deferred])
        return f"{why.sentence} {_FINDING}" if lost else why.sentence

    @property
    def nothing(self) -> Verdict:
        """Why there is not one tool to search."""
        return nothing(self.survey.catalog, self.survey.statuses, self.config.left_out)

    @property
    def notes(self) -> list[str]:
        """What the configuration complains about, rules that decide nothing included.

        A rule for servers of other sessions is told only where rules decide.
        """
        rules = audit(self.config.guardrail, self.survey.catalog.tools, self.survey.listed)
        return [*map(str, self.config.complaints), *(note.message for note in rules if note.matters or self.calling)]


def why(status: ServerStatus) -> str:
    """Why a server stands as it does, and which option changes that."""
    option = "; --trust starts it" if status.state is State.UNTRUSTED else ""
    return f"{status.reason or ''}{option}"


@asynccontextmanager
async def opened(options: argparse.Namespace) -> AsyncIterator[Session]:
    """The session that the options ask for."""
    async with running(wanted(options)) as session:
        yield replace(session, calling=options.command == "call")


@asynccontextmanager
async def running(config: Config) -> AsyncIterator[Session]:
    """Start the servers, wait until each has listed its tools or failed, and end them afterwards."""
    async with Fleet(config.servers, asks=_nobody) as fleet:
        many = sum(1 for status in fleet.statuses if status.state.pending)
        with waiting(f"connecting to {many} {'server' if many == 1 else 'servers'}…" if many else ""):
            statuses: tuple[ServerStatus, ...] = await fleet.settled()
        with waiting("reading their tools…"):
            survey = take(statuses, config.settings)
        yield Session(config, fleet, survey)


async def _nobody(request: ServerRequest) -> Answer:
    """A server's question on the command line: refused, and told."""
    erase()
    complain(f"{one_line(request.server)} {summary(request)}; refused: only the app asks a person")
    return DECLINED
