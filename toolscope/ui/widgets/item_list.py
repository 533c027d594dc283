"""Any values, one line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from textual.content import Content

from toolscope.ui.widgets.row_list import RowList

T = TypeVar("T")


class ItemList(RowList, Generic[T]):
    """Values by their number, counted from the last: one that comes on top moves no cursor."""

    def __init__(self, title: str, line: Callable[[T, int], Content]) -> None:
        """``line`` draws a value in so many cells; ``title`` heads its keys in the help."""
        super().__init__()
        self.HELP_TITLE = title
        self._line = line
        self._items: dict[str, T] = {}

    @property
    def item(self) -> T | None:
        """The one under the cursor."""
        return self._items.get(self.key) if self.key is not None else None

    def fill(self, items: Sequence[T]) -> None:
        """Show these."""
        self._items = {str(len(items) - at): item for at, item in enumerate(items)}
        self.show(list(self._items))

    def draw(self, key: str, width: int) -> Content:
        """A value."""
        return self._line(self._items[key], width)
