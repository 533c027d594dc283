"""The commands that a configuration wants run around a call, before any of them is run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from toolscope.catalog.tool import Tool
from toolscope.config.hooks import Hook
from toolscope.plain import one_line
from toolscope.ui.present.hooks import wanted_lines
from toolscope.ui.present.text import assemble, badge, plural
from toolscope.ui.widgets.line_view import LineView


class HookLines(LineView):
    """The commands in full."""

    HELP_TITLE = "Commands"

    def __init__(self, hooks: Sequence[Hook]) -> None:
        super().__init__()
        self._hooks = hooks

    def build(self, width: int) -> Sequence[Content]:
        """Every line of them."""
        lines: list[Content] = []
        for hook in self._hooks:
            lines += [*([Content("")] if lines else []), *wanted_lines(hook, width)]
        return lines


class ConsentScreen(ModalScreen[bool]):
    """Shows the commands; only a yes runs them, now and from now on."""

    CSS_PATH = ["dialogs.tcss", "consent.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Hooks"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)", "Not now", key_display="n"),
        Binding("l", "dismiss(True)", "Let them run"),
        Binding("left", "app.focus_previous", "Other answer", show=False),
        Binding("right", "app.focus_next", "Other answer", show=False),
    ]

    def __init__(self, hooks: Sequence[Hook], tool: Tool) -> None:
        super().__init__()
        self._hooks, self._tool = hooks, tool

    def compose(self) -> ComposeResult:
        """The question, the commands, two answers."""
        count = plural(len(self._hooks), "command")
        question = f"  Run {count} around calls of {one_line(self._tool.shown_raw_name, 40)}?"
        note = "They run as you, with your files. A yes is remembered for each command; a no sends nothing."
        with Vertical(classes="dialog -consent"):
            yield Static(assemble(badge("HOOKS", "$verdict-ask"), (question, "bold $ink")))
            yield HookLines(self._hooks)
            yield Static(assemble((note, "$soft")), classes="note")
            with Horizontal(classes="choices"):
                yield Button(assemble("Not now ", ("n", "dim")), id="no")
                yield Button(assemble("Let them run ", ("l", "dim")), id="yes")

    def on_mount(self) -> None:
        """No is the answer of a hasty Enter."""
        self.query_one("#no", Button).focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")
