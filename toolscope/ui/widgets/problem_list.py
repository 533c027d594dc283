"""What is wrong with a server, one line each."""

from __future__ import annotations

from textual.content import Content

from toolscope.ui.present.problems import Problem, line
from toolscope.ui.widgets.row_list import RowList


class ProblemList(RowList):
    """Problems by their number."""

    HELP_TITLE = "Problems"

    def __init__(self) -> None:
        super().__init__()
        self._problems: list[Problem] = []

    @property
    def problem(self) -> Problem | None:
        """The one under the cursor."""
        return self._problems[self.cursor] if self.cursor < len(self._problems) else None

    def fill(self, problems: list[Problem]) -> None:
        """Show these."""
        self._problems = problems
        self.show([str(position) for position in range(len(problems))])

    def draw(self, key: str, width: int) -> Content:
        """A problem."""
        return line(self._problems[int(key)], width)
