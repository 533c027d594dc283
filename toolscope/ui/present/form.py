"""A tool's JSON Schema read as the fields of a form; what a form cannot express is named with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from toolscope.canonical import Json
from toolscope.plain import Plain, one_line
from toolscope.ui.present.field_words import placeholder, words
from toolscope.ui.present.form_kind import Kind, choices, kind, titles
from toolscope.ui.present.resolved import members, nullable, resolved, variants
from toolscope.ui.present.skeleton import skeleton

Path: TypeAlias = tuple[str | int, ...]
"""Keys and positions from the arguments down to a value; ``-1 - n`` stands for the n-th variant and is no step."""

_OPEN = 2
"""Levels of groups inside groups that are open from the beginning; deeper ones, and recursion, are opened by hand."""
_DEEPEST = 24
_NOTHING = Plain("")
MOST_ROWS = 200
_SHOWN_AT_ONCE = 60
"""Fields of a form; where there would be more, every object is opened by hand."""
_MOST_FIELDS = 120


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter, as a control shows it."""

    path: Path
    """From the arguments down to this value, keys as the server spells them."""
    kind: Kind
    words: Plain
    """Its type and its limits in a few words: ``string date``."""
    schema: Mapping[str, Json]
    required: bool = False
    """Within the object that holds it."""
    description: Plain = _NOTHING
    placeholder: Plain = _NOTHING
    choices: tuple[Json, ...] = ()
    """The values of an enum or a boolean, typed; of variants their numbers."""
    titles: tuple[Plain, ...] = ()
    """What variants are called."""
    fields: tuple[Field, ...] = ()
    """What a group holds that is open from the beginning."""
    lazy: bool = False
    """A group that is opened by hand."""
    nullable: bool = False
    reason: Plain | None = None
    """Why it is typed as JSON."""
    sample: Json = None
    """A value of the right shape to start from, for what is typed as JSON."""
    root: Json = field(default=None, repr=False, compare=False)
    """The whole schema, to which its references belong."""

    @property
    def key(self) -> Plain:
        """Its own name, safe to show; of a member of a list its position, from 1."""
        steps = own(self.path)
        name = steps[-1] if steps else "arguments"
        return Plain(f"{name + 1}.") if isinstance(name, int) else one_line(name, 60)

    @property
    def is_part(self) -> bool:
        """Whether it is a member of a list or a chosen variant: then it is there, even while nothing is typed."""
        return isinstance(self.path[-1], int)


def own(path: Path) -> Path:
    """The steps of a path without the variants that were chosen on the way."""
    return tuple(step for step in path if isinstance(step, str) or step >= 0)


def inside(one: Field, text: str, as_rows: bool = False) -> tuple[Field, ...]:
    """The fields that stand in a field while its control holds ``text``; ``as_rows`` shows a plain list as rows."""
    reader = _Reader(one.root)
    if one.kind == "group":
        return one.fields if not one.lazy else reader.fields(one.schema, one.path) if text else ()
    if one.kind == "variants" and text.isdecimal() and int(text) < len(one.choices):
        branch = variants(one.schema, one.root)[int(text)]
        return (reader.field(branch, (*one.path, -1 - int(text)), True),)
    if (one.kind == "rows" or as_rows) and text.isdecimal():
        items = one.schema.get("items", {})
        return tuple(reader.field(items, (*one.path, position), True) for position in range(min(int(text), MOST_ROWS)))
    return ()


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
    whole = resolved(schema, schema)
    reason = _hopeless(schema, whole)
    if reason:
        return Form((), Plain(reason), sample)
    fields = _Reader(schema).fields(whole, ())
    if sum(1 for _ in _leaves(fields)) > _SHOWN_AT_ONCE:
        fields = _Reader(schema, 0).fields(whole, ())
    count = sum(1 for _ in _leaves(fields))
    if count > _MOST_FIELDS:
        return Form((), Plain(f"{count} fields are too many for a form"), sample)
    return Form(fields, None, sample)


def _hopeless(schema: Json, whole: Mapping[str, Json]) -> str | None:
    """Why no form can be made of a schema; ``whole`` is it with its references followed."""
    if not isinstance(schema, dict):
        return "the tool has no schema to make a form of"
    kind = whole.get("type", "object")
    if kind != "object" and not (isinstance(kind, list) and "object" in kind):
        return "the schema does not describe an object"
    if whole.get("properties"):
        return None if isinstance(whole["properties"], dict) else "the schema's properties cannot be read"
    for keyword in ("oneOf", "anyOf", "allOf", "$ref", "if"):
        if keyword in whole:
            return f"the schema describes its arguments by {keyword}, not as a list of parameters"
    if whole.get("patternProperties") or whole.get("additionalProperties") not in (None, False, True, {}):
        return "the parameters have names of your choosing"
    return None


def _leaves(fields: tuple[Field, ...]) -> Iterator[Field]:
    for one in fields:
        yield from _leaves(one.fields) if one.kind == "group" and not one.lazy else (one,)


class _Reader:
    """Reads the parameters of one schema, following its local references."""

    def __init__(self, root: Json, unfolded: int = _OPEN) -> None:
        """``unfolded`` is how many levels of objects are open from the beginning."""
        self.root, self.unfolded = root, unfolded

    def fields(self, schema: Mapping[str, Json], parent: Path) -> tuple[Field, ...]:
        """The parameters of an object, required ones first, otherwise as they are written."""
        required, known = schema.get("required"), schema.get("properties")
        needed = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
        properties = {str(key): value for key, value in known.items()} if isinstance(known, dict) else {}
        fields = [self.field(value, (*parent, key), key in needed) for key, value in properties.items()]
        missing = [self.field({}, (*parent, key), True) for key in sorted(needed - properties.keys())]
        return tuple(sorted([*fields, *missing], key=lambda one: not one.required))

    def field(self, raw: Json, path: Path, required: bool) -> Field:
        """One parameter."""
        schema = resolved(self.root, raw)
        depth = len(own(path))
        found, reason = kind(schema, self.root) if depth < _DEEPEST else ("json", "it is nested too deeply for a form")
        lazy = found == "group" and depth > self.unfolded and not isinstance(path[-1], int)
        described = schema.get("description")
        return Field(
            path,
            found,
            words(schema, members(self.root, schema)),
            schema,
            required,
            one_line(described) if isinstance(described, str) else Plain(""),
            placeholder(schema),
            choices(schema, found, self.root),
            titles(schema, self.root) if found == "variants" else (),
            self.fields(schema, path) if found == "group" and not lazy else (),
            lazy,
            nullable(schema),
            Plain(reason) if reason else None,
            skeleton(schema, self.root) if found == "json" else None,
            self.root,
        )
