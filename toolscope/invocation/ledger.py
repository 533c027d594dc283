"""The calls that were made, kept between runs: a bounded list in one file, for its owner alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import TypeAlias

from toolscope.canonical import Json
from toolscope.config import memory
from toolscope.config.model import ConfigError
from toolscope.plain import Plain, one_line

Entry: TypeAlias = dict[str, Json]
"""One call: its ``id``, whether it is ``pinned``, and what ``ui.present.kept`` reads and writes."""

FORMAT = "toolscope.calls"
MOST = 300
"""Calls that are kept; pinned ones count apart, as many of them."""


def place(environ: Mapping[str, str]) -> Path:
    """Where the calls are kept."""
    return memory.folder(environ) / "calls.json"


def entries(path: Path) -> tuple[list[Entry], Plain | None]:
    """The calls, newest first, and in one line what is wrong with the file.

    A file that cannot be read is put aside under another name, so that nothing of it is lost.
    """
    try:
        value = memory.recall(path)
        if value is None:
            return [], None
        if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("calls"), list):
            raise ConfigError(f"{one_line(str(path))}: holds no calls of toolscope")
    except ConfigError as error:
        return [], _aside(path, error)
    return [one for one in value["calls"] if isinstance(one, dict) and isinstance(one.get("id"), str)], None


def add(path: Path, entry: Entry) -> Plain | None:
    """Keep one more call; what went wrong, in one line. Another process's calls stay."""
    return _change(path, lambda known: [entry, *(one for one in known if one["id"] != entry["id"])])


def pin(path: Path, identifier: str, pinned: bool) -> Plain | None:
    """Keep a call for good, or no longer."""
    return _change(path, lambda known: [{**one, "pinned": pinned} if one["id"] == identifier else one for one in known])


def clear(path: Path, pinned_too: bool) -> Plain | None:
    """Forget the calls."""
    return _change(path, lambda known: [] if pinned_too else [one for one in known if one.get("pinned")])


def _change(path: Path, change: Callable[[list[Entry]], list[Entry]]) -> Plain | None:
    known, problem = entries(path)
    try:
        memory.keep(path, {"format": FORMAT, "calls": _bounded(change(known))})
    except ConfigError as error:
        return one_line(str(error))
    return problem


def _bounded(known: list[Entry]) -> list[Entry]:
    """The newest of the pinned ones, and the newest of the others."""
    left = {True: MOST, False: MOST}
    kept: list[Entry] = []
    for entry in known:
        pinned = entry.get("pinned") is True
        if left[pinned]:
            left[pinned] -= 1
            kept.append(entry)
    return kept


def _aside(path: Path, error: ConfigError) -> Plain:
    names = (path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1))
    other = next(name for name in names if not os.path.lexists(name))
    reason = str(error).removesuffix("; remove it")
    try:
        path.rename(other)
    except OSError:
        return one_line(f"{reason}; earlier calls are not shown")
    return one_line(f"{reason}; it was put aside as {other.name}, and a new one is begun")
