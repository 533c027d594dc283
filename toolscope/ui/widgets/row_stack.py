"""Lines under one another, as high as they are many; a click finds its line."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from toolscope.ui.present.rows import Row
from toolscope.ui.present.text import stack


class RowStack(Widget):
    """Short text whose lines mean something. A subclass lays them out for a width."""

    DEFAULT_CSS = "RowStack { width: 1fr; height: auto; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._laid: tuple[int, Sequence[Row]] | None = None

    def rows(self, width: int) -> Sequence[Row]:
        """The lines in ``width`` cells; must be overridden."""
        raise NotImplementedError

    def line(self, row: Row, width: int) -> Content:
        """One line as it is drawn."""
        return row.line.truncate(width, ellipsis=True)

    def laid(self, width: int) -> Sequence[Row]:
        """The lines, laid out once for each width."""
        if self._laid is None or self._laid[0] != width:
            self._laid = (width, self.rows(width))
        return self._laid[1]

    def again(self) -> None:
        """Lay out anew: what is shown has changed."""
        before = len(self._laid[1]) if self._laid else -1
        width = self.size.width
        self._laid = None
        self.refresh(layout=not width or len(self.laid(width)) != before)

    def row_at(self, y: int) -> Row | None:
        """The row under a line of the widget."""
        rows = self.laid(self.size.width)
        return rows[y] if 0 <= y < len(rows) else None

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All there is."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One cell a row."""
        return len(self.laid(width))

    def render(self) -> Content:
        """All rows."""
        width = self.size.width
        return stack(self.line(row, width) for row in self.laid(width))
