"""A call that is being prepared: the editor, and beside it what its draft comes to."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.getters import query_one
from textual.message import Message
from textual.reactive import reactive, var

from toolscope.canonical import Json
from toolscope.catalog.tool import Tool
from toolscope.config.model import Guardrail
from toolscope.plain import Plain
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.present.judging import judge
from toolscope.ui.present.prepared import Judged
from toolscope.ui.present.tool_call import unwrap
from toolscope.ui.widgets.call_editor import CallEditor
from toolscope.ui.widgets.prepared import PreparedView

_PAUSE = 0.06
"""Seconds without a key before a draft is judged."""


class CallDraft(Horizontal):
    """Follows the survey: when the tool changes, the form does, and what was typed stays."""

    @dataclass
    class OtherTool(Message):
        """A ``tool_call`` of another tool was pasted."""

        name: str
        arguments: dict[str, Json] = field(default_factory=dict)

    survey: var[Survey] = var(Survey)
    guardrail: var[Guardrail] = var(Guardrail)
    busy: reactive[bool] = reactive(False)
    """Another call runs."""
    sent: reactive[bool] = reactive(False, toggle_class="-sent")
    """On a narrow screen: what would be sent is shown instead of the editor."""

    editor = query_one(CallEditor)
    prepared = query_one(PreparedView)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.judged: Judged | None = None
        self._focus_wanted = False
        """Whether the focus belongs here once the form is there."""

    def compose(self) -> ComposeResult:
        """Editor left, result of the draft right."""
        yield CallEditor()
        yield PreparedView()

    def on_mount(self) -> None:
        """The editor can look into a pasted call."""
        self.editor.unwrap = self._unwrap

    @property
    def tool(self) -> Tool | None:
        """The tool that would be called."""
        return self.editor.tool

    def open(self, tool: Tool, arguments: dict[str, Json] | None, focus: bool = False) -> None:
        """Start a draft, and put the focus into it if it is anywhere here, or in any case."""
        self._focus_wanted |= focus
        self.judged, self.sent = None, False
        self.editor.begin(tool, arguments)
        self._paint_editor()

    @work(exclusive=True, group="paint")
    async def _paint_editor(self) -> None:
        before = self.has_focus_within
        await self.editor.paint()
        if not self._stands:
            return
        if before or self._focus_wanted or self.has_focus_within or self.screen.focused is None:
            self.focus_first()
        self._focus_wanted = False

    def focus_first(self) -> None:
        """Put the focus where one types, or where one reads when there is nothing to type."""
        if self.sent or not self.editor.focus_first():
            self.prepared.view.focus()

    async def switch(self) -> Plain | None:
        """The other view of the draft; or why it stays this one."""
        self.sent = False
        why = await self.editor.switch()
        self.focus_first()
        return why

    def show_sent(self, sent: bool) -> None:
        """On a narrow screen: to what would be sent, or back."""
        self.sent = sent
        self.call_after_refresh(self.focus_first)

    def go_to_waiting(self, judged: Judged) -> bool:
        """Put the focus on the field that the call waits for; whether there is one."""
        row = self.editor.waiting_row(judged)
        if row is not None:
            self.sent = False
            self.call_after_refresh(row.focus_control)
        return row is not None

    # news

    def watch_sent(self, sent: bool) -> None:
        """The chip says what F9 does next."""
        if self.is_mounted:
            self.prepared.chip.again = sent

    def watch_survey(self, before: Survey, survey: Survey) -> None:
        """The tool as it is now."""
        same = survey.catalog is before.catalog and survey.statuses == before.statuses
        if self.tool is None or same or not self.is_mounted:
            return
        now = survey.catalog.find(self.tool.name)
        if now is not None and now.registry_schema != self.tool.registry_schema:
            self.editor.begin(now, self.editor.draft.arguments, self.editor.mode)
            self._paint_editor()
        elif now is not None:
            self.editor.tool = now
        self._judge_soon()

    def watch_guardrail(self) -> None:
        """Other rules."""
        self._judge_soon()

    def watch_busy(self) -> None:
        """A call began or ended."""
        self._judge_soon()

    @on(CallEditor.Changed)
    def _changed(self, message: CallEditor.Changed) -> None:
        message.stop()
        target = message.draft.target
        if target is not None and self.tool is not None and target != self.tool.name:
            self.post_message(self.OtherTool(target, message.draft.arguments))
        else:
            self._judge_soon()

    def _unwrap(self, value: Json) -> tuple[str, dict[str, Json]] | None:
        if self.tool is None:
            return None
        return unwrap(self.survey.settings.profile, self.survey.catalog, self.tool, value)

    # judging

    def _judge_soon(self) -> None:
        if self.is_mounted and self.tool is not None:
            self._judge_later()

    @work(exclusive=True, group="judge")
    async def _judge_later(self) -> None:
        await asyncio.sleep(_PAUSE)
        await self.judge()

    @property
    def _stands(self) -> bool:
        """Whether the parts are still there: they go first when the app is left."""
        return bool(self.query(PreparedView)) and bool(self.query(CallEditor))

    async def judge(self) -> Judged | None:
        """Look at the draft as it is now, from all sides."""
        while (tool := self.tool) is not None and self._stands:
            draft = self.editor.draft
            judged = await in_thread(partial(judge, self.survey, self.guardrail, tool, draft, self.busy))
            if self._stands and tool is self.tool and draft is self.editor.draft:
                self.judged = judged
                self.prepared.show(judged)
                self.editor.annotate(judged)
                return judged
        return None
