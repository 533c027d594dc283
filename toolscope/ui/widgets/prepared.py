"""What would be sent, live, and the chip that sends it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from toolscope.ui.present.prepared import Judged, judged_lines, sent_title
from toolscope.ui.present.text import Part, assemble
from toolscope.ui.widgets.line_view import LineView


class PreparedLines(LineView):
    """Everything about the draft; scrolls."""

    HELP_TITLE = "What would be sent"

    def __init__(self) -> None:
        super().__init__()
        self.judged: Judged | None = None

    def build(self, width: int) -> Sequence[Content]:
        """The lines of the draft."""
        return judged_lines(self.judged, width) if self.judged else ()


class RunChip(Static):
    """Runs the call, or says what it waits for."""

    class Pressed(Message):
        """Somebody clicked."""

    waits: reactive[str | None] = reactive("waits for arguments")
    asks: reactive[bool] = reactive(True)
    again: reactive[bool] = reactive(False)
    """Whether F9 was pressed already to see what would be sent."""

    def render(self) -> Content:
        """The chip and the reason beside it."""
        ready = self.waits is None
        words = (" F9 again asks " if self.asks else " F9 again runs it ") if ready and self.again else " F9 run "
        chip: Part = (words, "bold $here on $raised" if ready else "$soft on $raised")
        happens = "Esc goes back" if self.again else "asks first" if self.asks else "runs at once"
        said: Part = (happens if ready else self.waits or "", "$soft")
        return assemble(chip, "  ", said).truncate(max(1, self.size.width), ellipsis=True)

    def on_click(self) -> None:
        """A click is F9."""
        self.post_message(self.Pressed())


class PreparedView(Vertical):
    """Head, lines, chip."""

    head = query_one("#prepared-head", Static)
    view = query_one(PreparedLines)
    chip = query_one(RunChip)

    def compose(self) -> ComposeResult:
        """Three parts; the chip never scrolls away."""
        yield Static(id="prepared-head")
        yield PreparedLines()
        yield RunChip()

    def show(self, judged: Judged | None) -> None:
        """Show a draft."""
        self.view.judged = judged
        self.view.rebuild()
        self._head()
        self.chip.waits = judged.waits if judged else ""
        self.chip.asks = judged is None or judged.verdict.decision == "ask"

    def on_resize(self) -> None:
        """The head is as wide as the pane."""
        self._head()

    def _head(self) -> None:
        judged = self.view.judged
        self.head.update(sent_title(judged, max(20, self.head.size.width)) if judged else "")
