"""JSON in full: what a model receives, or what went over the wire."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from toolscope.canonical import Json
from toolscope.tokens import count
from toolscope.ui.background import in_thread
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.json_text import json_content
from toolscope.ui.present.text import assemble, number
from toolscope.ui.present.why import token_cost

_LINES = 2_000


class PayloadScreen(ModalScreen[None]):
    """Shown indented; copied as it is."""

    CSS_PATH = ["dialogs.tcss", "search.tcss"]
    HELP_TITLE = "JSON"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", tooltip="copy the JSON exactly as it was sent"),
        Binding("escape,f8", "dismiss", "Close", key_display="Esc"),
    ]

    def __init__(self, value: Json, text: str, title: str = "What a model gets") -> None:
        """``value`` is shown; ``text`` is the same as it was sent, for the clipboard."""
        super().__init__()
        self._value, self._text, self._title = value, text, title

    def compose(self) -> ComposeResult:
        """Title, JSON, keys."""
        with Vertical(classes="dialog -payload"):
            yield Static(classes="title")
            with VerticalScroll():
                yield Static(json_content(self._value, _LINES))
            yield Static(assemble(("y copies it as it is sent, Esc closes", "$soft")), classes="note")

    def on_mount(self) -> None:
        """Keys scroll."""
        self._say(None)
        self._count()
        self.query_one(VerticalScroll).focus()

    @work
    async def _count(self) -> None:
        self._say(await in_thread(partial(count, self._text)))

    def _say(self, exact: int | None) -> None:
        chars = len(self._text)
        size = assemble((f"   {number(chars)} characters · ", "$soft"), token_cost(chars, exact))
        self.query_one(".title", Static).update(assemble((self._title, "bold $ink"), size))

    def action_copy(self) -> None:
        """Copy the exact text."""
        self.post_message(CopyAsked(self._text, self._title[0].lower() + self._title[1:]))
