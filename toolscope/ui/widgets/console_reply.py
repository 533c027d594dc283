"""What a model reads of a turn: the exact text, or the same indented."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from toolscope.ui.present.console import reply_lines
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.line_view import LineView


class ConsoleReply(LineView):
    """What the model reads."""

    HELP_TITLE = "What a model gets"

    def __init__(self) -> None:
        super().__init__()
        self.text: str | None = None
        self.said = ""
        """What stands here while there is no reply."""
        self.indented = False

    def build(self, width: int) -> Sequence[Content]:
        """The reply, or why there is none."""
        if self.text is None:
            return [assemble((self.said, "$soft")).truncate(width, ellipsis=True)]
        return reply_lines(self.text, self.indented, width)
