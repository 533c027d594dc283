"""The golden values of the reference (see vectors/)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "vectors"


def vector(name: str) -> Any:
    """A golden file by its name without ending."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
