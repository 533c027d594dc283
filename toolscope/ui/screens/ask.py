"""One question, one line of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from toolscope.ui.present.text import assemble


class AskScreen(ModalScreen[str | None]):
    """Returns what was typed; ``None`` when it was left with Escape."""

    CSS_PATH = "dialogs.tcss"
    HELP_TITLE = "Question"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(
        self, question: str, hint: str, check: Callable[[str], str], value: str = "", secret: bool = False
    ) -> None:
        """``check`` gives what is wrong with a text in one line, or nothing; a ``secret`` is not shown."""
        super().__init__()
        self._question, self._hint, self._check, self._value = question, hint, check, value
        self._secret = secret

    def compose(self) -> ComposeResult:
        """Question, field, what is wrong."""
        with Vertical(classes="dialog"):
            yield Static(assemble((self._question, "bold $ink")))
            yield Input(self._value, placeholder=self._hint, password=self._secret)
            yield Static("", classes="problem", markup=False)
            yield Static(assemble(("Enter takes it, Esc leaves", "$soft")), classes="note")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        text = event.value if self._secret else event.value.strip()
        wrong = self._check(text) if text else "Type something, or leave with Esc."
        if wrong:
            self.query_one(".problem", Static).update(wrong)
        else:
            self.dismiss(text)
