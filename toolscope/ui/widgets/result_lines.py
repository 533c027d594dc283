"""One result: its progress while it runs, its blocks afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content

from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.progress import Progress, progress_lines
from toolscope.ui.present.result import Laid, Measured, body
from toolscope.ui.widgets.line_view import LineView


class ResultLines(LineView):
    """The blocks of one result."""

    HELP_TITLE = "Result"

    def __init__(self) -> None:
        super().__init__()
        self.record: CallRecord | None = None
        self.measured: Measured | None = None
        self.progress: Progress | None = None
        self.block = 0
        self.chosen = False
        """Whether somebody chose the block."""
        self.expanded: frozenset[int] = frozenset()
        self._laid: Laid = {}
        self._laid_for: tuple[object, object, int] = (None, None, 0)
        self._starts: Mapping[int, int] = {}

    def build(self, width: int) -> Sequence[Content]:
        """Progress while it runs, blocks afterwards."""
        if self.record is None:
            return ()
        if self.record.running:
            return progress_lines(self.record, self.progress or Progress(), width)
        if self._laid_for != (self.record, self.measured, width):
            self._laid, self._laid_for = {}, (self.record, self.measured, width)
        shown = body(self.record, self.expanded, self.block, width, self.measured, self._laid)
        self._starts = shown.starts
        return shown.lines

    def go_to_block(self, block: int) -> None:
        """Put the keys on another block and bring it into view."""
        count = len(self.record.outcome.blocks) if self.record and self.record.outcome else 0
        if count:
            self.block = max(0, min(block, count - 1))
            self.rebuild()
            self.scroll_to(y=self._starts.get(self.block, 0), animate=False)
