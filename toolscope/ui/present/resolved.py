"""The schema of one parameter as it is meant: references followed, ``or null`` and single branches taken in."""

from __future__ import annotations

from collections.abc import Mapping

from toolscope.canonical import Json
from toolscope.invocation.references import local_target

_DATA = frozenset({"title", "description", "default", "examples", "nullable", "$defs", "definitions", "$schema", "$id"})
"""Keywords that a branch of a union may inherit from the union itself."""


def resolved(root: Json, raw: Json) -> dict[str, Json]:
    """A node of ``root`` with its reference followed, and a union with null or one branch taken for that branch.

    Any JSON may stand in a schema's place. Raises ``RecursionError`` for what is nested too deeply, or in a circle.
    """
    schema = local_target(root, raw)
    if not isinstance(schema, dict):
        return {}
    for keyword in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(keyword)
        if not isinstance(branches, list):
            continue
        others = [branch for branch in branches if not _is_null(branch)]
        outer = {key: value for key, value in schema.items() if key != keyword}
        if len(others) == 1 and (len(branches) == 1 or keyword != "allOf") and outer.keys() <= _DATA | {"type"}:
            inner = resolved(root, others[0])
            return {**inner, **outer, **({"nullable": True} if len(branches) > 1 else {})}
        constants = [_constant(branch) for branch in others]
        if keyword != "allOf" and constants and all(constants):
            return {**outer, "enum": [value for constant in constants if constant for value in constant]}
    kinds = schema.get("type")
    if isinstance(kinds, list):
        named = [kind for kind in kinds if kind != "null"]
        return {**schema, "type": named[0], "nullable": True} if len(named) == 1 else schema
    return schema


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
