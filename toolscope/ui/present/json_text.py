"""JSON as a person reads it: one value a line, indented, coloured by type, safe to show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from textual.content import Content

from toolscope.canonical import Json, compact, walk
from toolscope.plain import clean
from toolscope.ui.present.text import Part, assemble, plural, stack
from toolscope.veil import hidden

_KEY, _TEXT, _NUMBER, _MARK = "$soft", "$value-text", "$value-number", "$soft"
_DEEPEST = 40
"""Levels that are opened; what lies deeper is put on one line."""


def json_content(value: Json, limit: int | None = None, longest: int | None = None) -> Content:
    """Pretty JSON, at most ``limit`` lines (the last one then says how many more) and ``longest`` characters a string.

    Lines are not wrapped: the widget that shows them does that. Nothing beyond the limit is built.
    """
    lines = _lines(value, longest)
    if limit is None:
        return stack(lines)
    shown = list(islice(lines, limit))
    more = line_count(value) - len(shown)
    if more > 0:
        shown.append(assemble(("… " + plural(more, "more line"), "$soft")))
    return stack(shown)


def line_count(value: Json) -> int:
    """How many lines ``json_content`` has without a limit."""
    return sum(2 if _opens(node, depth) else 1 for node, depth in walk(value) if depth <= _DEEPEST)


def _opens(value: Json, depth: int) -> bool:
    """Whether a value gets lines of its own for what it holds."""
    return isinstance(value, dict | list) and bool(value) and depth < _DEEPEST


def _lines(value: Json, longest: int | None) -> Iterator[Content]:
    yield from (assemble(*parts) for parts in _nested(value, longest, (), (), 0))


def _nested(
    value: Json, longest: int | None, before: tuple[Part, ...], after: tuple[Part, ...], depth: int
) -> Iterator[tuple[Part, ...]]:
    """The lines of a value; ``before`` is its key on the first one, ``after`` the comma on the last."""
    margin = "  " * depth
    if not _opens(value, depth):
        yield (margin, *before, _scalar(value, longest), *after)
        return
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    yield (margin, *before, (opening, _MARK))
    members = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for position, (key, item) in enumerate(members, 1):
        name: tuple[Part, ...] = () if key is None else ((_spelled(str(key), longest), _KEY), (": ", _MARK))
        comma: tuple[Part, ...] = ((",", _MARK),) if position < len(value) else ()
        yield from _nested(item, longest, name, comma, depth + 1)
    yield (margin, (closing, _MARK), *after)


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
        clean(json.dumps(hidden(text)[:longest], ensure_ascii=False))
        + f" … {plural(len(text) - longest, 'more character')}"
    )
