"""The lines of a comparison: any number of them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from toolscope.disclosure.compare import Comparison
from toolscope.ui.present.comparison import Line, draw, head, lines
from toolscope.ui.widgets.headed_list import HeadedList


class ComparisonList(HeadedList):
    """Headings and values by their number."""

    HELP_TITLE = "Comparison"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "differing", "Differing only", tooltip="Only what differs, or everything again"),
    ]

    comparison: reactive[Comparison | None] = reactive(None)
    only_differing: reactive[bool] = reactive(False)

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Line] = []

    def watch_comparison(self) -> None:
        """Show another one."""
        self._arrange()

    def watch_only_differing(self) -> None:
        """Show fewer lines, or all."""
        self._arrange()

    def _arrange(self) -> None:
        self.shown = lines(self.comparison, self.only_differing) if self.comparison else []
        self.show([str(at) for at in range(len(self.shown))])

    def selectable(self, key: str) -> bool:
        """A heading is passed over."""
        return self.shown[int(key)].values is not None

    def draw_head(self, width: int) -> Content:
        """The two releases."""
        seen = self.comparison
        names = (seen.before.settings.profile.name, seen.after.settings.profile.name) if seen else ("", "")
        return head(*names, width)

    def draw_row(self, key: str, width: int) -> Content:
        """A line."""
        return draw(self.shown[int(key)], width)

    def action_differing(self) -> None:
        """Show fewer lines, or all."""
        self.only_differing = not self.only_differing
