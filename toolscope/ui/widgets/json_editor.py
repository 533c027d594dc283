"""The whole arguments object as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Static, TextArea

from toolscope.plain import Plain
from toolscope.ui.present.text import assemble


class EditorArea(TextArea):
    """Plain text with line numbers."""

    HELP_TITLE = "JSON"
    DEFAULT_CSS = """
    EditorArea { height: 1fr; border: none; padding: 0; background: $raised; color: $ink; }
    EditorArea:focus { border: none; }
    EditorArea .text-area--gutter { color: $soft; }
    EditorArea .text-area--cursor-line { background: $here-bg; }
    EditorArea .text-area--cursor-gutter { color: $here; background: $here-bg; }
    """


class JsonEditor(Vertical):
    """A note above, the text, and below what is wrong with it."""

    @dataclass
    class Changed(Message):
        """Somebody typed."""

        text: str

    area = query_one(EditorArea)
    why = query_one("#json-why", Static)
    wrong = query_one("#json-wrong", Static)

    def compose(self) -> ComposeResult:
        """Why this is JSON, the text, what is wrong."""
        yield Static(id="json-why")
        yield EditorArea(show_line_numbers=True)
        yield Static(id="json-wrong")

    def show(self, text: str, reason: Plain | None) -> None:
        """Put a text in; ``reason`` says why there is no form."""
        self.why.display = reason is not None
        self.why.update(assemble((f"no form: {reason}", "$soft")) if reason else "")
        self.say(None)
        if text != self.area.text:
            self.area.load_text(text)
        if text == "{}":
            # Nothing to keep: a whole object that is typed or pasted takes its place.
            self.area.select_all()

    def say(self, problem: Plain | None) -> None:
        """What is wrong with the text."""
        self.wrong.update(assemble(("✕ ", "$verdict-deny"), (problem, "$verdict-deny")) if problem else Content(""))

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(self.area.text))
