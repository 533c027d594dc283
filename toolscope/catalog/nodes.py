"""Single nodes of a JSON Schema rewritten: unions that say no more than "or null" or "one of these", objects completed.

Source: hermes.md §1b.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from toolscope.canonical import Json
from toolscope.config.profiles import Profile

Node: TypeAlias = dict[str, Any]
"""A JSON object of a schema; what it holds is as the server sent it."""
CONTAINERS = (dict, list)
"""What a walk over a schema goes into."""
DEEPEST = 100
"""Levels of a schema that are processed: far more than real schemas have, far fewer than Python's stack allows."""

_CARRIED = ("title", "description", "default", "examples")
_TYPE_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string"}
_BESIDE_CONST = frozenset({"const", "type", "title", "description"})


def parts(node: Json) -> Iterable[tuple[Any, Any]]:
    """Key and value of each part of an object, index and item of each part of a list."""
    return node.items() if isinstance(node, dict) else enumerate(node)


def without_null(node: Node) -> Node:
    """The only other branch of a union with null, marked ``nullable``; otherwise the node itself."""
    for branches in _unions(node):
        others = [branch for branch in branches if not _is_null(branch)]
        if len(others) == 1 < len(branches):
            only = dict(others[0]) if isinstance(others[0], dict) else {}
            only.setdefault("nullable", True)
            return _carry(node, only)
    return node


def as_enum(node: Node) -> Node:
    """A union of constants of one primitive type as ``type`` and ``enum``; otherwise the node itself.

    One null branch may stand among them and becomes ``nullable``.
    """
    for branches in _unions(node):
        constants = [branch for branch in branches if not _is_null(branch) or "const" in branch]
        kinds = {_constant_type(branch) for branch in constants}
        if len(branches) - len(constants) > 1 or len(kinds) != 1 or None in kinds:
            continue
        enum: Node = {"type": kinds.pop(), "enum": [branch["const"] for branch in constants]}
        if len(constants) < len(branches):
            enum["nullable"] = True
        return _carry(node, enum)
    return node


def complete(profile: Profile, node: Node, *, keeps_empty: bool) -> None:
    """Give an object, in place, its ``properties``, and a ``required`` that names only those.

    An empty list is dropped where the profile does not demand it; with ``keeps_empty`` only if pruning emptied it.
    """
    if not isinstance(node.get("properties"), dict):
        node["properties"] = {}
    properties, required = node["properties"], node.get("required")
    if isinstance(required, list):
        names = [name for name in required if isinstance(name, str) and name in properties]
        if names or profile.writes_empty_required or (keeps_empty and not required):
            node["required"] = names
        else:
            del node["required"]
    elif profile.writes_empty_required:
        node["required"] = []


def _unions(node: Node) -> list[list[Json]]:
    if "anyOf" not in node and "oneOf" not in node:
        return []
    return [branches for branches in (node.get("anyOf"), node.get("oneOf")) if isinstance(branches, list)]


def _is_null(branch: Json) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"


def _constant_type(branch: Json) -> str | None:
    """The type of a branch that is one primitive constant and nothing else."""
    if not isinstance(branch, dict) or "const" not in branch or branch.keys() - _BESIDE_CONST:
        return None
    kind = _TYPE_NAMES.get(type(branch["const"]))
    return kind if branch.get("type") in (None, kind) else None


def _carry(outer: Node, chosen: Node) -> Node:
    """Keep what the union said about itself where the branch says nothing; no ``default`` beside ``$ref``."""
    for key in _CARRIED:
        if key in outer and key not in chosen and not (key == "default" and "$ref" in chosen):
            chosen[key] = outer[key]
    return chosen
