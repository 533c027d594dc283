"""Unions in a JSON Schema that say no more than "or null" or "one of these constants"."""

from __future__ import annotations

from typing import Any, TypeAlias

from toolscope.canonical import Json

Node: TypeAlias = dict[str, Any]
"""A JSON object of a schema; what it holds is as the server sent it."""

_UNIONS = ("anyOf", "oneOf")
_CARRIED = ("title", "description", "default", "examples")
_TYPE_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string"}
_BESIDE_CONST = frozenset({"const", "type", "title", "description"})


def without_null(node: Node) -> Node:
    """The only other branch of a union with null, marked ``nullable``; otherwise the node itself (hermes.md §1b)."""
    for key in _UNIONS:
        branches = node.get(key)
        if not isinstance(branches, list):
            continue
        others = [branch for branch in branches if not _is_null(branch)]
        if len(others) == 1 < len(branches):
            only = dict(others[0]) if isinstance(others[0], dict) else {}
            only.setdefault("nullable", True)
            return _carry(node, only)
    return node


def as_enum(node: Node) -> Node:
    """A union of constants of one primitive type as ``type`` and ``enum``; otherwise the node itself (hermes.md §1b).

    One null branch may stand among them and becomes ``nullable``.
    """
    for key in _UNIONS:
        branches = node.get(key)
        if not isinstance(branches, list):
            continue
        constants = [branch for branch in branches if not _is_null(branch) or "const" in branch]
        kinds = {_constant_type(branch) for branch in constants}
        if len(branches) - len(constants) > 1 or len(kinds) != 1 or None in kinds:
            continue
        enum: Node = {"type": kinds.pop(), "enum": [branch["const"] for branch in constants]}
        if len(constants) < len(branches):
            enum["nullable"] = True
        return _carry(node, enum)
    return node


def _is_null(branch: Json) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"


def _constant_type(branch: Json) -> str | None:
    """The type of a branch that is one primitive constant and nothing else."""
    if not isinstance(branch, dict) or "const" not in branch or branch.keys() - _BESIDE_CONST:
        return None
    kind = _TYPE_NAMES.get(type(branch["const"]))
    return kind if branch.get("type") in (None, kind) else None


def _carry(outer: Node, chosen: Node) -> Node:
    """Keep what the union said about itself where the branch says nothing; model APIs refuse ``default`` beside ``$ref``."""
    for key in _CARRIED:
        if key in outer and key not in chosen and not (key == "default" and "$ref" in chosen):
            chosen[key] = outer[key]
    return chosen
