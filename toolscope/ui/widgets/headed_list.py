"""A virtual list between a line of heads and a last line, which both stay while the rows scroll."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip

from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.paint import strip
from toolscope.ui.widgets.row_list import RowList


class HeadedList(RowList):
    """A ``RowList`` whose first line is ``draw_head``; with ``FOOT`` its last one is ``draw_foot``."""

    FOOT = False

    @property
    def line_width(self) -> int:
        """Cells of a line: without the edge, and without the scroll bar's column whether it is there or not."""
        return max(1, self.outer_size.width - 2)

    def draw(self, key: str, width: int) -> Content:
        """A row, as wide as the heads."""
        return self.draw_row(key, self.line_width)

    def draw_row(self, key: str, width: int) -> Content:
        """One row in ``width`` cells; must be overridden."""
        raise NotImplementedError

    def draw_head(self, width: int) -> Content:
        """The heads in ``width`` cells."""
        raise NotImplementedError

    def draw_foot(self, width: int) -> Content:
        """The last line in ``width`` cells."""
        return Content()

    def click_head(self, x: int) -> None:
        """The heads were clicked at a cell of the line that ``draw_head`` drew."""

    def click_row(self, key: str, x: int) -> None:
        """A row was clicked at a cell of the line that ``draw_row`` drew; the cursor is on it already."""

    @property
    def fixed(self) -> int:
        """How many lines stay."""
        return 2 if self.FOOT else 1

    def show(self, keys: Sequence[str]) -> None:
        """Show these keys; the fixed lines count as lines too, so that the last row can be reached."""
        if list(keys) != list(self.keys):
            super().show(keys)
            self.virtual_size = Size(0, len(keys) + self.fixed)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One visible line."""
        width = self.size.width
        if width > 1 and y == 0:
            return strip(self, assemble(" ", self.draw_head(self.line_width)), width, self.visual_style)
        if width > 1 and self.FOOT and y == self._foot_line:
            return strip(self, assemble(" ", self.draw_foot(self.line_width)), width, self.visual_style)
        return super().render_line(y - 1)

    @property
    def _foot_line(self) -> int:
        return min(self.size.height, len(self.keys) + self.fixed) - 1

    def watch_cursor(self, old: int, new: int) -> None:
        """Repaint, and bring the new row into view between the fixed lines."""
        self.refresh()
        self.scroll_to_region(Region(0, new, 1, 1 + self.fixed), animate=False)
        if self.key is not None and old != new:
            self.post_message(self.Moved(self, self.key))

    def on_click(self, event: events.Click) -> None:
        """Clicks mean the row below the heads; the first one moves the cursor, a double one chooses."""
        event.prevent_default()
        x, row = event.x - 1, event.y - 1 + self.scroll_offset.y
        if event.y == 0:
            self.click_head(x)
        elif not (self.FOOT and event.y == self._foot_line) and 0 <= row < len(self.keys):
            chosen_again = row == self.cursor and event.chain > 1
            self.cursor = row
            if chosen_again:
                self.action_choose()
            else:
                self.click_row(self.keys[row], x)
