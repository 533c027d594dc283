"""What PyYAML composed of a text: where each node begins and ends, and what stands under a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml

_MERGE = "tag:yaml.org,2002:merge"


def start(node: Any) -> int:
    """Where a node begins in the text."""
    index: int = node.start_mark.index
    return index


def stop(node: Any) -> int:
    """Where it ends, blanks and comments after a block included."""
    index: int = node.end_mark.index
    return index


def is_mapping(node: Any) -> bool:
    """Whether it holds keys."""
    return bool(node.id == "mapping")


def is_alias(key: yaml.Node, value: yaml.Node) -> bool:
    """Whether a value stands elsewhere: what an alias repeats comes before it."""
    return start(value) < stop(key)


def last(node: Any) -> tuple[Any, bool]:
    """The last thing in a mapping or a list, and whether it stands there: what an alias repeats stands elsewhere."""
    found = node.value[-1]
    inner, before = (found[1], stop(found[0])) if isinstance(found, tuple) else (found, start(node))
    return inner, start(inner) >= before


def entry(node: Any, name: str) -> tuple[Any, Any] | None:
    """The last entry of a mapping under a name."""
    entries = node.value if is_mapping(node) else ()
    return next(((key, value) for key, value in reversed(entries) if key.id == "scalar" and key.value == name), None)


def inherits(node: Any, name: str) -> bool:
    """Whether a merge key brings a key in."""
    merged = [value for key, value in node.value if key.tag == _MERGE]
    parts = [part for value in merged for part in ([value] if is_mapping(value) else value.value)]
    return any(is_mapping(part) and (entry(part, name) is not None or inherits(part, name)) for part in parts)
