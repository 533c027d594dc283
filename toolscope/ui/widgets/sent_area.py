"""The text that a model would send; at its ends the arrow keys go through what was sent before."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import TextArea


class SentArea(TextArea):
    """Plain text. Up on the first line and Down on the last one ask for another text."""

    HELP_TITLE = "What a model sends"
    DEFAULT_CSS = """
    SentArea { height: 1fr; border: none; padding: 0 1; background: $raised; color: $ink; }
    SentArea:focus { border: none; }
    SentArea .text-area--cursor-line { background: transparent; }
    """

    @dataclass
    class OtherAsked(Message):
        """The text before (-1) or after (1) this one is wanted."""

        step: int

    async def _on_key(self, event: events.Key) -> None:
        row = self.cursor_location[0]
        step = -1 if event.key == "up" and row == 0 else 0
        if event.key == "down" and row == self.document.line_count - 1:
            step = 1
        if step:
            event.stop()
            event.prevent_default()
            self.post_message(self.OtherAsked(step))
