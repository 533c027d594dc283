"""The keys that are valid where the focus is, gathered from the widgets themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from toolscope.ui.present.keys import Groups, grouped, help_lines
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.line_view import LineView


class HelpLines(LineView):
    """All keys; scrolls."""

    def __init__(self, groups: Groups, reading: bool) -> None:
        super().__init__()
        self._groups, self._reading = groups, reading

    def build(self, width: int) -> Sequence[Content]:
        """One column or two."""
        return help_lines(self._groups, width, self._reading)


class HelpScreen(ModalScreen[None]):
    """Keys here, and on the Budget tab how to read the bars."""

    CSS_PATH = "dialogs.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,f1", "dismiss", "Close", key_display="Esc"),
    ]

    def __init__(self, bindings: Iterable[ActiveBinding]) -> None:
        super().__init__()
        known = list(bindings)
        bars = any(active.binding.action == "manifest" for active in known)
        self.lines = HelpLines(grouped(known), bars)

    def compose(self) -> ComposeResult:
        """The keys that work here, then those that work in this window."""
        with Vertical(classes="dialog -help"):
            yield Static(assemble(("Keys here", "bold $ink"), ("   ↑ ↓ PgUp PgDn scroll   Esc closes", "$soft")))
            yield self.lines

    def on_mount(self) -> None:
        """Keys scroll."""
        self.lines.focus()
