"""Queries that somebody labelled with the tools they ought to find."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from toolscope.canonical import Json
from toolscope.config import source
from toolscope.config.model import ConfigError, Origin
from toolscope.config.section import kind

SHAPE = '[{"query": "...", "relevant": ["server/tool"]}, {"query": "...", "absent": true}]'
"""What a file of labelled queries holds, for people who got it wrong."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One query and what it ought to find."""

    query: str
    relevant: tuple[str, ...]
    """Model-visible names or ``server/raw name``, each once. Of an absent query: what it would need, not looked for."""
    absent: bool
    """Nothing in the catalog can serve it, so nothing should be found."""
    entry: int
    """Its place in the file, from 1."""
    origin: Origin
    """The file and the line it begins on."""


def read(path: Path) -> tuple[Labelled, ...]:
    """The labelled queries of a JSON or YAML file.

    Raises ``ConfigError`` with one line that names file, entry and key for a file that holds something else.
    """
    return labelled(source.read(path))


def labelled(found: source.Source) -> tuple[Labelled, ...]:
    """The labelled queries of a file that was read; raises ``ConfigError`` like ``read``. Other keys are ignored."""
    if not isinstance(found.value, list):
        raise ConfigError(f"{found.name}: must be a list of labelled queries, not {kind(found.value)}; give {SHAPE}")
    if not found.value:
        raise ConfigError(f"{found.name}: holds no query; give {SHAPE}")
    return tuple(_entry(found, position, value) for position, value in enumerate(found.value))


def _entry(found: source.Source, position: int, value: Json) -> Labelled:
    def refuse(key: str, fault: str) -> NoReturn:
        where = found.origin((str(position), *((key,) if key else ())))
        raise ConfigError(f"{where}: entry {position + 1}: {f'{key}: ' if key else ''}{fault}")

    if not isinstance(value, dict):
        refuse("", f"must be an object with query and relevant, not {kind(value)}")
    query, names, absent = value.get("query"), value.get("relevant"), value.get("absent")
    if not isinstance(query, str):
        refuse("query", "is missing" if query is None else f"must be text, not {kind(query)}")
    if not isinstance(absent, bool | None):
        refuse("absent", f"must be true or false, not {kind(absent)}")
    if names is None:
        names = (
            [] if absent else refuse("relevant", "is missing; name the tools it ought to find, or write absent: true")
        )
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        refuse("relevant", "must be a list of tool names, each as the model sees it or as server/tool")
    if not names and absent is False:
        refuse("relevant", "names no tool; name one, or write absent: true when none can serve the query")
    nothing = not names if absent is None else absent
    return Labelled(query, tuple(dict.fromkeys(names)), nothing, position + 1, found.origin((str(position),)))
