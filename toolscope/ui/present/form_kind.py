"""Which control a resolved schema gets, and for JSON why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from toolscope.canonical import Json, compact
from toolscope.plain import Plain, one_line
from toolscope.ui.present.field_words import words
from toolscope.ui.present.resolved import members, variants

Kind: TypeAlias = Literal["text", "number", "choice", "list", "rows", "variants", "group", "json"]
"""``list`` is a line for plain values, ``rows`` a field for each member."""

_SCALARS: dict[str, Kind] = {"string": "text", "integer": "number", "number": "number"}
_MOST_CHOICES = 1_000
_MOST_VARIANTS = 40
_TITLE = 40


def kind(schema: Mapping[str, Json], root: Json) -> tuple[Kind, str | None]:
    """The control of a schema whose references were followed."""
    if "const" in schema or isinstance(schema.get("enum"), list) or schema.get("type") == "boolean":
        many = len(choices(schema, "choice", root)) > _MOST_CHOICES
        return ("json", "it has too many choices for a list") if many else ("choice", None)
    declared = schema.get("type")
    if isinstance(declared, str) and declared in _SCALARS:
        return _SCALARS[declared], None
    if schema.get("properties") and declared in (None, "object"):
        return "group", None
    if "allOf" in schema:
        return "json", "it has to fit several schemas at once"
    if "anyOf" in schema or "oneOf" in schema or isinstance(declared, list):
        few = 0 < len(variants(schema, root)) <= _MOST_VARIANTS
        return ("variants", None) if few else ("json", "it takes one of too many shapes")
    if declared == "array":
        return _list(schema, root)
    if declared == "object":
        return "json", "it is an object with keys of your choosing"
    return "json", "its schema names no type" if declared is None else f"its type is {one_line(str(declared), 20)}"


def _list(schema: Mapping[str, Json], root: Json) -> tuple[Kind, str | None]:
    if "prefixItems" in schema or isinstance(schema.get("items"), list):
        return "json", "each place of the list has a schema of its own"
    items = members(root, schema)
    plain = "enum" in items or items.get("type") in (*_SCALARS, "boolean") or not items
    return ("list" if plain else "rows"), None


def choices(schema: Mapping[str, Json], found: Kind, root: Json) -> tuple[Json, ...]:
    """The values to choose from, typed; of variants their numbers."""
    if found == "variants":
        return tuple(range(len(variants(schema, root))))
    if found != "choice":
        return ()
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    values = values if isinstance(values, list) else [True, False]
    more = [None] if schema.get("nullable") is True and "const" not in schema else []
    return tuple({compact(value): value for value in [*values, *more]}.values())


def titles(schema: Mapping[str, Json], root: Json) -> tuple[Plain, ...]:
    """What each variant is called: by its title, by the constant that tells it apart, or by its type."""
    return tuple(_title(branch, root) for branch in variants(schema, root))


def _title(branch: Json, root: Json) -> Plain:
    if isinstance(branch.get("title"), str) and branch["title"].strip():
        return one_line(branch["title"], _TITLE)
    properties = branch.get("properties")
    if isinstance(properties, dict):
        for key, inner in properties.items():
            if isinstance(inner, dict) and "const" in inner:
                return one_line(f"{key}: {inner['const']}", _TITLE)
        return one_line(f"object of {', '.join(map(str, properties))}", _TITLE)
    return words(branch, members(root, branch))
