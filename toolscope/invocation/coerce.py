"""Arguments bent towards their schema as Hermes does before a call, every change on record."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from toolscope.canonical import Json
from toolscope.catalog.definition import wire_names
from toolscope.config.profiles import Profile
from toolscope.invocation.path import Path, spelled
from toolscope.invocation.reading import read_json, spells
from toolscope.invocation.references import local_target
from toolscope.plain import one_line

DEEPEST = 100
"""Levels of arguments that are looked into; what lies deeper stays as it was given."""


@dataclass(frozen=True, slots=True)
class Coercion:
    """One change to the arguments."""

    steps: Path
    """Where it is; for a renamed key, the key as it was given."""
    before: Json
    after: Json
    lossy: bool = False
    """The value is not what was written: digits rounded away, a repeated key dropped."""
    renamed: bool = False
    """A key, not a value: ``before`` is the key a model sees, ``after`` the server's own."""

    @property
    def path(self) -> str:
        """Where, for example ``arguments.rows[0]``."""
        return spelled(self.steps)


@dataclass(frozen=True, slots=True)
class Coerced:
    """Arguments as they would be sent."""

    arguments: dict[str, Json]
    changes: tuple[Coercion, ...] = ()
    unreadable: str | None = None
    """Why nothing was changed: the schema is one that the reference fails on."""


def coerce(profile: Profile, schema: Json, arguments: dict[str, Json]) -> Coerced:
    """Coerce arguments against a registry schema (hermes.md §10, §14). Never raises; the input stays as it is."""
    coercion = _Coercer(profile, schema)
    try:
        return Coerced(coercion.top(arguments), tuple(coercion.changes))
    except _UnreadableSchemaError as error:
        return Coerced(dict(arguments), unreadable=str(error))
    except RecursionError:
        return Coerced(dict(arguments), unreadable="the schema is nested too deeply")


class _UnreadableSchemaError(Exception):
    """A parameter's schema is not an object."""


class _Coercer:
    """One pass over one set of arguments."""

    def __init__(self, profile: Profile, schema: Json) -> None:
        self.profile = profile
        self.schema = schema
        self.changes: list[Coercion] = []
        self.losses = 0

    def top(self, arguments: dict[str, Json]) -> dict[str, Json]:
        """The arguments with the server's own keys and coerced values."""
        given = self._own_keys(arguments, self.schema, ()) if self.profile.unrenames else arguments
        properties = _properties(self.schema)
        return {key: self._parameter(value, key, properties.get(key)) for key, value in given.items()}

    def _own_keys(self, value: Json, schema: Json, path: Path) -> Json:
        """Keys that were renamed for the model, back to the server's; strings are not looked into."""
        schema = self._resolved(schema)
        if not isinstance(schema, dict) or len(path) > DEEPEST:
            return value
        if isinstance(value, list):
            items = schema.get("items")
            return [self._own_keys(item, items, (*path, index)) for index, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        properties, own = _properties(schema), wire_names(self.profile, schema)
        restored: dict[str, Json] = {}
        for key, item in value.items():
            name = str(own.get(key, key))
            if name != key and name in value:
                name = key  # both were given: the other one has the place
            elif name != key:
                self.changes.append(Coercion((*path, key), key, name, renamed=True))
            restored[name] = self._own_keys(item, properties.get(name), (*path, name))
        return restored

    def _parameter(self, value: Json, key: str, schema: Json) -> Json:
        """One top-level argument; only here are words and numbers read out of strings, and lists wrapped."""
        if not schema:
            return value
        if not isinstance(schema, dict):
            raise _UnreadableSchemaError(one_line(f"the schema of parameter {key!r} is not an object", 200))
        schema = self._resolved(schema)
        expected, losses = schema.get("type"), self.losses
        if isinstance(value, str):
            after = self._from_string(value, expected, schema)
            if after is not value and expected != "array":
                after = self._inside(after, schema, (key,), known=True)
        elif _is_kind(value, expected):
            return self._inside(value, schema, (key,))
        else:
            after = value
        if after is value and expected == "array" and value is not None:
            after = [value]
        if after is not value:
            self._record((key,), value, after, losses)
        return after

    def _from_string(self, text: str, expected: Json, schema: dict[str, Json]) -> Json:
        """What a string means where ``expected`` is asked for; the same string when it means nothing else."""
        word = text.strip().lower()
        if word == "null" and (expected == "null" or _allows_null(schema)):
            return None
        if isinstance(expected, list):
            readings = (self._from_string(text, kind, schema) for kind in expected)
            return next((reading for reading in readings if reading is not text), text)
        if expected in ("integer", "number"):
            return self._number(text, expected == "integer")
        if expected == "boolean":
            return {"true": True, "false": False}.get(word, text)
        return self._container(text, expected) if expected in ("array", "object") else text

    def _number(self, text: str, integer: bool) -> Json:
        try:
            number = float(text)
        except ValueError:
            return text
        if not math.isfinite(number) or (integer and not number.is_integer()):
            return text
        value = int(number) if number.is_integer() else number
        self.losses += not spells(text, value)
        return value

    def _container(self, text: str, kind: str) -> Json:
        read = read_json(text)
        if not _is_kind(read.value, kind):
            return text
        self.losses += read.lossy
        return read.value

    def _inside(self, value: Json, schema: Json, path: Path, known: bool = False) -> Json:
        """A list or object with the JSON strings among its members parsed, where their schema takes a container.

        ``known``: the change is part of one that is on record already.
        """
        schema = self._resolved(schema)
        if not isinstance(schema, dict) or len(path) > DEEPEST:
            return value
        if isinstance(value, list):
            items = schema.get("items")
            after = [self._member(item, items, (*path, index), known) for index, item in enumerate(value)]
            return after if any(new is not old for new, old in zip(after, value, strict=True)) else value
        if isinstance(value, dict):
            properties = _properties(schema)
            fields = {key: self._member(item, properties.get(key), (*path, key), known) for key, item in value.items()}
            return fields if any(fields[key] is not value[key] for key in value) else value
        return value

    def _member(self, value: Json, schema: Json, path: Path, known: bool) -> Json:
        if not isinstance(value, str):
            return self._inside(value, schema, path, known)
        schema, losses = self._resolved(schema), self.losses
        text = value.strip()
        kind = {"[": "array", "{": "object"}.get(text[:1])
        if kind is None or not _accepts(schema, kind):
            return value
        parsed = self._container(text, kind)
        if parsed is text:
            return value
        after = self._inside(parsed, schema, path, known=True)
        if not known:
            self._record(path, value, after, losses)
        return after

    def _record(self, path: Path, before: Json, after: Json, losses: int) -> None:
        self.changes.append(Coercion(path, before, after, lossy=self.losses > losses))

    def _resolved(self, schema: Json) -> Json:
        return local_target(self.schema, schema) if self.profile.coerces_refs else schema


def _properties(schema: Json) -> dict[str, Json]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def _is_kind(value: Json, kind: Json) -> bool:
    return (kind == "array" and isinstance(value, list)) or (kind == "object" and isinstance(value, dict))


def _types(schema: dict[str, Json]) -> list[Json]:
    kinds = schema.get("type")
    return kinds if isinstance(kinds, list) else [kinds]


def _branches(schema: dict[str, Json], *keywords: str) -> Iterator[Json]:
    for keyword in keywords:
        branches = schema.get(keyword)
        if isinstance(branches, list):
            yield from (branch for branch in branches if isinstance(branch, dict))


def _allows_null(schema: dict[str, Json]) -> bool:
    if "null" in _types(schema) or schema.get("nullable") is True:
        return True
    return any(branch.get("type") == "null" for branch in _branches(schema, "anyOf", "oneOf"))


def _accepts(schema: Json, kind: str) -> bool:
    """Whether a schema position takes a list or an object, in one of its branches if not itself."""
    if not isinstance(schema, dict):
        return False
    return kind in _types(schema) or any(_accepts(b, kind) for b in _branches(schema, "anyOf", "oneOf", "allOf"))
