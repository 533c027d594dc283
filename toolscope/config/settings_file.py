"""The one file that the settings of a session came from, or why there is none that they could go back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolscope.canonical import Json
from toolscope.config.interpolate import Variables
from toolscope.config.source import Source
from toolscope.plain import one_line

PLACE = ("tools", "tool_search")
"""The mapping that the settings stand in."""


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A file that settings can be saved to."""

    path: Path
    digest: str
    """Of its bytes as they were last read."""
    variables: Variables = field(repr=False)
    """What ``${...}`` in it stands for."""


@dataclass(frozen=True, slots=True)
class Nowhere:
    """There is no file to save to."""

    reason: str


def settings_file(read: Sequence[tuple[Source, Variables]]) -> SettingsFile | Nowhere:
    """The file among those of Hermes that were read with ``tools.tool_search``, or the only one."""
    telling = [entry for entry in read if _block(entry[0]) is not None] or list(read)
    if not telling:
        return Nowhere("These settings came from no file.")
    if len(telling) > 1:
        return Nowhere(_two(*(source.name for source, _ in telling[-2:])))
    ((source, variables),) = telling
    if source.under is None:
        return _at(source, variables)
    upper = any(keys[:2] == PLACE for keys in source.lines) or _block(source) != _block(source.under)
    return Nowhere(_two(source.under.name, source.name)) if upper else _at(source.under, variables)


def below(value: Json, keys: tuple[str, ...]) -> Json:
    """What stands under these keys; ``None`` where there is nothing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _at(source: Source, variables: Variables) -> SettingsFile | Nowhere:
    if source.path is None:
        return Nowhere(f"These settings came from {source.name}, which is no file.")
    return SettingsFile(source.path, source.digest, variables)


def _two(below: str, above: str) -> str:
    return one_line(f"These settings came from two files, {below} and over it {above}: set them there by hand.", 600)


def _block(source: Source) -> Json:
    return below(source.value, PLACE)
