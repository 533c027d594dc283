"""The exact JSON that a model receives for the queries."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from toolscope.tokens import estimate
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.json_text import json_content
from toolscope.ui.present.reasons import Given
from toolscope.ui.present.text import assemble, number

_LINES = 2_000


class PayloadScreen(ModalScreen[None]):
    """Shown indented; copied as it is."""

    CSS_PATH = ["dialogs.tcss", "search.tcss"]
    HELP_TITLE = "What a model gets"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", tooltip="copy the JSON exactly as a model receives it"),
        Binding("escape,f8", "dismiss", "Close", key_display="Esc"),
    ]

    def __init__(self, given: Given) -> None:
        super().__init__()
        self._given = given

    def compose(self) -> ComposeResult:
        """Title, JSON, keys."""
        chars = len(self._given.text)
        size = f"   {number(chars)} characters · {number(estimate(chars))} tokens"
        with Vertical(classes="dialog -payload"):
            yield Static(assemble(("What a model gets", "bold $ink"), (size, "$soft")), classes="title")
            with VerticalScroll():
                yield Static(json_content(self._given.value, _LINES))
            yield Static(assemble(("y copies it as it is sent, Esc closes", "$soft")), classes="note")

    def on_mount(self) -> None:
        """Keys scroll."""
        self.query_one(VerticalScroll).focus()

    def action_copy(self) -> None:
        """Copy the exact text."""
        self.post_message(CopyAsked(self._given.text, "what a model gets"))
