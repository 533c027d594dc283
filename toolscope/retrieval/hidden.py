"""What a query would have found, had it been there: tools that fell out, and servers that are not read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolscope.canonical import Json
from toolscope.catalog.definition import description, parameter_names
from toolscope.catalog.naming import PREFIX, model_name
from toolscope.catalog.snapshot import Catalog, Loss
from toolscope.config.profiles import Profile
from toolscope.connections.state import ServerStatus
from toolscope.plain import one_line
from toolscope.retrieval.absence import unlisted
from toolscope.retrieval.admission import coverage_needed
from toolscope.retrieval.index import Index
from toolscope.retrieval.search import Result
from toolscope.retrieval.terms import terms


@dataclass(frozen=True, slots=True)
class LostTool:
    """A tool that a server lists and that is not searched, with the words by which it would be found."""

    loss: Loss
    name: str
    """The model-visible name it has or would have had."""
    terms: frozenset[str]

    @property
    def fate(self) -> str:
        """Which rule it fell to, in a few words that are safe to show."""
        return one_line(self.loss.message, 120)


def lost_tools(profile: Profile, catalog: Catalog) -> tuple[LostTool, ...]:
    """The losses of a catalog that have words to be found by. About 30 µs each, so it belongs in a thread."""
    return tuple(_lost(profile, loss) for loss in catalog.losses if loss.kind not in ("malformed", "duplicate"))


@dataclass(frozen=True, slots=True)
class Beyond:
    """What lies beyond the search and would answer a query."""

    tools: tuple[LostTool, ...] = ()
    """Lost tools that the same query would let in, each brought back on its own."""
    servers: tuple[ServerStatus, ...] = ()
    """Servers without a list that the query names by a word."""
    left_out: tuple[str, ...] = ()
    """Servers that ``--server`` did not keep, and that the query names by a word."""

    @property
    def sentence(self) -> str:
        """All of it in words that are safe to show; empty when there is nothing."""
        parts = [f"{unlisted(status)}: its tools are not searched." for status in self.servers]
        parts += [
            f"{one_line(name, 40)} was left out by --server: its tools are not searched." for name in self.left_out
        ]
        if self.tools:
            first, n = self.tools[0], len(self.tools)
            matches = "1 tool matches but is hidden" if n == 1 else f"{n:,} tools match but are hidden, the first"
            parts.append(f"{matches}: {one_line(first.name, 80)} ({first.fate}).")
        return " ".join(parts)


def beyond(
    index: Index,
    lost: Iterable[LostTool],
    result: Result,
    statuses: Iterable[ServerStatus],
    left_out: Iterable[str] = (),
) -> Beyond:
    """Look beyond what was searched."""
    query = list(dict.fromkeys(result.terms))

    def named(server: str) -> bool:
        return not set(query).isdisjoint(terms(index.profile, server))

    return Beyond(
        tuple(tool for tool in lost if query and _admitted(index, query, tool.terms)),
        tuple(status for status in statuses if not status.state.listed and named(status.name)),
        tuple(server for server in left_out if named(server)),
    )


def _lost(profile: Profile, loss: Loss) -> LostTool:
    name = loss.name or model_name(profile, loss.server, loss.raw_name)
    raw: dict[str, Json] = loss.raw if isinstance(loss.raw, dict) else {}
    named = (name.removeprefix(PREFIX), loss.server) if profile.stemming else (name,)
    said = description(profile, raw.get("description"), loss.raw_name, loss.server)
    texts = (*named, said, *parameter_names(raw.get("inputSchema")))
    return LostTool(loss, name, frozenset(terms(profile, " ".join(texts))))


def _admitted(index: Index, query: Sequence[str], held: frozenset[str]) -> bool:
    """Whether a document with these terms would be let in, if it were the only one more (hermes.md §8)."""
    if not index.profile.gate:
        return not held.isdisjoint(query)
    df = {term: index.df(term) + (term in held) for term in query}
    if min(query, key=lambda term: df[term]) not in held:
        return False
    known = [term for term in query if df[term]]
    return len(held.intersection(known)) >= coverage_needed(index.profile, len(known))
