"""The model's console: what a model would send to the bridge, typed, and exactly what it would read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from toolscope.catalog.bridge import BRIDGE_TOOLS, BridgeTool
from toolscope.config.profiles import Profile
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.messages import CallAsked, CallCancelAsked, CopyAsked
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.console import (
    Sent,
    Turn,
    answer,
    cost_line,
    count_exactly,
    read,
    reply_of,
    sample,
)
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.console_reply import ConsoleReply
from toolscope.ui.widgets.sent_area import SentArea

_SEND = "send it as a model would; a call is checked and asked about like any other"


class ConsoleScreen(ModalScreen[None]):
    """Keeps the turns of a session; a call is posted to the app, which tells how it ended through ``heard``."""

    CSS_PATH = ["console.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-medium")]
    HELP_TITLE = "Model's console"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "send", "Send", key_display="F9", priority=True, tooltip=_SEND),
        Binding("f6", "tool", "Bridge tool", key_display="F6", priority=True, tooltip="the next of the three"),
        Binding("f7", "indent", "Indent", key_display="F7", priority=True, tooltip="the reply indented, or as it is"),
        Binding("ctrl+o", "copy", "Copy reply", key_display="^o", priority=True, tooltip="copy what the model reads"),
        Binding("escape", "leave", "Close", key_display="Esc", tooltip="stop the running call, or leave"),
        Binding("tab", "app.focus_next", "Other side", show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", "Other side", show=False, priority=True),
    ]

    area = query_one(SentArea)
    reply = query_one(ConsoleReply)

    def __init__(self, moment: Callable[[], Survey], turns: list[Turn], busy: Callable[[], bool]) -> None:
        """``moment`` gives the survey as it is now; ``turns`` are kept by the caller; ``busy``: another call runs."""
        super().__init__()
        self._moment, self._turns, self._busy = moment, turns, busy
        self.tool: BridgeTool = "tool_search"
        self._at = len(turns)
        """Which turn's text is shown; one past the last is a new one."""
        self._waiting = False

    def compose(self) -> ComposeResult:
        """Title, two sides, keys."""
        with Vertical(id="console"):
            yield Static(id="console-title")
            with Horizontal(id="console-sides"):
                with Vertical(id="console-sent"):
                    yield Static(id="console-sent-head")
                    yield Static(id="console-tool")
                    yield SentArea(sample(self.tool, self._profile, self._example), soft_wrap=True)
                    yield Static(id="console-wrong", markup=False)
                with Vertical(id="console-got"):
                    yield Static(id="console-got-head")
                    yield ConsoleReply()
            yield Static(_keys(), id="console-keys")

    def on_mount(self) -> None:
        """Type at once."""
        self.area.focus()
        self.area.move_cursor(self.area.document.end)
        self.reply.said = "F9 sends it. Nothing reaches a server but a valid, allowed tool_call."

    @property
    def _profile(self) -> Profile:
        return self._moment().settings.profile

    @property
    def _example(self) -> str | None:
        return next((tool.name for tool in self._moment().catalog.deferred), None)

    # what is shown

    def on_resize(self) -> None:
        """Heads are as wide as their side."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        if not self.is_mounted:
            return
        turn = self._turns[-1] if self._turns else None
        typed, sent = self.area.text, turn.sent.text if turn else None
        exact = turn.exact if turn else None
        head = self.query_one("#console-sent-head", Static)
        known = exact[0] if exact and sent == typed else None
        counting = sent == typed and exact is None and turn is not None
        head.update(cost_line("What a model sends", typed, known, counting, max(20, head.size.width)))
        got = self.query_one("#console-got-head", Static)
        reply = turn.reply if turn else None
        answered = exact[1] if exact else None
        got.update(cost_line("What it gets", reply, answered, exact is None, max(20, got.size.width)))
        title = assemble(("Model's console", "bold $ink"), (f"   {self._profile.name}", "$soft"))
        self.query_one("#console-title", Static).update(title)
        self.query_one("#console-tool", Static).update(_tools(self.tool))

    def _show_reply(self) -> None:
        turn = self._turns[-1] if self._turns else None
        self.reply.text = turn.reply if turn else None
        self.reply.said = "The call runs; its answer comes here. Esc stops it." if turn and turn.waits else ""
        self.reply.rebuild()
        self.reply.scroll_home(animate=False)
        self._paint()

    # typing

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.query_one("#console-wrong", Static).update("")
        self._paint()

    @on(SentArea.OtherAsked)
    def _other(self, message: SentArea.OtherAsked) -> None:
        message.stop()
        at = max(0, min(self._at + message.step, len(self._turns)))
        if at == self._at:
            return
        self._at = at
        if at < len(self._turns):
            self.tool = self._turns[at].sent.tool
            self._write(self._turns[at].sent.text)
        else:
            self._write(sample(self.tool, self._profile, self._example))

    def _write(self, text: str) -> None:
        self.area.load_text(text)
        self.area.move_cursor(self.area.document.end)
        self._paint()

    def action_tool(self) -> None:
        """The next bridge tool; an untouched sample becomes its sample."""
        untouched = self.area.text in {"", sample(self.tool, self._profile, self._example)}
        self.tool = BRIDGE_TOOLS[(BRIDGE_TOOLS.index(self.tool) + 1) % len(BRIDGE_TOOLS)]
        if untouched:
            self._write(sample(self.tool, self._profile, self._example))
        self._paint()

    # sending

    @work(exclusive=True, group="send", description="sends what a model would")
    async def action_send(self) -> None:
        """Send what stands there."""
        if self._waiting or self._busy():
            self.notify("Another call runs: wait for it, or stop it.", severity="warning")
            return
        sent = read(self.area.text, self.tool)
        if not isinstance(sent, Sent):
            self.query_one("#console-wrong", Static).update(f"✕ {sent}")
            return
        self.tool = sent.tool
        survey = self._moment()
        found = await in_thread(partial(answer, survey, sent))
        self._turns.append(Turn(sent, survey.settings.profile))
        self._at = len(self._turns)
        if isinstance(found, str):
            self._answered(found)
        else:
            self._waiting = True
            self._show_reply()
            self.post_message(CallAsked(found))

    def heard(self, record: CallRecord) -> None:
        """News of a call; the end of the one that was sent from here is the model's answer."""
        if self._waiting and not record.running:
            self._waiting = False
            self._answered(reply_of(record))

    def _answered(self, reply: str) -> None:
        self._turns[-1] = replace(self._turns[-1], reply=reply)
        self._show_reply()
        self._count(len(self._turns) - 1)

    @work(group="count", description="counts a turn")
    async def _count(self, at: int) -> None:
        exact = await in_thread(partial(count_exactly, self._turns[at]))
        self._turns[at] = replace(self._turns[at], exact=exact)
        self._paint()

    # keys

    def action_indent(self) -> None:
        """Indented or as it is."""
        self.reply.indented = not self.reply.indented
        self.reply.rebuild()

    def action_copy(self) -> None:
        """The reply exactly as the model reads it."""
        if self.reply.text is not None:
            self.post_message(CopyAsked(self.reply.text, "what the model reads"))

    def action_leave(self) -> None:
        """Stop the running call, or leave."""
        if self._waiting:
            self.post_message(CallCancelAsked())
        else:
            self.dismiss(None)


def _tools(chosen: BridgeTool) -> Content:
    """The three bridge tools, the chosen one raised."""
    parts = [(f" {tool} ", "bold $ink on $raised" if tool == chosen else "$soft") for tool in BRIDGE_TOOLS]
    return assemble(("F6 ", "$soft"), *parts)


def _keys() -> Content:
    keys = (("F9", "send"), ("↑ ↓", "sent before"), ("F7", "indent"), ("^o", "copy reply"), ("Esc", "close"))
    return assemble(*(part for key, words in keys for part in ((key, "$here"), (f" {words}   ", "$soft"))))
