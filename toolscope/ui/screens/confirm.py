"""One question with a few answers; the first one changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from toolscope.ui.present.text import assemble


class ConfirmScreen(ModalScreen[str | None]):
    """Returns the key of the answer; ``None`` when it was left with Escape."""

    CSS_PATH = "dialogs.tcss"
    HELP_TITLE = "Question"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("left", "app.focus_previous", "Other answer", show=False),
        Binding("right", "app.focus_next", "Other answer", show=False),
    ]

    def __init__(self, question: str, note: str, answers: Sequence[tuple[str, str]]) -> None:
        """``answers`` are a letter and words each."""
        super().__init__()
        self._question, self._note, self._answers = question, note, tuple(answers)

    def compose(self) -> ComposeResult:
        """Question, note, answers."""
        with Vertical(classes="dialog"):
            yield Static(assemble((self._question, "bold $ink")))
            yield Static(assemble((self._note, "$soft")), classes="note")
            with Horizontal(classes="choices"):
                for key, words in self._answers:
                    yield Button(assemble(f"{words} ", (key, "$soft")), id=f"answer-{key}")

    def on_mount(self) -> None:
        """The safe answer has the focus."""
        self.query(Button).first().focus()

    def on_key(self, event: events.Key) -> None:
        """Its letter gives an answer."""
        if event.key in dict(self._answers):
            event.stop()
            self.dismiss(event.key)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss((event.button.id or "").removeprefix("answer-"))
