"""How a place inside the arguments of a call is spelled."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

ROOT = "arguments"

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def spelled(steps: Iterable[str | int]) -> str:
    """``arguments.rows[0]["max size"]``: keys that are no identifiers are quoted as JSON (hermes.md §10)."""
    return ROOT + "".join(_step(step) for step in steps)


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if _IDENTIFIER.fullmatch(step):
        return f".{step}"
    return f"[{json.dumps(step, ensure_ascii=False)}]"
