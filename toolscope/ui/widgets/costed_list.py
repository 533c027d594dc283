"""A list of things that cost something: ordered by any column, tried without any of them or with them eager."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from toolscope.catalog.snapshot import EVERYTHING
from toolscope.survey import Survey
from toolscope.ui.messages import ScopeToggled
from toolscope.ui.present.grid import UNSORTED, Grid, Sort
from toolscope.ui.widgets.headed_list import HeadedList


class CostedList(HeadedList):
    """A ``HeadedList`` whose rows can be ordered and taken out of the session; a subclass says what its columns are."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "toggle_scope", "Scope", key_display="Space", tooltip="Take this one out, or back in"),
        Binding("k", "toggle_eager", "Keep eager", tooltip="What if its schemas stayed visible; again defers them"),
        Binding("z", "clear_scope", "Drop what-ifs", tooltip="Take every what-if back at once"),
        Binding("s", "sort_next", "Sort", tooltip="Order by the next column"),
        Binding("S", "sort_turned", "Turn the order", show=False),
    ]
    FIRST_ORDER = UNSORTED
    """How the list is ordered before anybody asks."""

    survey: reactive[Survey] = reactive(Survey)
    sort: reactive[Sort] = reactive(UNSORTED)

    def on_mount(self) -> None:
        """Begin with the first order."""
        self.sort = self.FIRST_ORDER

    # what a subclass says

    def grid(self, width: int) -> Grid:
        """The columns of lines of ``width`` cells; must be overridden."""
        raise NotImplementedError

    def reorder(self) -> None:
        """Show the rows in their order; must be overridden."""
        raise NotImplementedError

    def toggle(self, key: str, eager: bool) -> ScopeToggled | None:
        """What to ask for to take a row out, or with ``eager`` to keep it; ``None`` when that would do nothing."""
        raise NotImplementedError

    def watch_survey(self, old: Survey, new: Survey) -> None:
        """Offer to take what-ifs back when there are any."""
        if old.scope != new.scope:
            self.refresh_bindings()

    # order

    def watch_sort(self) -> None:
        """Order the rows."""
        self.reorder()

    def click_head(self, x: int) -> None:
        """Order by the column that was clicked; again turns the order."""
        column = self.grid(self.line_width).at(x)
        if column is not None:
            self.sort = self.sort.by(column)

    def action_sort_next(self) -> None:
        """Order by the next column."""
        self.sort = self.grid(self.line_width).next(self.sort, unsorted=self.FIRST_ORDER.field is None)

    def action_sort_turned(self) -> None:
        """Turn the order round."""
        if self.sort.field is not None:
            self.sort = self.sort.turned

    # what-ifs

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What-ifs can be taken back while there are any."""
        if action == "clear_scope":
            return self.survey.scope != EVERYTHING
        return super().check_action(action, parameters)

    def action_toggle_scope(self) -> None:
        """Take the chosen row out of the session, or back in."""
        self._ask(eager=False)

    def action_toggle_eager(self) -> None:
        """Keep the schemas of the chosen row eager, or defer them again."""
        self._ask(eager=True)

    def _ask(self, eager: bool) -> None:
        asked = self.toggle(self.key, eager) if self.key is not None else None
        if asked is not None:
            self.post_message(asked)

    def action_clear_scope(self) -> None:
        """Take every what-if back."""
        self.post_message(ScopeToggled())
