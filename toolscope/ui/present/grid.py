"""Columns of a list: where each one stands, its head, and by which one the list is ordered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from textual.content import Content

from toolscope.ui.present.text import assemble, pad

_GAP = "  "
_NOTHING = Content()


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    field: str
    """What it shows: a list is ordered by it under this name."""
    head: str
    width: int
    right: bool = False
    """Numbers: they stand to the right, and the largest come first."""
    trail: int = 0
    """Cells at the end that the head leaves free."""


@dataclass(frozen=True, slots=True)
class Sort:
    """By which column a list is ordered."""

    field: str | None = None
    """``None`` is the order in which things come."""
    down: bool = False
    """The largest first."""

    def by(self, column: Column) -> Sort:
        """Ordered by a column; the same one again turns the order round. Numbers begin with the largest."""
        return Sort(column.field, not self.down if column.field == self.field else column.right)

    @property
    def turned(self) -> Sort:
        """The other way round."""
        return Sort(self.field, not self.down)


UNSORTED = Sort()


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns side by side, with one cell of margin before the first."""

    columns: tuple[Column, ...]

    @property
    def width(self) -> int:
        """Cells up to where something else could begin."""
        return 1 + sum(column.width + len(_GAP) for column in self.columns)

    def start(self, field: str) -> int:
        """The cell in which a column begins."""
        at = 1
        for column in self.columns:
            if column.field == field:
                return at
            at += column.width + len(_GAP)
        raise KeyError(field)

    def at(self, x: int) -> Column | None:
        """The column of a cell."""
        end = 1
        for column in self.columns:
            end += column.width + len(_GAP)
            if x < end:
                return column if x >= 1 else None
        return None

    def next(self, sort: Sort, unsorted: bool) -> Sort:
        """Ordered by the column to the right; after the last one, with ``unsorted``, by none."""
        fields = [column.field for column in self.columns]
        at = fields.index(sort.field) + 1 if sort.field in fields else 0
        if at == len(fields) and unsorted:
            return UNSORTED
        column = self.columns[at % len(fields)]
        return Sort(column.field, column.right)

    def head(self, sort: Sort) -> Content:
        """The heads; the one that orders the list is marked."""
        return self._joined(self._head(column, sort) for column in self.columns)

    def _head(self, column: Column, sort: Sort) -> Content:
        mark = ("▾" if sort.down else "▴") if column.field == sort.field else ""
        space = " " if mark and len(column.head) + 2 <= column.width - column.trail else ""
        word = (f"{column.head}{space}{mark}", "bold $ink" if mark else "$soft")
        return assemble(pad(word, width=column.width - column.trail, right=column.right), " " * column.trail)

    def line(self, cells: Mapping[str, Content], before: str | None = None) -> Content:
        """Cells by field in their columns, up to the one named ``before``."""
        fields = [column.field for column in self.columns]
        shown = self.columns[: fields.index(before)] if before is not None else self.columns
        return self._joined(
            pad(cells.get(column.field, _NOTHING), width=column.width, right=column.right) for column in shown
        )

    def _joined(self, cells: Iterable[Content]) -> Content:
        return assemble(" ", assemble(_GAP).join(cells))
