"""May this call run? Everything that matters for the answer, and two answers; silence is a no."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from toolscope.canonical import Json
from toolscope.invocation.call import PreparedCall
from toolscope.invocation.guardrail import HermesDecision, Verdict
from toolscope.ui.present.approval import argument_lines, digest_line, question, rows
from toolscope.ui.present.text import assemble, stack
from toolscope.ui.widgets.line_view import LineView


class ArgumentLines(LineView, can_focus=False):
    """The arguments in full."""

    def __init__(self, arguments: Json) -> None:
        super().__init__()
        self._arguments = arguments

    def build(self, width: int) -> Sequence[Content | str]:
        """Every line of them."""
        return argument_lines(self._arguments, width)


def _keys() -> Content:
    keys = (("d", "deny"), ("o", "allow once"), ("↑ ↓ PgUp PgDn", "scroll"), ("Esc", "deny"))
    return assemble(*(part for key, words in keys for part in ((key, "$here"), (f" {words}   ", "$soft"))))


class ApprovalScreen(ModalScreen[bool | None]):
    """Returns ``True`` for this once, ``False`` for no, ``None`` when nobody answered in time, which is a no."""

    CSS_PATH = ["dialogs.tcss", "approval.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Approval"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,d", "answer(False)", "Deny", key_display="d"),
        Binding("o", "answer(True)", "Allow once"),
        Binding("left", "app.focus_previous", "Other answer", show=False),
        Binding("right", "app.focus_next", "Other answer", show=False),
        Binding("up", "scroll('up')", "Scroll", show=False),
        Binding("down", "scroll('down')", "Scroll", show=False),
        Binding("pageup", "scroll('page_up')", "Scroll", show=False),
        Binding("pagedown", "scroll('page_down')", "Scroll", show=False),
        Binding("home", "scroll('home')", "Beginning", show=False),
        Binding("end", "scroll('end')", "End", show=False),
    ]

    lines = query_one(ArgumentLines)
    head = query_one("#approval-head", Static)
    facts = query_one("#approval-rows", Static)

    def __init__(
        self, prepared: PreparedCall, verdict: Verdict, hermes: HermesDecision, endpoint: str, seconds: float = 300
    ) -> None:
        """``seconds`` is how long there is to answer."""
        super().__init__()
        self._prepared, self._verdict, self._hermes, self._endpoint = prepared, verdict, hermes, endpoint
        self._seconds = seconds
        self._until = time.monotonic() + seconds

    def compose(self) -> ComposeResult:
        """Question, facts, arguments, answers."""
        with Vertical(classes="dialog -approval"):
            yield Static(id="approval-head")
            yield Static(id="approval-rows")
            yield ArgumentLines(self._prepared.arguments)
            yield Static(id="approval-digest")
            with Horizontal(id="approval-answers"):
                yield Button(assemble("Deny ", ("d", "dim")), id="deny")
                yield Button(assemble("Allow once ", ("o", "dim")), id="allow")
            yield Static(_keys(), id="approval-keys")

    def on_mount(self) -> None:
        """The safe answer has the focus; the clock runs."""
        self.query_one("#deny").focus()
        self._until = time.monotonic() + self._seconds
        self.set_timer(self._seconds, self._late)
        self.set_interval(1.0, self._tick)

    def _late(self) -> None:
        self.dismiss(None)

    def on_resize(self) -> None:
        """Everything is as wide as the dialog."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        width = max(20, self.facts.size.width)
        facts = rows(self._prepared, self._verdict, self._hermes, self._endpoint, width)
        self.facts.update(stack(facts))
        self.query_one("#approval-digest", Static).update(digest_line(self._prepared, width))
        self._tick()

    def _tick(self) -> None:
        width = max(20, self.head.size.width)
        self.head.update(question(self._prepared, self._verdict, self._until - time.monotonic(), width))

    def action_answer(self, allowed: bool) -> None:
        """Give an answer."""
        self.dismiss(allowed)

    def action_scroll(self, way: str) -> None:
        """Move through the arguments while an answer has the focus."""
        getattr(self.lines, f"scroll_{way}")(animate=False)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "allow")
