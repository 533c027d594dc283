"""May this call run? Everything that matters for the answer, and the answers there are; silence is a no."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
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
from toolscope.config.model import ConfigError
from toolscope.config.rules import RuleChange
from toolscope.invocation.guardrail import HermesDecision
from toolscope.invocation.hooks import directive
from toolscope.invocation.passage import Answer, Passage
from toolscope.ui.present.approval import argument_lines, digest_line, question, rows
from toolscope.ui.present.text import assemble, stack
from toolscope.ui.screens.ask import AskScreen
from toolscope.ui.screens.rule import RuleScreen
from toolscope.ui.widgets.line_view import LineView


class ArgumentLines(LineView, can_focus=False):
    """The arguments in full."""

    def __init__(self, arguments: Json) -> None:
        super().__init__()
        self._arguments = arguments

    def build(self, width: int) -> Sequence[Content | str]:
        """Every line of them."""
        return argument_lines(self._arguments, width)


_KEYS = (("↑ ↓ PgUp PgDn", "scroll"), ("← →", "other answers"), ("Esc", "denies"))
_ANSWERS: tuple[tuple[str, str, str], ...] = (
    ("deny", "Deny", "d"),
    ("why", "Say why", "w"),
    ("once", "Allow once", "o"),
    ("session", "This session", "s"),
    ("always", "Always", "a"),
)
"""Each answer with its button and its key."""


class ApprovalScreen(ModalScreen[Answer | None]):
    """Returns what was answered; ``None`` when nobody answered in time, which is a no."""

    CSS_PATH = ["dialogs.tcss", "approval.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Approval"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,d", "answer('deny')", "Deny", key_display="d"),
        Binding("w", "answer('why')", "Deny, say why", tooltip="deny it with a message for whoever called"),
        Binding("o", "answer('once')", "Allow once"),
        Binding("s", "answer('session')", "For this session", tooltip="this version of the tool, any arguments"),
        Binding("a", "answer('always')", "Always", tooltip="write a rule; it is shown first"),
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
        self,
        passage: Passage,
        hermes: HermesDecision,
        endpoint: str,
        always: Callable[[Passage], RuleChange],
        seconds: float = 300,
    ) -> None:
        """``always`` makes the rule that would allow it from now on; ``seconds`` is how long there is to answer."""
        super().__init__()
        self._passage, self._hermes, self._endpoint, self._always = passage, hermes, endpoint, always
        self._seconds = seconds
        self._until = time.monotonic() + seconds

    def compose(self) -> ComposeResult:
        """Question, facts, arguments, answers."""
        with Vertical(classes="dialog -approval"):
            yield Static(id="approval-head")
            yield Static(id="approval-rows")
            yield ArgumentLines(self._passage.prepared.arguments)
            yield Static(id="approval-digest")
            with Horizontal(id="approval-answers"):
                for name, words, key in _ANSWERS:
                    yield Button(assemble(f"{words} ", (key, "dim")), id=name)
            keys = (part for key, words in _KEYS for part in ((key, "$here"), (f" {words}   ", "$soft")))
            yield Static(assemble(*keys), id="approval-keys")

    def on_mount(self) -> None:
        """The safe answer has the focus; the clock runs."""
        self.query_one("#deny").focus()
        self._until = time.monotonic() + self._seconds
        self.set_timer(self._seconds, self._late)
        self.set_interval(1.0, self._tick)

    async def _late(self) -> None:
        """Time is up, whatever is asked on top of this."""
        while not self.is_current:
            await self.app.pop_screen()
        self.dismiss(None)

    def on_resize(self) -> None:
        """Everything is as wide as the dialog."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        width = max(20, self.facts.size.width)
        self.facts.update(stack(rows(self._passage, self._hermes, self._endpoint, width)))
        self.query_one("#approval-digest", Static).update(digest_line(self._passage.prepared, width))
        self._tick()

    def _tick(self) -> None:
        width = max(20, self.head.size.width)
        passage = self._passage
        self.head.update(question(passage.prepared, passage.verdict, self._until - time.monotonic(), width))

    def action_answer(self, name: str) -> None:
        """Give an answer; some are asked about once more."""
        match name:
            case "why":
                ask = AskScreen("Why not? The message goes to whoever made the call.", "a reason", lambda text: "")
                self.app.push_screen(ask, self._said_why)
            case "always":
                self._show_rule()
            case "once" | "session" | "deny":
                self.dismiss(Answer(name))

    def _said_why(self, message: str | None) -> None:
        if message is not None:
            self.dismiss(Answer("deny", message))

    def _show_rule(self) -> None:
        try:
            if directive(self._passage.hooks).ask is not None:
                raise ConfigError("a hook asks here, so no rule can answer it; allow it for this session instead")
            change = self._always(self._passage)
        except ConfigError as error:
            self.notify(str(error), severity="warning", markup=False)
        else:
            self.app.push_screen(RuleScreen(change), self._ruled)

    def _ruled(self, written: bool | None) -> None:
        if written:
            self.dismiss(Answer("always"))

    def action_scroll(self, way: str) -> None:
        """Move through the arguments while an answer has the focus."""
        getattr(self.lines, f"scroll_{way}")(animate=False)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.action_answer(event.button.id or "deny")
