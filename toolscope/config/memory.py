"""What toolscope remembers between runs: small JSON files in the platform's data folder, for their owner alone."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from toolscope.canonical import Json
from toolscope.config import atomic
from toolscope.config.model import ConfigError
from toolscope.config.source import text_of, why_unreadable
from toolscope.plain import one_line


def folder(environ: Mapping[str, str]) -> Path:
    """Where the files are: ``$TOOLSCOPE_DATA``, else the platform's data folder."""
    if environ.get("TOOLSCOPE_DATA"):
        return Path(environ["TOOLSCOPE_DATA"]).expanduser()
    import platformdirs

    return platformdirs.user_data_path("toolscope", appauthor=False)


def recall(path: Path) -> Json:
    """What a file holds; ``None`` when there is none. Raises ``ConfigError`` for one that cannot be read."""
    if not os.path.lexists(path):
        return None
    try:
        return json.loads(text_of(path))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{one_line(str(path))}: is damaged ({why_unreadable(error)}); remove it") from None


def keep(path: Path, value: Json) -> None:
    """Write a file as a whole or not at all. Raises ``ConfigError`` that says why it could not be written."""
    with atomic.explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic.write(path, json.dumps(value, indent=1).encode())
