"""What a new guardrail rule would change in toolscope's own file, before it is written."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from toolscope.config.model import ConfigError
from toolscope.config.rules import RuleChange
from toolscope.plain import one_line
from toolscope.ui.background import in_thread
from toolscope.ui.present.difference import difference_line
from toolscope.ui.present.text import assemble, badge, stack


class RuleScreen(ModalScreen[bool]):
    """Returns whether the rule was written."""

    CSS_PATH = "dialogs.tcss"
    HELP_TITLE = "Rule"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)", "Back", key_display="n"),
        Binding("w", "write", "Write it", tooltip="write the rule, and allow the call"),
        Binding("left,right", "app.focus_next", "Other answer", show=False),
    ]

    def __init__(self, change: RuleChange) -> None:
        super().__init__()
        self._change = change

    def compose(self) -> ComposeResult:
        """The question, the difference, two answers."""
        path = one_line(str(self._change.path))
        with Vertical(classes="dialog -trust"):
            yield Static(assemble(badge("ALWAYS", "$verdict-ask"), ("  Write this rule?", "bold $ink")))
            with VerticalScroll(can_focus=False):
                yield Static(stack(difference_line(line) for line in self._change.diff.splitlines()[2:]))
            kept = " is made for it." if self._change.before is None else " keeps everything else as it is written."
            yield Static(assemble((path, "$ink"), (kept, "$soft")), classes="note")
            yield Static("", classes="problem", markup=False)
            with Horizontal(classes="choices"):
                yield Button(assemble("Back ", ("n", "dim")), id="no")
                yield Button(assemble("Write it, and run the call ", ("w", "dim")), id="yes")

    def on_mount(self) -> None:
        """Back is the answer of a hasty Enter."""
        self.query_one("#no", Button).focus()

    @work(exclusive=True)
    async def action_write(self) -> None:
        """Write it; what goes wrong is said here."""
        try:
            await in_thread(self._change.write)
        except ConfigError as error:
            self.query_one(".problem", Static).update(str(error))
        else:
            self.dismiss(True)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "yes":
            self.action_write()
        else:
            self.dismiss(False)
