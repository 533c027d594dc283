"""The global sanitiser of Hermes: schemas as strict model APIs accept them (hermes.md §1b, second pass, and §14)."""

from __future__ import annotations

import re

from toolscope.canonical import Json
from toolscope.catalog.nodes import CONTAINERS, Node, complete, parts, without_null
from toolscope.config.profiles import Profile

_TYPES = frozenset({"object", "string", "number", "integer", "boolean", "array", "null"})

# What stands under a keyword: schemas by name, schemas, or (every other keyword) data.
_BY_NAME = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_SCHEMAS = frozenset(
    {"items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"}
    | {"additionalProperties", "unevaluatedProperties", "propertyNames"}
    | {"anyOf", "oneOf", "allOf", "not", "if", "then", "else"}
)
# hermes-0.19 knows fewer: it takes every object and list for a schema but for these.
_BY_NAME_19 = frozenset({"properties", "$defs", "definitions"})
_SCHEMAS_19 = frozenset({"items", "additionalProperties"})
_DATA_19 = frozenset({"required", "enum", "examples"})

# The pattern that model APIs demand. Its ``$`` lets a trailing line feed pass, as in the reference.
_ACCEPTED_KEY = re.compile(r"^[a-zA-Z0-9_.-]{1,64}$")
_REFUSED_CHARACTER = re.compile(r"[^a-zA-Z0-9_.-]")
_LONGEST_KEY = 64


def sanitised(profile: Profile, node: Json, depth: int) -> Json:
    """One schema, or a list of them, down to ``depth`` levels; a string where a schema belongs names a type."""
    if isinstance(node, str):
        return named_type(profile, node)
    if not depth or not isinstance(node, CONTAINERS):
        return node
    if isinstance(node, list):
        return [sanitised(profile, item, depth - 1) for item in node]
    schemas = _SCHEMAS if profile.renames_properties else _SCHEMAS_19
    new_keys = renames(profile, node["properties"]) if "properties" in node else {}
    out: Node = {}
    for key, value in node.items():
        if isinstance(value, CONTAINERS):
            _add_container(profile, out, key, value, new_keys, depth - 1)
        elif key in schemas:
            out[key] = sanitised(profile, value, depth - 1)
        elif key != "required" or not profile.renames_properties or not isinstance(value, bool):
            out[key] = value
    if profile.renames_properties and "properties" in node:
        _lift_required(node["properties"], new_keys, out)
    if out.get("type") == "object":
        complete(profile, out, keeps_empty=False)
    return out


def tidied(node: Json, depth: int) -> Json:
    """Unions with null that only now show as such, and defaults beside references, taken out; data included."""
    if not depth:
        return node
    out = node
    for key, value in parts(node):
        if isinstance(value, CONTAINERS):
            new = tidied(value, depth - 1)
            if new is not value:
                out = node.copy() if out is node else out
                out[key] = new
    if isinstance(out, list):
        return out
    out = without_null(out)
    if "$ref" in out and "default" in out:
        out = {key: value for key, value in out.items() if key != "default"}
    return out


def renames(profile: Profile, properties: Json) -> dict[str, str]:
    """The new key of each property whose own key a model API would refuse: cleaned, cut, numbered where it clashes."""
    if not profile.renames_properties or not isinstance(properties, dict):
        return {}
    refused = [key for key in properties if not _ACCEPTED_KEY.match(key)]
    if not refused:
        return {}
    taken = set(properties).difference(refused)
    new_keys: dict[str, str] = {}
    last_number: dict[str, int] = {}
    for key in refused:
        stem = candidate = _REFUSED_CHARACTER.sub("_", key)[:_LONGEST_KEY] or "param"
        number = last_number.get(stem, 1)
        while candidate in taken:
            number += 1
            ending = f"_{number}"
            candidate = stem[: _LONGEST_KEY - len(ending)] + ending
        last_number[stem] = number
        taken.add(candidate)
        new_keys[key] = candidate
    return new_keys


def named_type(profile: Profile, name: str) -> Node:
    """The schema that a bare string stands for: of that type, or any object where there is no such type."""
    if name in _TYPES and name != "object":
        return {"type": name}
    return {"type": "object", "properties": {}, **({"required": []} if profile.writes_empty_required else {})}


def _add_container(profile: Profile, out: Node, key: str, value: Json, new_keys: dict[str, str], depth: int) -> None:
    """Write to ``out`` what the object or list under a keyword becomes: sanitised where it is schemas, else itself."""
    known = profile.renames_properties
    is_object = isinstance(value, dict)
    if key == "type" and not is_object:
        split_types(value, out)
    elif key == "required" and new_keys and not is_object:
        out[key] = [new_keys.get(name, name) if isinstance(name, str) else name for name in value]
    elif key == "properties" and is_object:
        out[key] = {new_keys.get(name, name): sanitised(profile, each, depth) for name, each in value.items()}
    elif is_object and key in (_BY_NAME if known else _BY_NAME_19):
        out[key] = {name: sanitised(profile, each, depth) for name, each in value.items()}
    elif is_object and known and key == "dependencies":
        # A list here holds names of properties.
        out[key] = {n: sanitised(profile, each, depth) if isinstance(each, dict) else each for n, each in value.items()}
    elif key in _SCHEMAS if known else key not in _DATA_19:
        out[key] = sanitised(profile, value, depth)
    else:
        out[key] = value


def split_types(types: list[Json], out: Node) -> None:
    """A list of types as one ``type`` or a union of them, null as ``nullable``."""
    others = [kind for kind in types if isinstance(kind, str) and kind != "null"]
    if not others:
        out["type"] = "null" if "null" in types else "object"
        return
    if len(others) == 1:
        out["type"] = others[0]
    else:
        out["anyOf"] = [{"type": kind} for kind in others]
    if "null" in types:
        out.setdefault("nullable", True)


def _lift_required(properties: Json, new_keys: dict[str, str], out: Node) -> None:
    """``required: true`` on a property, as old generators write it, moves to the list of its object."""
    if not isinstance(properties, dict):
        return
    flagged = [key for key, each in properties.items() if isinstance(each, dict) and each.get("required") is True]
    if flagged:
        required = out.get("required")
        listed: list[Json] = required if isinstance(required, list) else []
        known = {name for name in listed if isinstance(name, str)}
        names = [new_keys.get(key, key) for key in flagged]
        out["required"] = [*listed, *(name for name in names if name not in known)]
