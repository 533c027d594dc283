"""What became different between two versions of a tool, place by place, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolscope.canonical import Json, compact, fingerprint
from toolscope.catalog.changes import Steps, spelled
from toolscope.catalog.tool import Tool
from toolscope.plain import Plain, one_line

_DEEPEST = 100
"""Levels that are compared; what lies deeper is said to have changed as a whole."""


@dataclass(frozen=True, slots=True)
class Alteration:
    """One difference between two versions."""

    path: Plain
    """Where: ``inputSchema.properties.limit.type``."""
    words: Plain
    """``is required now``, ``added: {"type":"string"}``, ``"string" -> "integer"``."""


def alterations(before: Tool, after: Tool) -> tuple[Alteration, ...]:
    """Every difference of what the server published, in the order of its keys. Values are cut to 60 characters."""
    return tuple(_compared((), before.wire, after.wire))


def _compared(steps: Steps, before: Json, after: Json) -> Iterator[Alteration]:
    if fingerprint(before) == fingerprint(after):
        return
    if len(steps) < _DEEPEST and isinstance(before, dict) and isinstance(after, dict):
        yield from _members(steps, before, after)
    elif len(steps) < _DEEPEST and isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _compared((*steps, index), old, new)
    else:
        yield _told(steps, f"{_short(before)} -> {_short(after)}")


def _members(steps: Steps, before: dict[str, Json], after: dict[str, Json]) -> Iterator[Alteration]:
    for key in dict.fromkeys((*before, *after)):
        place = (*steps, key)
        if key == "required" and _names(before.get(key, [])) and _names(after.get(key, [])):
            yield from _required(place, before.get(key, []), after.get(key, []))
        elif key not in after:
            yield _told(place, "gone")
        elif key not in before:
            yield _told(place, f"added: {_short(after[key])}")
        else:
            yield from _compared(place, before[key], after[key])


def _required(steps: Steps, before: list[str], after: list[str]) -> Iterator[Alteration]:
    """Each parameter that became required, or that is so no more, at its own place."""
    for name in dict.fromkeys((*before, *after)):
        if (name in before) != (name in after):
            words = "is required now" if name in after else "is not required any more"
            yield _told((*steps[:-1], "properties", name), words)


def _names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _short(value: Json) -> Plain:
    """A value on one line; secrets are hidden before it is cut."""
    return one_line(compact(value), 60)


def _told(steps: Steps, words: str) -> Alteration:
    return Alteration(one_line(spelled(steps), 120), one_line(words, 160))
