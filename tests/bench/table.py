"""What was measured, as one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement."""

    what: str
    figure: str
    target: str = ""
    met: bool | None = None
    """``None`` where there is no target."""
    beside: str = ""
    """Another program, or another way, measured in the same run."""

    @property
    def verdict(self) -> str:
        """Whether the target is met, in a word."""
        return "" if self.met is None else "met" if self.met else "MISSED"

    @property
    def cells(self) -> tuple[str, ...]:
        """The columns."""
        return self.what, self.figure, self.target, self.verdict, self.beside


HEAD = ("what", "figure", "target", "", "in the same run")


def below(what: str, figure: float, limit: float, unit: str, beside: str = "") -> Row:
    """A row whose figure must stay under a limit in the same unit."""
    return Row(what, f"{short(figure)} {unit}", f"under {short(limit)} {unit}", figure < limit, beside)


def short(number: float) -> str:
    """A number with as many digits as tell something."""
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.3g}"


def text(rows: Iterable[Row]) -> str:
    """The table in columns."""
    cells = [HEAD, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_line(row, widths) for row in cells)


def markdown(rows: Sequence[Row]) -> str:
    """The table as a README holds it."""
    lines = [HEAD, ("---",) * len(HEAD), *(row.cells for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        f"{cell:>{width}}" if at == 1 else f"{cell:<{width}}"
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join(padded).rstrip()
