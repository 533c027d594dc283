"""Where the references of a schema lead: inside it, or away from it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from toolscope.canonical import Json, walk

LITERALS = frozenset({"const", "default", "enum", "example", "examples"})
"""Keywords whose value is data, not schema."""


def local_target(root: Json, node: Json) -> Json:
    """The schema that a node's ``#/...`` reference points to, with the node's other keywords over it.

    A reference that leads away, nowhere or in a circle leaves the node as it is.
    """
    target, seen = node, set()
    while isinstance(target, dict) and isinstance(target.get("$ref"), str):
        reference = target["$ref"]
        found = _at(root, reference)
        if reference in seen or not isinstance(found, dict):
            return node
        seen.add(reference)
        target = {**found, **{key: value for key, value in target.items() if key != "$ref"}}
    return target


def outside(schema: Json) -> Iterator[str]:
    """References that do not start with ``#``, anywhere but in literal data (hermes.md §10, rule 3)."""
    for node, _ in walk(schema, LITERALS):
        reference = node.get("$ref") if isinstance(node, dict) else None
        if isinstance(reference, str) and not reference.startswith("#"):
            yield reference


def _at(root: Json, reference: str) -> Json:
    """The node at a JSON pointer given as a fragment, or ``None``."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    node = root
    for step in unquote(reference[2:]).split("/") if len(reference) > 1 else []:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict):
            node = node.get(step)
        elif isinstance(node, list) and step.isdecimal() and int(step) < len(node):
            node = node[int(step)]
        else:
            return None
    return node
