"""The pages of a tool list, followed for as long as they lead somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolscope.canonical import Json
from toolscope.connections.state import Trouble
from toolscope.plain import one_line

MOST_PAGES = 50
"""Pages of one listing that are read (hermes.md §12)."""


class Unreadable(Exception):
    """A tool list that is none. Its text is one line."""


@dataclass(slots=True)
class Pages:
    """What was read up to now."""

    tools: list[Json] = field(default_factory=list)
    count: int = 0
    troubles: list[Trouble] = field(default_factory=list)
    cursors: set[str] = field(default_factory=set)

    def take(self, page: Json) -> str | None:
        """Keep the tools of one more raw ``tools/list`` result; returns the cursor of the next page to ask for.

        Raises ``Unreadable`` for a page that is no tool list.
        """
        if fault := _fault(page):
            raise Unreadable(f"tools/list: {fault}")
        self.count += 1
        self.tools += page["tools"]
        return self._next(page.get("nextCursor"))

    def lose(self, why: str) -> None:
        """The next page does not come."""
        self._stop("lost_page", f"page {self.count + 1}: {why.removeprefix('tools/list: ')}")

    def _next(self, cursor: Json) -> str | None:
        if cursor is None:
            return None
        if not isinstance(cursor, str):
            self._stop("bad_cursor", f"page {self.count}: the cursor of the next page is {_kind(cursor)}")
        elif not cursor:
            self._stop("empty_cursor", f"page {self.count}: the cursor of the next page is empty")
        elif cursor in self.cursors:
            self._stop("repeated_cursor", f"page {self.count}: the cursor {one_line(cursor, 40)!r} was given before")
        elif self.count >= MOST_PAGES:
            self._stop("too_many_pages", f"there are more than {MOST_PAGES} pages")
        else:
            self.cursors.add(cursor)
            return cursor
        return None

    def _stop(self, kind: str, message: str) -> None:
        kept = f"kept {_number(len(self.tools), 'tool')} of {_number(self.count, 'page')}"
        self.troubles.append(Trouble(kind, one_line(f"{message}; {kept}")))


def _fault(page: Json) -> str | None:
    if not isinstance(page, dict):
        return f"the result is {_kind(page)}, not an object"
    if "tools" not in page:
        return "the result has no `tools`"
    return None if isinstance(page["tools"], list) else f"`tools` is {_kind(page['tools'])}, not an array"


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _kind(value: Json) -> str:
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return names.get(type(value), "null")
