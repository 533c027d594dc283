"""A small catalog asked as somebody would: what the engine answers, and what the Search tab says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.build import export, status, survey, tool
from toolscope.config.model import Settings, ToolFilter
from toolscope.config.profiles import HERMES_21, Profile
from toolscope.connections.state import ServerStatus
from toolscope.retrieval.absence import expected
from toolscope.ui.present.bench import Bench
from toolscope.ui.present.reasons import Why
from toolscope.ui.present.search import query_rows
from toolscope.ui.present.why import why_rows

_WIDTH = 100


@dataclass(frozen=True)
class Seen:
    """One query."""

    matches: list[str]
    """The raw names of the tools that a model is given, best first."""
    under: str
    """What stands under the query."""
    why: str
    """What the reasons say, every run of spaces folded."""
    verdict: str
    told: Why

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return self.told.verdict.sentence

    @property
    def wordings(self) -> list[str]:
        """What would find the expected tool."""
        return [suggestion.query for suggestion in self.told.suggestions]


@dataclass(frozen=True)
class Desk:
    """A catalog that can be asked."""

    bench: Bench

    def ask(self, query: str, expect: str | None = None) -> Seen:
        """Ask; ``expect`` is a tool's raw name, or any other name."""
        tool = expected(self.bench.survey.catalog, expect) if expect else None
        wanted = tool.name if tool is not None else expect
        found = self.bench.look(query, wanted)
        self.bench.learn([found])
        why = self.bench.answer(found, wanted, [query]).why
        assert why is not None
        return Seen(
            [hit.tool.raw_name for hit in found.result.hits],
            "\n".join(row.line.plain.strip() for row in query_rows(found, _WIDTH, True, 0, "⏎")),
            "\n".join(" ".join(row.line.plain.split()) for row in why_rows(why, _WIDTH)),
            why.verdict.name,
            why,
        )

    def term(self, query: str) -> list[str]:
        """What the words of a query are searched as."""
        return self.bench.look(query, None).result.terms


def desk(*lines: str, profile: Profile = HERMES_21, limit: int = 5, exclude: Sequence[str] = ()) -> Desk:
    """A catalog of lines ``raw tool name | server | description | parameter names``."""
    servers: dict[str, list[dict[str, object]]] = {}
    for line in lines:
        name, server, description, parameters = (part.strip() for part in line.split("|"))
        servers.setdefault(server, []).append(tool(name, description, *parameters.split()))
    names = ToolFilter(exclude=tuple(exclude))
    return of(*(status(server, tools, names=names) for server, tools in servers.items()), profile=profile, limit=limit)


def plugins(*lines: str) -> Desk:
    """The same for tools of plugins, which have no prefix; the second column is their toolset."""
    functions = []
    for line in lines:
        name, toolset, description, parameters = (part.strip() for part in line.split("|"))
        schema = {"type": "object", "properties": {parameter: {} for parameter in parameters.split()}}
        functions.append({"name": name, "description": description, "toolset": toolset, "parameters": schema})
    return of(export("agent", functions))


def of(*servers: ServerStatus, profile: Profile = HERMES_21, limit: int = 5) -> Desk:
    """A catalog of servers."""
    settings = Settings(profile=profile, context_length=200_000, search_default_limit=limit)
    return Desk(Bench.of(survey(*servers, settings=settings)))
