"""The queries of this run, to come back to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from textual.content import Content

from toolscope.plain import one_line
from toolscope.ui.present.found import Found
from toolscope.ui.present.pick import Offer, Offers, matching
from toolscope.ui.present.search import outcome
from toolscope.ui.present.text import assemble, spread

_MOST = 200


@dataclass(frozen=True, slots=True)
class Former:
    """Queries that were explained once, the latest last, each once."""

    queries: tuple[str, ...] = ()

    def seen(self, query: str) -> Former:
        """With one more query. What was only typed further, or taken back letter by letter, is the same one."""
        last = self.queries[-1] if self.queries else ""
        if not query.strip() or last.startswith(query):
            return self
        kept = self.queries[:-1] if last and query.startswith(last) else self.queries
        return replace(self, queries=(*(known for known in kept if known != query), query)[-_MOST:])


def former_offers(former: Former, look: Callable[[str], Found]) -> Offers:
    """Each query with what it finds now, the latest first."""
    return partial(matching, [_offer(query, look(query)) for query in reversed(former.queries)])


def _offer(query: str, found: Found) -> Offer:
    shown = one_line(query)
    return Offer(query, shown, lambda width: _line(shown, found, width), shown.lower())


def _line(shown: str, found: Found, width: int) -> Content:
    return spread(assemble((shown, "$ink")), outcome(found), width)
