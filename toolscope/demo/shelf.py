"""What a demo server remembers: records under their ids, for as long as the server lives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]


class Refusal(Exception):
    """A tool will not, or cannot, do what was asked. Its text tells the caller what would work."""


class Clock:
    """A clock that moves on by a minute whenever it is read, so that a demo looks the same on every day."""

    def __init__(self) -> None:
        self._time = datetime(2026, 12, 1, 9, 0)

    def now(self) -> str:
        """The next minute, as ``YYYY-MM-DDTHH:MM``."""
        self._time += timedelta(minutes=1)
        return self._time.strftime("%Y-%m-%dT%H:%M")


class Shelf:
    """Records of one kind, in the order in which they came."""

    def __init__(self, kind: str, records: Iterable[Record] = (), ids: str = "{}", first: int = 1) -> None:
        """``ids`` is the pattern of new ids, for example ``m_{}``; numbers start at ``first``."""
        self._kind = kind
        self._ids = ids
        self._next = first
        self._records: dict[str, Record] = {}
        for entry in records:
            self.add(**entry)

    def __iter__(self) -> Iterator[Record]:
        return iter(list(self._records.values()))

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, key: object) -> bool:
        return key in self._records

    def add(self, **entry: Any) -> Record:
        """Keep a record; without an ``id`` it gets the next number."""
        if "id" not in entry:
            entry = {"id": self._ids.format(self._next), **entry}
            self._next += 1
        self._records[entry["id"]] = entry
        return entry

    def get(self, key: str) -> Record:
        """The record itself: what is changed in it stays changed. Raises ``Refusal`` that names ids that exist."""
        if key not in self._records:
            known = list(self._records)
            some = ", ".join(known[:8]) + (", …" if len(known) > 8 else "")
            raise Refusal(f"There is no {self._kind} “{key}”. There are: {some or 'none yet'}.")
        return self._records[key]

    def change(self, key: str, **parts: Any) -> Record:
        """Set the parts that are not ``None``."""
        entry = self.get(key)
        entry.update({name: value for name, value in parts.items() if value is not None})
        return entry

    def remove(self, key: str) -> Record:
        """Take a record off the shelf."""
        entry = self.get(key)
        del self._records[key]
        return entry

    def where(self, **wanted: Any) -> list[Record]:
        """Records whose parts are as wanted; ``None`` stands for anything."""
        asked = {name: value for name, value in wanted.items() if value is not None}
        return [entry for entry in self if all(entry.get(name) == value for name, value in asked.items())]

    def search(self, query: str, *parts: str) -> list[Record]:
        """Records that hold every word of the query somewhere in the named parts, whatever the case."""
        words = query.casefold().split()
        texts = ((entry, " ".join(str(entry[part]) for part in parts).casefold()) for entry in self)
        return [entry for entry, held in texts if all(word in held for word in words)]


def page(name: str, entries: list[Record], limit: int, cursor: str | None = None) -> Record:
    """A part of a long list under ``name``, the number of all, and the cursor of the next part if there is one."""
    if cursor is not None and not cursor.isdecimal():
        raise Refusal(f"“{cursor}” is not a cursor of this list; leave it out to begin at the start.")
    start = int(cursor or 0)
    answer: Record = {name: entries[start : start + limit], "total": len(entries)}
    return answer if start + limit >= len(entries) else {**answer, "next_cursor": str(start + limit)}


def glance(entry: Record, *parts: str) -> Record:
    """Only the named parts of a record."""
    return {part: entry[part] for part in parts}
