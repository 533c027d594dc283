"""New values as they are written into a YAML text: a line each, or between brackets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Tree: TypeAlias = "Mapping[str, str | Tree | Items]"
"""Keys with their values as they are spelled, or with what is below them."""
Items: TypeAlias = "tuple[Mapping[str, str], ...]"
"""The items of a list, each on one line."""


def tree(path: Sequence[str], new: Mapping[str, str] | Items) -> Tree | Items:
    """What is to stand below, under the keys that lead to it."""
    made: Tree | Items = new
    for name in reversed(path):
        made = {name: made}
    return made


def block(what: Tree | Items, column: int, step: int) -> Iterator[str]:
    """A line a key or an item, indented."""
    if isinstance(what, tuple):
        yield from (f"{' ' * column}- {flow(item)}" for item in what)
        return
    for name, value in what.items():
        yield f"{' ' * column}{name}:" + (f" {value}" if isinstance(value, str) else "")
        if not isinstance(value, str):
            yield from block(value, column + step, step)


def flow(value: str | Tree | Items, as_json: bool = False) -> str:
    """A value on one line; ``as_json`` with everything in quotes that JSON wants so."""
    if isinstance(value, str):
        return _quoted(value) if as_json else value
    if isinstance(value, tuple):
        return f"[{', '.join(flow(item, as_json) for item in value)}]"
    pairs = ((f'"{key}"' if as_json else key, flow(each, as_json)) for key, each in value.items())
    return f"{{{', '.join(f'{key}: {each}' for key, each in pairs)}}}"


def _quoted(spelled: str) -> str:
    """A value as JSON spells it: a bare word in quotes."""
    try:
        json.loads(spelled)
    except ValueError:
        return json.dumps(spelled)
    return spelled
