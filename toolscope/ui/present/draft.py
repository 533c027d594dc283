"""Arguments while they are being typed: the form's entries, the editor's text, and the way between them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from toolscope.canonical import Json, compact
from toolscope.invocation.reading import read_json, spells
from toolscope.plain import Plain, hides_text, one_line
from toolscope.ui.present.form import Field, Form, Path

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_MOST_DIGITS = 4_000
"""Python reads no longer whole number out of text."""
_PLACE = re.compile(r"(?P<what>.*): line (?P<line>\d+) column (?P<column>\d+).*", re.DOTALL)
_FOREIGN = Plain("its schema does not know this parameter")
_LOST = Plain("reading it lost something: a key stands there twice, or a number has too many digits")
_WHOLE = Plain("this is a whole tool_call: the arguments inside it are used")
_UNHELD = Plain("a line cannot hold this value")


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in one control."""

    text: str = ""
    """As typed; of a choice, the compact JSON of its value. Nothing means unset: the argument is left out."""
    as_json: bool = False
    """A value that the field's own control cannot hold, typed as JSON in its place."""


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


# entries to arguments and back


def collect(form: Form, entries: Entries) -> Draft:
    """The arguments that the entries say; unset ones are left out, and a group of which nothing is set."""
    problems: dict[Path, Plain] = {}
    lossy: list[str] = []
    arguments = _object(form.fields, entries, problems, lossy)
    notes = tuple(one_line(f"{key}: a number lost digits, or a key stands there twice", 120) for key in lossy)
    return Draft(arguments, problems, notes)


def _object(
    fields: tuple[Field, ...], entries: Entries, problems: dict[Path, Plain], lossy: list[str]
) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for one in fields:
        entry = entries.get(one.path, Entry())
        if one.kind == "group" and not entry.as_json:
            inner = _object(one.fields, entries, problems, lossy)
            if inner:
                made[one.path[-1]] = inner
        elif entry.text:
            try:
                made[one.path[-1]] = entered(one, entry)
            except UnreadableError as error:
                problems[one.path] = Plain(str(error))
            else:
                if (entry.as_json or one.kind == "json") and read_text(entry.text)[1]:
                    lossy.append(one.key)
    return made


def fill(form: Form, arguments: Mapping[str, Json]) -> tuple[Form, dict[Path, Entry]]:
    """The form with these arguments in it. ``collect`` of the result gives them back exactly.

    A value that its control cannot hold stands there as JSON; a parameter that the schema lacks gets a field.
    """
    known = {one.path[-1] for one in form.fields}
    foreign = tuple(
        Field((key,), "json", Plain("not in the schema"), {}, reason=_FOREIGN) for key in arguments if key not in known
    )
    whole = replace(form, fields=(*form.fields, *foreign))
    return whole, dict(_entries(whole.fields, arguments))


def _entries(fields: tuple[Field, ...], arguments: Mapping[str, Json]) -> Iterator[tuple[Path, Entry]]:
    for one in fields:
        if one.path[-1] not in arguments:
            continue
        value = arguments[one.path[-1]]
        if one.kind == "group" and _fits(one, value):
            yield from _entries(one.fields, value)
        else:
            yield one.path, _entry(one, value)


def _fits(group: Field, value: Json) -> bool:
    return isinstance(value, dict) and bool(value) and value.keys() <= {one.path[-1] for one in group.fields}


def _entry(one: Field, value: Json) -> Entry:
    if one.kind in ("json", "group"):
        return Entry(spell(value, 2), as_json=one.kind == "group")
    text = _control_text(one, value)
    if text and "\n" not in text and not hides_text(text) and compact(_reread(one, text)) == compact(value):
        return Entry(text)
    return Entry(spell(value, 2), as_json=True)


def _control_text(one: Field, value: Json) -> str | None:
    """What would have to stand in the control."""
    if one.kind == "choice":
        return next((compact(choice) for choice in one.choices if compact(choice) == compact(value)), None)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _reread(one: Field, text: str) -> Json:
    try:
        return entered(one, Entry(text))
    except UnreadableError:
        return None


def unset_count(form: Form, entries: Entries) -> int:
    """Optional fields in which nothing stands."""
    return sum(1 for one in form.leaves if not one.required and not entries.get(one.path, Entry()).text)


def held_reason(one: Field, entry: Entry) -> Plain | None:
    """Why a field is typed as JSON, if it is."""
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
