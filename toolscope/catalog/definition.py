"""The function definition a model would get: a tool's input schema normalised as Hermes does it, in two passes.

Source: hermes.md §1, §1b and §14. Nothing here changes its input, but results share unchanged parts with it: treat them
as read-only. Schemas nested deeper than ``DEEPEST`` are processed down to there and left as they are below.
"""

from __future__ import annotations

import re

from toolscope.canonical import Json
from toolscope.catalog.unions import Node, as_enum, without_null
from toolscope.config.profiles import Profile

DEEPEST = 100
"""Levels of a schema that are processed: far more than real schemas have, far fewer than Python's stack allows."""

_TAGS = re.compile("[\U000e0000-\U000e007f]")
_TYPES = frozenset({"object", "string", "number", "integer", "boolean", "array", "null"})

# What stands under a keyword: schemas by name, schemas, or (every other keyword) data.
_BY_PROPERTY = frozenset({"properties", "patternProperties"})
_BY_NAME = _BY_PROPERTY | {"$defs", "definitions", "dependentSchemas"}
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
_REFUSED_ON_TOP = frozenset({"allOf", "anyOf", "oneOf", "enum", "not"})


def description(profile: Profile, raw: Json, raw_tool: str, server: str) -> str:
    """The description as stored: the server's text, or ``MCP tool ... from ...`` where it has none.

    Invisible tag characters are taken out, except by hermes-0.19.
    """
    text = raw if isinstance(raw, str) and raw else f"MCP tool {raw_tool} from {server}"
    return _TAGS.sub("", text) if profile.strips_tags else text


def definition(name: str, description: str, parameters: Json) -> Json:
    """What is sent to a model, in the key order whose compact spelling is counted."""
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def parameter_names(parameters: Json) -> tuple[str, ...]:
    """The top-level property keys, which search indexes; of ``parameters()``, so renamed keys by their new name."""
    properties = parameters.get("properties") if isinstance(parameters, dict) else None
    return tuple(properties) if isinstance(properties, dict) else ()


def wire_names(profile: Profile, registry: Json) -> dict[str, str]:
    """The server's own key for each top-level property that ``parameters()`` renames, by its new key."""
    if not isinstance(registry, dict):
        return {}
    return {new: old for old, new in _renames(profile, registry.get("properties")).items()}


def registry_schema(profile: Profile, input_schema: Json) -> Json:
    """First pass, MCP ingestion: any JSON to the schema that arguments are coerced to and validated against."""
    if not isinstance(input_schema, dict) or not input_schema:
        return {"type": "object", "properties": {}}
    return _repaired(profile, _modernised(input_schema, DEEPEST), DEEPEST, on_top=True)


def parameters(profile: Profile, registry: Json) -> Json:
    """Second pass, the global sanitiser: a registry schema to what the model, the search and the estimate see."""
    top = _sanitised(profile, registry, DEEPEST) if isinstance(registry, dict) else {}
    top["type"] = "object"
    if not isinstance(top.get("properties"), dict):
        top["properties"] = {}
    if profile.writes_empty_required and not isinstance(top.get("required"), list):
        top["required"] = []
    return {key: value for key, value in _tidied(top, DEEPEST).items() if key not in _REFUSED_ON_TOP}


def _modernised(node: Json, depth: int, names: bool = False) -> Json:
    """``definitions`` and references to it in today's spelling, unions with null as their other branch.

    With ``names`` the keys are names of properties, not keywords.
    """
    if not depth:
        return node
    if isinstance(node, list):
        return [_modernised(item, depth - 1) if isinstance(item, dict | list) else item for item in node]
    out: Node = {}
    for key, value in node.items():
        if isinstance(value, dict | list):
            value = _modernised(value, depth - 1, not names and key in _BY_PROPERTY)
        out["$defs" if key == "definitions" and not names else key] = value
    reference = out.get("$ref")
    if not names and isinstance(reference, str) and reference.startswith("#/definitions/"):
        out["$ref"] = "#/$defs/" + reference.removeprefix("#/definitions/")
    return without_null(out)


def _repaired(profile: Profile, node: Json, depth: int, *, on_top: bool = False, names: bool = False) -> Json:
    """Unions of constants as enums, and objects completed; ``names`` as in ``_modernised``."""
    if not depth:
        return node
    if isinstance(node, list):
        return [_repaired(profile, item, depth - 1) if isinstance(item, dict | list) else item for item in node]
    # Until 0.22 the object under ``properties`` was itself taken for a schema, whatever its properties are called.
    tells_names = profile.writes_empty_required and not names
    out = {
        key: _repaired(profile, value, depth - 1, names=tells_names and key in _BY_NAME)
        if isinstance(value, dict | list)
        else value
        for key, value in node.items()
    }
    enum = as_enum(out) if profile.renames_properties else out
    if enum is not out or names:
        return enum
    if profile.writes_empty_required and not (on_top or "properties" in out or "type" in out):
        return out  # a bare constraint such as {"required": [...]} declares no object
    return _object(profile, out)


def _object(profile: Profile, out: Node) -> Node:
    """Give a new node what an object needs: ``type``, ``properties``, and a ``required`` that names only those."""
    if not out.get("type") and ("properties" in out or "required" in out):
        out["type"] = "object"
    if out.get("type") == "object":
        required = _complete(out)
        if profile.writes_empty_required:
            out["required"] = required or []
        elif required is not None and len(required) != len(out["required"]):
            _replace_required(out, required)
    return out


def _complete(out: Node) -> list[str] | None:
    """Make sure that an object has ``properties``; the names in its ``required`` list that are among them."""
    if not isinstance(out.get("properties"), dict):
        out["properties"] = {}
    properties, required = out["properties"], out.get("required")
    if not isinstance(required, list):
        return None
    return [name for name in required if isinstance(name, str) and name in properties]


def _replace_required(out: Node, required: list[str]) -> None:
    if required:
        out["required"] = required
    else:
        del out["required"]


def _sanitised(profile: Profile, node: Json, depth: int) -> Json:
    """One schema, or a list of them, as strict model APIs accept it."""
    if isinstance(node, str):
        return _named_type(profile, node)
    if not depth or not isinstance(node, dict | list):
        return node
    if isinstance(node, list):
        return [_sanitised(profile, item, depth - 1) for item in node]
    renames = _renames(profile, node.get("properties"))
    out: Node = {}
    for key, value in node.items():
        if key == "type" and isinstance(value, list):
            _split_types(value, out)
        elif key == "properties" and isinstance(value, dict):
            out[key] = {renames.get(name, name): _sanitised(profile, each, depth - 1) for name, each in value.items()}
        elif key == "required" and profile.renames_properties and isinstance(value, bool):
            continue
        elif key == "required" and renames and isinstance(value, list):
            out[key] = [renames.get(name, name) if isinstance(name, str) else name for name in value]
        else:
            out[key] = _under(profile, key, value, depth - 1)
    if profile.renames_properties:
        _lift_required(node, renames, out)
    if out.get("type") == "object":
        required = _complete(out)
        if profile.writes_empty_required:
            out["required"] = required or []
        elif required is not None:
            _replace_required(out, required)
    return out


def _named_type(profile: Profile, name: str) -> Node:
    """A string where a schema belongs: the name of a type, or nothing that can be used."""
    if name in _TYPES and name != "object":
        return {"type": name}
    return {"type": "object", "properties": {}, **({"required": []} if profile.writes_empty_required else {})}


def _under(profile: Profile, key: str, value: Json, depth: int) -> Json:
    """What stands under a keyword: sanitised where it is schemas, as it is where it is data."""
    known = profile.renames_properties
    if isinstance(value, dict) and key in (_BY_NAME if known else _BY_NAME_19):
        return {name: _sanitised(profile, each, depth) for name, each in value.items()}
    if isinstance(value, dict) and key == "dependencies" and known:
        return {n: _sanitised(profile, each, depth) if isinstance(each, dict) else each for n, each in value.items()}
    if known:
        return _sanitised(profile, value, depth) if key in _SCHEMAS else value
    is_schema = key in _SCHEMAS_19 or (isinstance(value, dict | list) and key not in _DATA_19)
    return _sanitised(profile, value, depth) if is_schema else value


def _split_types(types: list[Json], out: Node) -> None:
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


def _lift_required(node: Node, renames: dict[str, str], out: Node) -> None:
    """``required: true`` on a property, as old generators write it, moves to the list of its object."""
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return
    flagged = [k for k, each in properties.items() if isinstance(each, dict) and each.get("required") is True]
    if flagged:
        listed = out.get("required") if isinstance(out.get("required"), list) else []
        names = [renames.get(key, key) for key in flagged]
        out["required"] = [*listed, *(name for name in names if name not in listed)]


def _renames(profile: Profile, properties: Json) -> dict[str, str]:
    """The new key of each property whose own key a model API would refuse: cleaned, cut, numbered where it clashes."""
    if not profile.renames_properties or not isinstance(properties, dict):
        return {}
    refused = [key for key in properties if not _ACCEPTED_KEY.match(key)]
    taken = set(properties).difference(refused)
    renames: dict[str, str] = {}
    for key in refused:
        stem = _REFUSED_CHARACTER.sub("_", key)[:_LONGEST_KEY] or "param"
        candidate, number = stem, 2
        while candidate in taken:
            ending = f"_{number}"
            candidate, number = stem[: _LONGEST_KEY - len(ending)] + ending, number + 1
        taken.add(candidate)
        renames[key] = candidate
    return renames


def _tidied(node: Json, depth: int) -> Json:
    """Unions with null that only now show as such, and defaults beside references, taken out; data included."""
    if not depth:
        return node
    if isinstance(node, list):
        return [_tidied(item, depth - 1) if isinstance(item, dict | list) else item for item in node]
    out = {k: _tidied(value, depth - 1) if isinstance(value, dict | list) else value for k, value in node.items()}
    out = without_null(out)
    if "$ref" in out and "default" in out:
        del out["default"]
    return out
