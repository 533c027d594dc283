"""A tool's JSON Schema read as the fields of a form; what a form cannot express is named with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolscope.canonical import Json, compact
from toolscope.invocation.path import spelled
from toolscope.plain import Plain, one_line
from toolscope.ui.present.field_words import placeholder, words
from toolscope.ui.present.resolved import members, resolved
from toolscope.ui.present.skeleton import skeleton

Kind: TypeAlias = Literal["text", "number", "choice", "list", "group", "json"]
Path: TypeAlias = tuple[str, ...]

_SCALARS = {"string": "text", "integer": "number", "number": "number"}
_DEEPEST = 2
"""Levels of groups inside groups; what lies deeper is JSON."""
_NOTHING = Plain("")
_MOST_FIELDS = 80
_MOST_CHOICES = 1_000


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter, as a control shows it."""

    path: Path
    """Keys from the arguments down to this value, as the server spells them."""
    kind: Kind
    words: Plain
    """Its type and its limits in a few words: ``string date``."""
    schema: Mapping[str, Json]
    required: bool = False
    """Within the object that holds it."""
    description: Plain = _NOTHING
    placeholder: Plain = _NOTHING
    choices: tuple[Json, ...] = ()
    """The values of an enum or a boolean, typed."""
    fields: tuple[Field, ...] = ()
    """What a group holds."""
    reason: Plain | None = None
    """Why it is typed as JSON."""
    sample: Json = None
    """A value of the right shape to start from, for what is typed as JSON."""

    @property
    def key(self) -> Plain:
        """Its own name, safe to show."""
        return one_line(self.path[-1], 60)

    @property
    def spelled(self) -> str:
        """Its place, as violations and coercions spell it."""
        return spelled(self.path)


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a tool, required ones first."""

    fields: tuple[Field, ...] = ()
    reason: Plain | None = None
    """Why a form cannot express the arguments at all: then they are typed as JSON."""
    sample: Json = None
    """Arguments of the right shape, from which the JSON editor starts when there is a reason."""

    @property
    def leaves(self) -> Iterator[Field]:
        """The fields that hold a value themselves."""
        return _leaves(self.fields)


def read_form(schema: Json) -> Form:
    """Read a registry schema. Never raises."""
    try:
        return _form(schema)
    except RecursionError:
        return Form((), Plain("the schema is nested too deeply for a form"), {})


def _form(schema: Json) -> Form:
    sample = skeleton(schema)
    sample = sample if isinstance(sample, dict) else {}
    reason = _hopeless(schema)
    if reason:
        return Form((), Plain(reason), sample)
    fields = _Reader(schema).fields(schema, ())
    count = sum(1 for _ in _leaves(fields))
    if count > _MOST_FIELDS:
        return Form((), Plain(f"{count} fields are too many for a form"), sample)
    return Form(fields, None, sample)


def _hopeless(schema: Json) -> str | None:
    """Why no form can be made of a schema."""
    if not isinstance(schema, dict):
        return "the tool has no schema to make a form of"
    kind = schema.get("type", "object")
    if kind != "object" and not (isinstance(kind, list) and "object" in kind):
        return "the schema does not describe an object"
    if schema.get("properties"):
        return None if isinstance(schema["properties"], dict) else "the schema's properties cannot be read"
    for keyword in ("oneOf", "anyOf", "allOf", "$ref", "if"):
        if keyword in schema:
            return f"the schema describes its arguments by {keyword}, not as a list of parameters"
    if schema.get("patternProperties") or schema.get("additionalProperties") not in (None, False, True, {}):
        return "the parameters have names of your choosing"
    return None


def _leaves(fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        yield from _leaves(field.fields) if field.kind == "group" else (field,)


class _Reader:
    """Reads the parameters of one schema, following its local references."""

    def __init__(self, root: Json) -> None:
        self.root = root

    def fields(self, schema: Mapping[str, Json], parent: Path) -> tuple[Field, ...]:
        """The parameters of an object, required ones first, otherwise as they are written."""
        required = schema.get("required")
        needed = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
        properties: dict[str, Json] = {str(key): value for key, value in schema["properties"].items()}
        fields = [self.field(value, (*parent, key), key in needed) for key, value in properties.items()]
        missing = [self.field({}, (*parent, key), True) for key in sorted(needed - properties.keys())]
        return tuple(sorted([*fields, *missing], key=lambda field: not field.required))

    def field(self, raw: Json, path: Path, required: bool) -> Field:
        """One parameter."""
        schema = resolved(self.root, raw)
        kind, reason = self.kind(schema, len(path))
        inner = self.fields(schema, path) if kind == "group" else ()
        described = schema.get("description")
        return Field(
            path,
            kind,
            words(schema, members(self.root, schema)),
            schema,
            required,
            one_line(described) if isinstance(described, str) else Plain(""),
            placeholder(schema),
            _choices(schema) if kind == "choice" else (),
            inner,
            Plain(reason) if reason else None,
            skeleton(schema, self.root) if kind == "json" else None,
        )

    def kind(self, schema: dict[str, Json], depth: int) -> tuple[Kind, str | None]:
        """The control of a schema, and for JSON why."""
        if "const" in schema or isinstance(schema.get("enum"), list) or schema.get("type") == "boolean":
            many = len(_choices(schema)) > _MOST_CHOICES
            return ("json", "it has too many choices for a list") if many else ("choice", None)
        for keyword in ("anyOf", "oneOf", "allOf"):
            if keyword in schema and schema.get("type") not in _SCALARS:
                return "json", "it takes one of several shapes"
        declared = schema.get("type")
        if isinstance(declared, str) and declared in _SCALARS:
            return ("text", None) if declared == "string" else ("number", None)
        if declared == "array":
            return self._list(schema)
        if declared == "object" or "properties" in schema:
            return self._object(schema, depth)
        if isinstance(declared, list):
            return "json", "it takes a value of several types"
        return "json", "its schema names no type" if declared is None else f"its type is {one_line(str(declared), 20)}"

    def _list(self, schema: dict[str, Json]) -> tuple[Kind, str | None]:
        items = members(self.root, schema)
        simple = "enum" in items or items.get("type") in (*_SCALARS, "boolean") or not items
        if simple and "prefixItems" not in schema and not isinstance(schema.get("items"), list):
            return "list", None
        return "json", "it is a list of " + ("objects" if items.get("type") == "object" else "values of several types")

    def _object(self, schema: dict[str, Json], depth: int) -> tuple[Kind, str | None]:
        properties = schema.get("properties")
        if not isinstance(properties, dict) or not properties:
            return "json", "it is an object with keys of your choosing"
        if depth > _DEEPEST:
            return "json", "it is nested too deeply for a form"
        return "group", None


def _choices(schema: Mapping[str, Json]) -> tuple[Json, ...]:
    if "const" in schema:
        return (schema["const"],)
    values = schema.get("enum")
    if not isinstance(values, list):
        return (True, False)
    if schema.get("nullable") and None not in values:
        return (*_distinct(values), None)
    return _distinct(values)


def _distinct(values: list[Json]) -> tuple[Json, ...]:
    return tuple({compact(value): value for value in values}.values())
