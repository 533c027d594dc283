"""The schema of one parameter as it is meant: references followed, ``or null`` and single branches taken in."""

from __future__ import annotations

from collections.abc import Mapping

from toolscope.canonical import Json
from toolscope.invocation.references import local_target

_DATA = frozenset({"title", "description", "default", "examples", "nullable", "$defs", "definitions", "$schema", "$id"})
"""Keywords that a branch of a union may inherit from the union itself."""


def resolved(root: Json, raw: Json) -> dict[str, Json]:
    """A node of ``root`` with its reference followed, and a union with null or one branch taken for that branch.

    Parts that ``allOf`` puts together become one where nothing contradicts. Any JSON may stand in a schema's place.
    Raises ``RecursionError`` for what is nested too deeply, or in a circle.
    """
    schema = local_target(root, raw)
    if not isinstance(schema, dict):
        return {}
    if isinstance(schema.get("allOf"), list):
        whole = _united(root, schema)
        return schema if whole is None else resolved(root, whole)
    for keyword in ("anyOf", "oneOf"):
        branches = _listed(schema.get(keyword))
        others = [branch for branch in branches if not _is_null(branch)]
        outer = {key: value for key, value in schema.items() if key != keyword}
        null = {"nullable": True} if len(others) < len(branches) else {}
        if len(others) == 1:
            inner = resolved(root, others[0])
            plain = outer.keys() <= _DATA | {"type"}
            one = {**inner, **outer} if plain else _united(root, {"allOf": [inner, outer]})
            return schema if one is None else {**one, **null}
        constants = [_constant(branch) for branch in others]
        if constants and all(constants):
            return {**outer, **null, "enum": [value for constant in constants if constant for value in constant]}
    kinds = schema.get("type")
    if isinstance(kinds, list):
        named = [kind for kind in kinds if kind != "null"]
        return {**schema, "type": named[0], "nullable": True} if len(named) == 1 else schema
    return schema


def _united(root: Json, schema: Mapping[str, Json]) -> dict[str, Json] | None:
    """All parts of an ``allOf`` as one schema; ``None`` where they contradict, or one cannot be taken apart."""
    own = {key: value for key, value in schema.items() if key != "allOf"}
    whole: dict[str, Json] = {}
    for part in (*(resolved(root, raw) for raw in schema["allOf"]), own):
        joined = _joined(whole, part)
        if joined is None or "allOf" in joined:
            return None
        whole = joined
    return whole


def _joined(left: Mapping[str, Json], right: Mapping[str, Json]) -> dict[str, Json] | None:
    """Two schemas as one that takes what both take; ``None`` where that needs more than their keywords together."""
    made = {**left, **right}
    for key in left.keys() & right.keys():
        mine, others = left[key], right[key]
        if key == "properties" and isinstance(mine, dict) and isinstance(others, dict):
            if any(mine[name] != others[name] for name in mine.keys() & others.keys()):
                return None
            made[key] = {**mine, **others}
        elif key == "required" and isinstance(mine, list) and isinstance(others, list):
            made[key] = [*mine, *(name for name in others if name not in mine)]
        elif key not in _DATA | {"additionalProperties"} and mine != others:
            return None
    return made


def members(root: Json, schema: Mapping[str, Json]) -> dict[str, Json]:
    """What the members of a list are."""
    return resolved(root, schema.get("items", {}))


def nullable(schema: Mapping[str, Json]) -> bool:
    """Whether null is among the values that a resolved schema takes."""
    kinds, values = schema.get("type"), schema.get("enum")
    if schema.get("nullable") is True or (isinstance(kinds, list) and "null" in kinds) or kinds == "null":
        return True
    if isinstance(values, list) and None in values:
        return True
    return any(_is_null(one) for key in ("anyOf", "oneOf") for one in _listed(schema.get(key)))


def variants(schema: Mapping[str, Json], root: Json) -> tuple[Json, ...]:
    """The schemas of which a value fits one; each with what the union says itself. Null is not among them."""
    for keyword in ("oneOf", "anyOf"):
        branches = _listed(schema.get(keyword))
        if branches:
            outer = {key: value for key, value in schema.items() if key not in (keyword, "description", "default")}
            others = [resolved(root, branch) for branch in branches if not _is_null(branch)]
            return tuple(outer | branch for branch in others)
    kinds = _listed(schema.get("type"))
    rest = {key: value for key, value in schema.items() if key not in ("type", "description", "default", "nullable")}
    return tuple({**rest, "type": kind} for kind in kinds if kind != "null")


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _is_null(branch: Json) -> bool:
    return isinstance(branch, dict) and (branch.get("type") == "null" or branch == {"const": None})


def _constant(branch: Json) -> list[Json]:
    """The values of a branch that is a constant or an enum, and nothing that a form would lose."""
    if not isinstance(branch, dict):
        return []
    if "const" in branch:
        return [branch["const"]]
    values = branch.get("enum")
    return values if isinstance(values, list) else []
