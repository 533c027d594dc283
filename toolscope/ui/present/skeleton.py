"""A value of the shape that a schema asks for: where typing JSON starts."""

from __future__ import annotations

from typing import Any

from toolscope.canonical import Json
from toolscope.invocation.references import local_target

_DEEPEST = 8
_EMPTY: dict[str, Json] = {"string": "", "integer": 0, "number": 0, "boolean": False, "null": None}


def skeleton(schema: Json, root: Json = None) -> Json:
    """A default, an example or an empty value; of an object only what is required. ``root`` holds the definitions."""
    return _value(schema, schema if root is None else root, 0)


def _value(raw: Json, root: Json, depth: int) -> Json:
    schema = local_target(root, raw)
    if not isinstance(schema, dict):
        return None
    for key in ("default", "const"):
        if key in schema:
            return schema[key]
    for key in ("examples", "enum"):
        if isinstance(schema.get(key), list) and schema[key]:
            return schema[key][0]
    kinds = schema.get("type")
    kind = next((one for one in kinds if one != "null"), None) if isinstance(kinds, list) else kinds
    if depth >= _DEEPEST:
        return {"object": {}, "array": []}.get(str(kind), _EMPTY.get(str(kind)))
    if kind == "object" or "properties" in schema:
        return _object(schema, root, depth)
    if kind == "array":
        return _array(schema, root, depth)
    if isinstance(kind, str):
        return _number(schema) if kind in ("integer", "number") else _EMPTY.get(kind)
    return _branch(schema, root, depth)


def _object(schema: dict[str, Any], root: Json, depth: int) -> Json:
    properties, required = schema.get("properties"), schema.get("required")
    properties = properties if isinstance(properties, dict) else {}
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    made = {name: _value(properties.get(name, {}), root, depth + 1) for name in names}
    branch = _branch(schema, root, depth)
    return {**made, **branch} if isinstance(branch, dict) else made


def _array(schema: dict[str, Any], root: Json, depth: int) -> Json:
    least, items = schema.get("minItems"), schema.get("items")
    count = min(least, 3) if isinstance(least, int) and not isinstance(least, bool) else 0
    if not count and isinstance(items, dict) and local_target(root, items).get("type") == "object":
        count = 1
    return [_value(items if isinstance(items, dict) else {}, root, depth + 1) for _ in range(count)]


def _number(schema: dict[str, Any]) -> Json:
    least, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    if isinstance(above, int | float) and not isinstance(above, bool) and above >= 0:
        return int(above) + 1
    return least if isinstance(least, int | float) else 0


def _branch(schema: dict[str, Any], root: Json, depth: int) -> Json:
    """The first branch of a union that is not null; all branches of ``allOf`` together."""
    for keyword in ("oneOf", "anyOf"):
        branches = schema.get(keyword)
        if isinstance(branches, list):
            usable = [one for one in branches if isinstance(one, dict) and one.get("type") != "null"]
            return _value(usable[0], root, depth + 1) if usable else None
    branches = schema.get("allOf")
    if isinstance(branches, list):
        values = [_value(one, root, depth + 1) for one in branches]
        objects = [value for value in values if isinstance(value, dict)]
        return {key: value for one in objects for key, value in one.items()} if objects else next(iter(values), None)
    return None
