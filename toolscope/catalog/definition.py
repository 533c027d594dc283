"""The function definition a model would get: a tool's input schema normalised as Hermes does it, in two passes.

Source: hermes.md §1, §1b and §14. Nothing here changes its input, but results share unchanged parts with it: treat them
as read-only. Schemas nested deeper than ``nodes.DEEPEST`` are processed down to there and stay as they are below.
"""

from __future__ import annotations

import re

from toolscope.canonical import Json
from toolscope.catalog.nodes import CONTAINERS, DEEPEST, as_enum, complete, parts, without_null
from toolscope.catalog.sanitiser import renames, sanitised, tidied
from toolscope.config.profiles import Profile

_TAGS = re.compile("[\U000e0000-\U000e007f]")
_REFUSED_ON_TOP = frozenset({"allOf", "anyOf", "oneOf", "enum", "not"})

# Keywords whose object maps names to schemas: its keys are no keywords.
_BY_PROPERTY = frozenset({"properties", "patternProperties"})
_BY_NAME = _BY_PROPERTY | {"$defs", "definitions", "dependentSchemas"}


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
    """The top-level property keys of ``parameters()``, which search indexes: renamed ones by their new name."""
    properties = parameters.get("properties") if isinstance(parameters, dict) else None
    return tuple(properties) if isinstance(properties, dict) else ()


def wire_names(profile: Profile, registry: Json) -> dict[str, str]:
    """The server's own key of each top-level property that ``parameters()`` renames, by its new key."""
    properties = registry.get("properties") if isinstance(registry, dict) else None
    return {new: old for old, new in renames(profile, properties).items()}


def registry_schema(profile: Profile, input_schema: Json) -> Json:
    """First pass, MCP ingestion: any JSON to the schema that arguments are coerced to and validated against."""
    if not isinstance(input_schema, dict) or not input_schema:
        return {"type": "object", "properties": {}}
    return _repaired(profile, _modernised(input_schema, DEEPEST), DEEPEST, on_top=True)


def parameters(profile: Profile, registry: Json) -> Json:
    """Second pass, the global sanitiser: a registry schema to what the model, the search and the estimate see."""
    top = dict(sanitised(profile, registry, DEEPEST)) if isinstance(registry, dict) else {}
    top["type"] = "object"
    if not isinstance(top.get("properties"), dict):
        top["properties"] = {}
    if profile.writes_empty_required and not isinstance(top.get("required"), list):
        top["required"] = []
    return {key: value for key, value in tidied(top, DEEPEST).items() if key not in _REFUSED_ON_TOP}


def _modernised(node: Json, depth: int, names: bool = False) -> Json:
    """``definitions`` and references to it in today's spelling, unions with null as their other branch.

    With ``names`` the keys are names of properties, not keywords. Unchanged nodes come back as they are.
    """
    if not depth:
        return node
    if "definitions" in node and isinstance(node, dict) and not names:
        node = {"$defs" if key == "definitions" else key: value for key, value in node.items()}
    out = node
    for key, value in parts(node):
        if isinstance(value, CONTAINERS):
            new = _modernised(value, depth - 1, key in _BY_PROPERTY and not names and isinstance(value, dict))
            if new is not value:
                out = node.copy() if out is node else out
                out[key] = new
    if isinstance(out, list):
        return out
    reference = out.get("$ref")
    if not names and isinstance(reference, str) and reference.startswith("#/definitions/"):
        out = {**out, "$ref": "#/$defs/" + reference.removeprefix("#/definitions/")}
    return without_null(out)


def _repaired(profile: Profile, node: Json, depth: int, *, on_top: bool = False, names: bool = False) -> Json:
    """Unions of constants as enums, and objects completed; ``names`` as in ``_modernised``."""
    if not depth:
        return node
    # Until 0.22 the object under ``properties`` is itself taken for a schema, whatever its properties are called.
    tells_names = profile.writes_empty_required and not names
    out = node
    for key, value in parts(node):
        if isinstance(value, CONTAINERS):
            new = _repaired(
                profile, value, depth - 1, names=tells_names and key in _BY_NAME and isinstance(value, dict)
            )
            if new is not value:
                out = node.copy() if out is node else out
                out[key] = new
    if isinstance(out, list):
        return out
    enum = as_enum(out) if profile.renames_properties else out
    if enum is not out or names:
        return enum
    if profile.writes_empty_required and not (on_top or "properties" in out or "type" in out):
        return out  # a bare constraint such as {"required": [...]} declares no object
    if not out.get("type") and ("properties" in out or "required" in out):
        out = {**out, "type": "object"}
    if out.get("type") == "object":
        out = node.copy() if out is node else out
        complete(profile, out, keeps_empty=True)
    return out
