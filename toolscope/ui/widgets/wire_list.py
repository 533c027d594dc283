"""What went over the wires, newest first, as far as it is wanted."""

from __future__ import annotations

from textual.content import Content

from toolscope.ui.present.traffic import Item, Traffic
from toolscope.ui.present.traffic_lines import Wanted, heading, row
from toolscope.ui.widgets.headed_list import HeadedList


class WireList(HeadedList):
    """A cursor on the newest item stays on the newest; any other stays where it is."""

    def __init__(self, traffic: Traffic) -> None:
        super().__init__()
        self._traffic = traffic
        self.wanted = Wanted()

    @property
    def item(self) -> Item | None:
        """The item under the cursor."""
        return self._traffic.items.get(self.key or "")

    def renew(self) -> None:
        """Show what is there now and wanted."""
        newest, everything = self.cursor == 0, self.wanted == Wanted()
        items = reversed(self._traffic.items.values())
        keys = [item.key for item in items if everything or self.wanted.takes(item)]
        if newest:
            self.restart(keys)
        else:
            self.show(keys)

    def draw_head(self, width: int) -> Content:
        """The column heads."""
        return heading(width)

    def draw_row(self, key: str, width: int) -> Content:
        """One item; it may have left since the list was made."""
        item = self._traffic.items.get(key)
        return row(item, width) if item else Content()
