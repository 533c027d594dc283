"""Arguments while they are being typed: the form's entries, the editor's text, and the way between them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from toolscope.canonical import Json
from toolscope.invocation.reading import read_json, spells
from toolscope.plain import Plain, hides_text, one_line
from toolscope.ui.present.form import Field, Path

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_MOST_DIGITS = 4_000
"""Python reads no longer whole number out of text."""
_PLACE = re.compile(r"(?P<what>.*): line (?P<line>\d+) column (?P<column>\d+).*", re.DOTALL)
_LOST = Plain("reading it lost something: a key stands there twice, or a number has too many digits")
_WHOLE = Plain("this is a whole tool_call: the arguments inside it are used")
_NULL = Plain("null is no text; ^b leaves it unset")
_UNHELD = Plain("a line cannot hold this value")


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in one control."""

    text: str = ""
    """As typed; of a choice, the compact JSON of its value; of rows and variants a number; of a group opened by hand
    ``open``. Nothing means unset: the argument is left out."""
    as_json: bool = False
    """A value that the field's own control cannot hold, typed as JSON in its place."""
    rows: bool = False
    """A plain list that is shown as rows; the text is then their number."""

    def of(self, text: str) -> Entry:
        """The same with another text."""
        return replace(self, text=text)


Entries: TypeAlias = Mapping[Path, Entry]


@dataclass(frozen=True, slots=True)
class Draft:
    """What the entries come to."""

    arguments: dict[str, Json] = field(default_factory=dict)
    problems: Mapping[Path, Plain] = field(default_factory=dict)
    """Entries that cannot be read, each with its reason; they are not in the arguments."""
    notes: tuple[Plain, ...] = ()
    """What reading lost, or how the text was understood."""
    target: str | None = None
    """The tool that a pasted ``tool_call`` names."""


class UnreadableError(ValueError):
    """A text that is not JSON; its message names the place."""


# text to values


def read_text(text: str) -> tuple[Json, bool]:
    """JSON, and whether reading it lost something; raises ``UnreadableError`` with line and column."""
    read = read_json(text)
    if read.error is not None:
        found = _PLACE.fullmatch(read.error)
        words = f"line {found['line']}, column {found['column']}: {found['what'].lower()}" if found else read.error
        raise UnreadableError(one_line(words, 200))
    return read.value, read.lossy


def spell(value: Json, indent: int | None = None) -> str:
    """JSON to be edited: as people write it, but what would not be seen, or be obeyed by a terminal, as an escape."""
    if indent is None:
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = json.dumps(value, ensure_ascii=False, indent=indent)
    if not hides_text(text):
        return text
    return "".join(json.dumps(c)[1:-1] if c != "\n" and hides_text(c) else c for c in text)


def entered(target: Field, entry: Entry) -> Json:
    """The value of an entry that is not empty; raises ``UnreadableError``."""
    if entry.as_json or target.kind in ("json", "choice", "group"):
        return read_text(entry.text)[0]
    if target.kind == "list":
        return _list_value(target, entry.text)
    return number(entry.text) if target.kind == "number" else entry.text


def number(text: str) -> Json:
    """The number that a text spells exactly as JSON does; any other text stays a text, for coercion to judge."""
    found = _NUMBER.fullmatch(text)
    if found is None or len(text) > _MOST_DIGITS:
        return text
    if found[2] is None and found[3] is None:
        return int(text)
    value = float(text)
    return value if math.isfinite(value) and spells(text, value) else text


def _list_value(target: Field, text: str) -> Json:
    """A JSON list where one is written; otherwise one value, which coercion makes a list of."""
    if text.strip().startswith("["):
        read = read_json(text)
        return read.value if isinstance(read.value, list) and not read.lossy else text
    items = target.schema.get("items")
    kind = items.get("type") if isinstance(items, dict) else None
    return number(text) if kind in ("integer", "number") else text


def held_reason(one: Field, entry: Entry) -> Plain | None:
    """Why a field is typed as JSON, if it is."""
    if entry.as_json and entry.text == "null" and one.nullable:
        return _NULL
    return _UNHELD if entry.as_json and one.kind != "json" else one.reason


# the editor


def read_editor(text: str, unwrap: Callable[[Json], tuple[str, dict[str, Json]] | None]) -> Draft:
    """The arguments that the JSON editor says.

    ``unwrap`` looks into a whole ``tool_call``: the tool's name and its arguments, or ``None`` for plain arguments; it
    may raise ``UnreadableError``.
    """
    if not text.strip():
        return Draft()
    try:
        value, lossy = read_text(text)
        inside = unwrap(value)
    except UnreadableError as error:
        return Draft(problems={(): Plain(str(error))})
    notes = (_LOST,) if lossy else ()
    if inside is not None:
        return Draft(inside[1], notes=(*notes, _WHOLE), target=inside[0])
    if not isinstance(value, dict):
        return Draft(problems={(): Plain("arguments are an object: { … }")}, notes=notes)
    return Draft(value, notes=notes)
