"""The labelled queries of a file, a row each: any number of them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from toolscope.config.profiles import DEFAULT, Profile
from toolscope.retrieval.evaluate import Evaluation
from toolscope.ui.present.evaluation import EvaluationColumns
from toolscope.ui.widgets.headed_list import HeadedList


class EvaluationTable(HeadedList):
    """One column a release; the cursor stays on its query when everything is judged anew."""

    HELP_TITLE = "Labelled queries"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Why", key_display="⏎", tooltip="ask this query in the Search tab, with its tool"),
        Binding("f", "failing", "Failing only", tooltip="show only queries that fail somewhere, or all again"),
    ]

    class Arranged(Message):
        """Other rows are shown."""

    evaluation: reactive[Evaluation | None] = reactive(None)
    profile: reactive[Profile] = reactive(DEFAULT)
    """The session's release, whose column is marked."""
    failing: reactive[bool] = reactive(False)
    """Whether only queries that fail somewhere are shown."""

    @property
    def position(self) -> int | None:
        """The query under the cursor, by its place in the file."""
        return int(self.key) if self.key is not None else None

    def watch_evaluation(self) -> None:
        """Show other results."""
        self._arrange()

    def watch_failing(self) -> None:
        """Show fewer rows, or all."""
        self._arrange()

    def _arrange(self) -> None:
        seen = self.evaluation
        if seen is None:
            self.show([])
        else:
            self.show([str(n) for n in (seen.failing if self.failing else range(len(seen.queries)))])

    def draw_head(self, width: int) -> Content:
        """The heads."""
        seen = self.evaluation
        if seen is None:
            return Content()
        return EvaluationColumns.of(width, len(seen.columns)).head(seen, self.profile)

    def draw_row(self, key: str, width: int) -> Content:
        """A query."""
        assert self.evaluation is not None
        return EvaluationColumns.of(width, len(self.evaluation.columns)).line(self.evaluation, int(key))

    def action_failing(self) -> None:
        """Only what fails somewhere, or everything."""
        self.failing = not self.failing
        self.post_message(self.Arranged())
