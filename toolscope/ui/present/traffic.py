"""What went over the wires: each message, line of standard error and change of a connection, requests with replies."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count, islice
from typing import Literal, TypeAlias

from toolscope.canonical import Json, walk
from toolscope.connections.state import Frame, News, ServerStatus, State, StderrLine
from toolscope.plain import Plain, one_line

Kind: TypeAlias = Literal["request", "reply", "error", "notification", "noise", "stderr", "connection"]
KINDS: tuple[Kind, ...] = ("request", "reply", "error", "notification", "noise", "stderr", "connection")

_MOST = 2_500
"""Items kept of one server; a storm of one server costs the others nothing."""
_HEAVIEST = 32 << 20
"""Characters kept of one server's messages, roughly."""
_COUNTED = 2_000
"""Parts of a message that are weighed; the rest is taken to be like them."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that went over a wire."""

    key: str
    """Unique in a session."""
    server: str
    at: float
    """``time.time()``."""
    kind: Kind
    message: Json
    """As it was sent; text for noise, standard error and connections."""
    sent: bool = False
    """By toolscope."""
    method: str = ""
    """Of a reply, its request's; empty where nobody asked."""
    identifier: str = ""
    pair: str | None = None
    """Key of the request that it answers, or of its reply."""
    took: float | None = None
    """Milliseconds from the request to the reply, on both."""
    ended: str = ""
    """Why a request waits for no reply any more."""


@dataclass(slots=True)
class _Kept:
    """What is kept of one server."""

    keys: deque[str] = field(default_factory=deque)
    weights: deque[int] = field(default_factory=deque)
    weight: int = 0
    last: State | None = None


class Traffic:
    """The latest items of all servers, oldest first. A reply that comes changes its request too."""

    def __init__(self) -> None:
        self.items: OrderedDict[str, Item] = OrderedDict()
        self._keys = map(str, count(1))
        self._asked: dict[tuple[str, bool, str], str] = {}
        """Keys of requests by server, direction and identifier, for as long as they are kept."""
        self._servers: dict[str, _Kept] = {}

    def hear(self, news: News) -> Item | None:
        """Take down one piece of news; ``None`` when there is nothing to take down."""
        match news:
            case Frame():
                return self._keep(self._frame(news))
            case StderrLine():
                return self._keep(Item(next(self._keys), news.server, news.at, "stderr", news.text))
            case ServerStatus():
                return self._connection(news)

    def other(self, item: Item) -> Item | None:
        """The request of a reply, the reply of a request."""
        return self.items.get(item.pair or "")

    def of(self, server: str) -> Iterator[Item]:
        """The items of one server, oldest first."""
        return (self.items[key] for key in self._servers.get(server, _Kept()).keys)

    def latest(self, server: str, most: int) -> list[Item]:
        """The newest items of a server, at most so many, oldest first."""
        kept = self._servers.get(server)
        keys = list(islice(reversed(kept.keys), most)) if kept else []
        return [self.items[key] for key in reversed(keys)]

    # messages

    def _frame(self, frame: Frame) -> Item:
        raw = frame.message if isinstance(frame.message, dict) else {}
        method, identifier = raw.get("method"), raw.get("id")
        item = Item(next(self._keys), frame.server, frame.at, "noise", frame.message, frame.outgoing)
        if isinstance(method, str):
            if identifier is not None:
                self._asked[frame.server, frame.outgoing, str(identifier)] = item.key
                return replace(item, kind="request", method=method, identifier=str(identifier))
            if method == "notifications/cancelled":
                self._give_up(frame, raw.get("params"))
            return replace(item, kind="notification", method=method)
        if identifier is not None and ("result" in raw or "error" in raw):
            return self._reply(replace(item, kind="error" if "error" in raw else "reply", identifier=str(identifier)))
        return item

    def _reply(self, item: Item) -> Item:
        asked = self._request(item.server, not item.sent, item.identifier)
        if asked is None:
            return item
        took = max(0.0, (item.at - asked.at) * 1000)
        if asked.pair is None:
            self.items[asked.key] = replace(asked, pair=item.key, took=took)
        return replace(item, method=asked.method, pair=asked.key, took=took)

    def _request(self, server: str, sent: bool, identifier: str) -> Item | None:
        return self.items.get(self._asked.get((server, sent, identifier), ""))

    def _give_up(self, frame: Frame, params: Json) -> None:
        identifier = params.get("requestId") if isinstance(params, dict) else None
        asked = self._request(frame.server, frame.outgoing, str(identifier))
        if asked is not None and asked.pair is None:
            self.items[asked.key] = replace(asked, ended="given up")

    # connections

    def _connection(self, status: ServerStatus) -> Item | None:
        kept = self._servers.setdefault(status.name, _Kept())
        before, kept.last = kept.last, status.state
        if before is status.state:
            return None
        if status.state in (State.LOST, State.FAILED):
            for item in list(self.of(status.name)):
                if item.kind == "request" and item.pair is None and not item.ended:
                    self.items[item.key] = replace(item, ended=f"the server is {status.state}")
        words: Plain = one_line(f"{status.state}: {status.reason}" if status.reason else str(status.state))
        return self._keep(Item(next(self._keys), status.name, moment(status), "connection", words))

    # bounds

    def _keep(self, item: Item) -> Item:
        kept, weight = self._servers.setdefault(item.server, _Kept()), _weight(item.message)
        self.items[item.key] = item
        kept.keys.append(item.key)
        kept.weights.append(weight)
        kept.weight += weight
        while len(kept.keys) > _MOST or (kept.weight > _HEAVIEST and len(kept.keys) > 1):
            old = self.items.pop(kept.keys.popleft())
            kept.weight -= kept.weights.popleft()
            if old.kind == "request" and self._asked.get(asked := (old.server, old.sent, old.identifier)) == old.key:
                del self._asked[asked]
        return item


def moment(news: News) -> float:
    """``time.time()`` of a piece of news; of a status, when its state began."""
    return news.at if not isinstance(news, ServerStatus) else time.time() - (time.monotonic() - news.since)


def _weight(message: Json) -> int:
    """About how many characters a message has: what is beyond the first parts counts as those do."""
    if isinstance(message, str):
        return len(message)
    total = 0
    for number, (node, _) in enumerate(walk(message), 1):
        total += len(node) if isinstance(node, str) else 8
        if number >= _COUNTED:
            return total * 4
    return total
