"""JSON as a person reads it: one value a line, indented, coloured by type, safe to show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from textual.content import Content

from toolscope.canonical import Json, compact, walk
from toolscope.plain import clean
from toolscope.ui.present.text import Part, assemble, number, plural, stack
from toolscope.veil import hidden

_KEY, _TEXT, _NUMBER, _MARK = "$soft", "$value-text", "$value-number", "$soft"
_DEEPEST = 40
"""Levels that are opened; what lies deeper is put on one line."""
_COUNTED = 20_000
"""Lines beyond a limit that are counted; of more it is only said that there are more."""
_KEYS = 5
_AROUND = 10_000
"""Characters beyond a cut in which a secret is looked for: more than any has."""
_Parts: TypeAlias = tuple[Part, ...]
Lines: TypeAlias = Iterator[Content]


def json_content(value: Json, limit: int | None = None, longest: int | None = None) -> Content:
    """Pretty JSON, the limits as in ``json_lines``. Lines are not wrapped: the widget that shows them does that."""
    return stack(json_lines(value, limit, longest))


def json_lines(value: Json, limit: int | None = None, longest: int | None = None) -> list[Content]:
    """At most ``limit`` lines, the last one then says how many more, and ``longest`` characters a string.

    Nothing beyond the limit is built.
    """
    lines = _lines(value, longest)
    if limit is None:
        return list(lines)
    shown = list(islice(lines, limit))
    more = line_count(value, limit + _COUNTED) - len(shown)
    if more > 0:
        amount = f"more than {number(_COUNTED)} lines" if more >= _COUNTED else plural(more, "more line")
        shown.append(assemble((f"… {amount}", "$soft")))
    return shown


def folded_lines(value: Json, limit: int, longest: int, members: int) -> tuple[list[Content], bool]:
    """At most ``limit`` lines with every list folded after so many members; and whether that is all of the value.

    Objects, whose keys differ from each other, are folded after five times as many. Takes no longer for more.
    """
    folds: list[int] = []
    lines = list(islice(_lines(value, longest, members, folds), limit + 1))
    return lines[:limit], not folds and len(lines) <= limit


def line_count(value: Json, most: int | None = None) -> int:
    """How many lines ``json_lines`` has without a limit; counting may end at ``most``."""
    return sum(2 if _opens(node, depth) else 1 for node, depth in islice(walk(value), most) if depth <= _DEEPEST)


def _opens(value: Json, depth: int) -> bool:
    """Whether a value gets lines of its own for what it holds."""
    return isinstance(value, dict | list) and bool(value) and depth < _DEEPEST


def _lines(value: Json, longest: int | None, members: int | None = None, folds: list[int] | None = None) -> Lines:
    writer = _Writer(longest, members, [] if folds is None else folds)
    yield from (assemble(*parts) for parts in writer.nested(value, (), (), 0))


@dataclass(frozen=True, slots=True)
class _Writer:
    longest: int | None
    """Characters of a string."""
    members: int | None
    """Of a list, and five times as many keys of an object; the others are folded into one line."""
    folds: list[int]
    """How many members each fold holds, as they are written."""

    def nested(self, value: Json, before: tuple[Part, ...], after: tuple[Part, ...], depth: int) -> Iterator[_Parts]:
        """The lines of a value; ``before`` is its key on the first one, ``after`` the comma on the last."""
        margin = "  " * depth
        if not _opens(value, depth):
            yield (margin, *before, _scalar(value, self.longest), *after)
            return
        opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
        yield (margin, *before, (opening, _MARK))
        members = value.items() if isinstance(value, dict) else ((None, item) for item in value)
        kept = self._kept(value)
        for position, (key, item) in enumerate(islice(members, kept), 1):
            name: _Parts = () if key is None else ((_spelled(str(key), self.longest), _KEY), (": ", _MARK))
            comma: _Parts = ((",", _MARK),) if position < len(value) else ()
            yield from self.nested(item, name, comma, depth + 1)
        if kept < len(value):
            self.folds.append(len(value) - kept)
            yield (f"{margin}  ", (f"… {plural(len(value) - kept, 'more', 'more')}", _MARK))
        yield (margin, (closing, _MARK), *after)

    def _kept(self, value: dict[str, Json] | list[Json]) -> int:
        if self.members is None:
            return len(value)
        return min(len(value), self.members * _KEYS if isinstance(value, dict) else self.members)


def _scalar(value: Json, longest: int | None) -> tuple[str, str]:
    if isinstance(value, str):
        return _spelled(value, longest), _TEXT
    if value is None or isinstance(value, dict | list):
        return clean(compact(value)), _MARK
    return clean(compact(value)), _NUMBER


def _spelled(text: str, longest: int | None) -> str:
    """A string as JSON writes it, what would be obeyed or not be seen made visible."""
    if longest is None or len(text) <= longest:
        return clean(json.dumps(text, ensure_ascii=False))
    return (
        clean(json.dumps(hidden(text[: longest + _AROUND])[:longest], ensure_ascii=False))
        + f" … {plural(len(text) - longest, 'more character')}"
    )
