"""Every deferred tool with what would happen if it were called."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from toolscope.invocation.guardrail import Ruling
from toolscope.ui.messages import ToolOpened
from toolscope.ui.present.rulings import Rulings, head, line
from toolscope.ui.widgets.headed_list import HeadedList


class RulingList(HeadedList):
    """One line a tool; Enter opens it where it can be called."""

    HELP_TITLE = "Rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Call it", key_display="⏎", tooltip="open the tool where it can be called"),
    ]

    rulings: reactive[Rulings] = reactive(Rulings)
    words: reactive[str] = reactive("")
    """What the filter holds."""

    def __init__(self) -> None:
        super().__init__()
        self._by_name: dict[str, Ruling] = {}

    @property
    def ruling(self) -> Ruling | None:
        """The one under the cursor."""
        return self._by_name.get(self.key) if self.key is not None else None

    def watch_rulings(self, rulings: Rulings) -> None:
        """Another moment."""
        self._by_name = {one.verdict.tool.name: one for one in rulings.tools}
        self.show(rulings.matching(self.words))

    def watch_words(self, words: str) -> None:
        """Filter."""
        self.show(self.rulings.matching(words))

    def draw_head(self, width: int) -> Content:
        """The heads."""
        return head(width)

    def draw_row(self, key: str, width: int) -> Content:
        """A tool."""
        return line(self._by_name[key], width)

    def action_choose(self) -> None:
        """Open the chosen tool where it can be called."""
        if self.key is not None:
            self.post_message(ToolOpened(self.key))
