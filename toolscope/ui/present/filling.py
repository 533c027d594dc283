"""A form with entries in it: which fields are seen, the arguments they come to, and the way back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from toolscope.canonical import Json, compact
from toolscope.plain import Plain, hides_text, one_line
from toolscope.ui.present.draft import Draft, Entries, Entry, UnreadableError, entered, read_text, spell
from toolscope.ui.present.form import MOST_ROWS, Field, Form, Path, inside

_FOREIGN = Plain("its schema does not know this parameter")
_EMPTY_PART = Plain("nothing stands here: type a value, or take it away")
_COMPOUND = frozenset({"group", "rows", "variants"})
_FEW = 12
"""Values of a plain list that are shown as rows; more are easier to read in one line."""


class _Unset:
    """No value."""


_UNSET = _Unset()


def children(one: Field, entry: Entry) -> tuple[Field, ...]:
    """The fields that stand in a field as its entry is."""
    if entry.as_json:
        return ()
    return inside(one, entry.text, entry.rows)


def visible(fields: tuple[Field, ...], entries: Entries) -> Iterator[Field]:
    """The fields from top to bottom; of a variant that is an object only what it holds."""
    for one in fields:
        entry = entries.get(one.path, Entry())
        chosen = isinstance(one.path[-1], int) and one.path[-1] < 0
        if not (chosen and one.kind == "group" and not entry.as_json):
            yield one
        yield from visible(children(one, entry), entries)


def unset_count(form: Form, entries: Entries) -> int:
    """Optional fields in which nothing stands."""
    return sum(1 for one in form.leaves if not one.required and not entries.get(one.path, Entry()).text)


# entries to arguments


def collect(form: Form, entries: Entries) -> Draft:
    """The arguments that the entries say; unset ones are left out, and a group of which nothing is set."""
    reading = _Reading(entries)
    arguments = reading.members(form.fields)
    notes = tuple(one_line(f"{key}: a number lost digits, or a key stands there twice", 120) for key in reading.lossy)
    return Draft(arguments, reading.problems, notes)


@dataclass
class _Reading:
    """Entries while they are read."""

    entries: Entries
    problems: dict[Path, Plain] = field(default_factory=dict)
    lossy: list[str] = field(default_factory=list)

    def members(self, fields: tuple[Field, ...]) -> dict[str, Json]:
        """What an object holds."""
        read = ((str(one.path[-1]), self.value(one)) for one in fields)
        return {key: value for key, value in read if value is not _UNSET}

    def value(self, one: Field) -> Json:
        """The value of one field, or ``_UNSET``."""
        entry = self.entries.get(one.path, Entry())
        if not entry.as_json and (one.kind in _COMPOUND or entry.rows):
            return self._compound(one, entry)
        if not entry.text:
            return self._nothing(one)
        try:
            value = entered(one, entry)
        except UnreadableError as error:
            self.problems[one.path] = Plain(str(error))
            return _UNSET
        if (entry.as_json or one.kind == "json") and read_text(entry.text)[1]:
            self.lossy.append(one.key)
        return value

    def _compound(self, one: Field, entry: Entry) -> Json:
        if one.kind == "group":
            made = self.members(children(one, entry))
            return made if made or one.is_part or entry.text else _UNSET
        if not entry.text:
            return self._nothing(one)
        values = [self.value(inner) for inner in children(one, entry)]
        if one.kind == "variants":
            return values[0] if values else _UNSET
        return [value for value in values if value is not _UNSET]

    def _nothing(self, one: Field) -> Json:
        """A part that was added is there: an empty text is a text, anything else is still to be typed."""
        if not one.is_part:
            return _UNSET
        if one.kind == "text":
            return ""
        self.problems[one.path] = _EMPTY_PART
        return _UNSET


# arguments to entries


def fill(form: Form, arguments: Mapping[str, Json]) -> tuple[Form, dict[Path, Entry]]:
    """The form with these arguments in it. ``collect`` of the result gives them back exactly.

    A value that its control cannot hold stands there as JSON; a parameter that the schema lacks gets a field.
    """
    known = {one.path[-1] for one in form.fields}
    foreign = tuple(
        Field((key,), "json", Plain("not in the schema"), {}, reason=_FOREIGN) for key in arguments if key not in known
    )
    whole = replace(form, fields=(*form.fields, *foreign))
    given = ((one, arguments[str(one.path[-1])]) for one in whole.fields if one.path[-1] in arguments)
    return whole, {path: entry for one, value in given for path, entry in _entries(one, value).items()}


def _entries(one: Field, value: Json) -> dict[Path, Entry]:
    """The entries of a field and of what it holds, or its value as JSON where they would not give it back."""
    found = _held(one, value)
    if found is not None:
        reading = _Reading(found)
        again = reading.value(one)
        if again is not _UNSET and not reading.problems and compact(again) == compact(value):
            return found
    return {one.path: Entry(spell(value, 2), as_json=True)}


def _held(one: Field, value: Json) -> dict[Path, Entry] | None:
    if one.kind == "group":
        return _group(one, value)
    if one.kind == "variants":
        return _variant(one, value)
    if one.kind == "rows":
        return _rows(one, value) if isinstance(value, list) and len(value) <= MOST_ROWS else None
    if one.kind == "list" and isinstance(value, list) and 0 < len(value) <= _FEW:
        rows = _rows(one, value)
        if not any(entry.as_json for entry in rows.values()):
            return rows
    text = _control_text(one, value)
    hidden = text is None or ("\n" not in text and hides_text(text)) or hides_text(text.replace("\n", ""))
    return None if hidden or text is None or ("\n" in text and one.kind != "text") else {one.path: Entry(text)}


def _group(one: Field, value: Json) -> dict[Path, Entry] | None:
    if not isinstance(value, dict):
        return None
    opened = Entry("open") if one.lazy else Entry()
    fields = {inner.path[-1]: inner for inner in children(one, opened)}
    if not value.keys() <= fields.keys():
        return None
    found = {path: entry for key, part in value.items() for path, entry in _entries(fields[key], part).items()}
    return {one.path: opened, **found} if one.lazy else found


def _rows(one: Field, value: list[Json]) -> dict[Path, Entry]:
    whole = Entry(str(len(value)), rows=one.kind == "list")
    found = {one.path: whole}
    for inner, part in zip(children(one, whole), value, strict=True):
        found |= _entries(inner, part)
    return found


def _variant(one: Field, value: Json) -> dict[Path, Entry] | None:
    """The first variant whose own control holds the value, an object by its constants and required keys."""
    for number in one.choices:
        chosen = Entry(str(number))
        (inner,) = children(one, chosen)
        if not _may_be(inner, value):
            continue
        found = _entries(inner, value)
        if not found.get(inner.path, Entry()).as_json:
            return {one.path: chosen, **found}
    return None


def _may_be(one: Field, value: Json) -> bool:
    """Whether an object has what a variant requires, and its constants."""
    if one.kind != "group" or not isinstance(value, dict):
        return True
    needed = one.schema.get("required")
    if isinstance(needed, list) and not {name for name in needed if isinstance(name, str)} <= value.keys():
        return False
    fixed = ((inner, value[key]) for inner in one.fields if (key := inner.path[-1]) in value and inner.choices)
    return all(any(compact(choice) == compact(part) for choice in inner.choices) for inner, part in fixed)


def _control_text(one: Field, value: Json) -> str | None:
    """What would have to stand in the control."""
    if one.kind == "choice":
        return next((compact(choice) for choice in one.choices if compact(choice) == compact(value)), None)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# what a person does to the shape of a form


def with_rows(one: Field, entries: Entries, step: int) -> dict[Path, Entry]:
    """One row more at the end; a plain list becomes rows, with what stands in its line."""
    entry, known = entries.get(one.path, Entry()), dict(entries)
    if one.kind == "list" and not entry.rows:
        value = entered(one, entry) if entry.text and not entry.as_json else []
        known |= _rows(one, value if isinstance(value, list) else [value])
        entry = known[one.path]
    count = max(0, min(MOST_ROWS, int(entry.text or 0) + step))
    return {**known, one.path: replace(entry, text=str(count))}


def without_row(rows: Path, position: int, entries: Entries) -> dict[Path, Entry]:
    """The row at a position taken away; the ones behind it move up."""
    depth, kept = len(rows), dict[Path, Entry]()
    for path, entry in entries.items():
        at = path[depth] if path[:depth] == rows and len(path) > depth else None
        if isinstance(at, int) and at > position:
            kept[(*rows, at - 1, *path[depth + 1 :])] = entry
        elif at != position:
            kept[path] = entry
    whole = kept[rows]
    return {**kept, rows: replace(whole, text=str(int(whole.text) - 1))}


def nulled(one: Field, entries: Entries) -> dict[Path, Entry]:
    """Null in a field that takes it, and unset again."""
    null = Entry("null", as_json=True)
    return {**entries, one.path: Entry() if entries.get(one.path) == null else null}
