"""The README's last figures: written, never typed."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tests.bench.table import Row, markdown
from tests.bench.timing import ROOT

README = ROOT / "README.md"
_BEGIN, _END = "<!-- bench: written by python -m tests.bench --write -->", "<!-- bench: end -->"


def write(rows: Sequence[Row], path: Path = README) -> None:
    """Put the table between the two marks."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, found, after = rest.partition(_END)
    if not found:
        raise ValueError(f"{path.name}: holds no place for the table")
    path.write_text(f"{before}{_BEGIN}\n\n{machine()}\n\n{markdown(rows)}\n\n{_END}{after}", encoding="utf-8")


def machine() -> str:
    """How and on what it was measured; nothing that names the machine."""
    kind = f"{os.cpu_count()} cores ({platform.machine()}, {platform.system()}), Python {platform.python_version()}"
    return (
        f"Measured in {date.today():%B %Y} on a machine with {kind}, at a load of {os.getloadavg()[2]:.1f}.\n"
        "Each figure is the best of several runs (of slider steps, one that a quarter were quicker than): of programs\n"
        "by the clock, of single steps by the processor. Programs start in a process of their own with an empty home;\n"
        "other programs were measured in turn with them, in the same run. The catalogs are made up, of realistic size."
    )
