"""The Call tab: a form or JSON, what would be sent, then what came back.

CallEmpty      nothing is chosen
CallDraft      the draft as form or JSON; what would be sent, what decides      one of these three
CallResults    the calls made so far; one result
"""

from __future__ import annotations

from typing import ClassVar, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.getters import query_one
from textual.reactive import reactive, var

from toolscope.canonical import Json
from toolscope.config.hooks import Hook
from toolscope.config.model import Guardrail
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.messages import CallAsked, CallCancelAsked, CopyAsked
from toolscope.ui.present.calls import CallRecord, again, reader
from toolscope.ui.present.console import Turn
from toolscope.ui.screens.console import ConsoleScreen
from toolscope.ui.screens.picking import pick_tool, pick_value
from toolscope.ui.screens.remembering import Remembering
from toolscope.ui.screens.rules import RulesScreen
from toolscope.ui.screens.save import ask_and_save
from toolscope.ui.widgets.call_draft import CallDraft
from toolscope.ui.widgets.call_editor import CallHead
from toolscope.ui.widgets.call_empty import CallEmpty
from toolscope.ui.widgets.call_results import CallResults
from toolscope.ui.widgets.choice import Choice
from toolscope.ui.widgets.prepared import RunChip

_AS_COMMAND = "copy as toolscope command"
_AS_JSON = "copy as tool_call JSON"
_RULES = "what would happen with every tool, and by which rule"
_CONSOLE = "type what a model would send, read what it would get"


class CallPane(Vertical):
    """Calls deferred tools by hand. The app answers ``CallAsked`` and tells what becomes of it."""

    HELP_TITLE = "Call"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "run", "Run", key_display="F9", priority=True, tooltip="run the call, if it may run"),
        Binding("f6", "switch", "Form or JSON", key_display="F6", priority=True),
        Binding("f7", "pick", "Tool", key_display="F7", priority=True, tooltip="pick a tool to call"),
        Binding("f8", "results", "Results", key_display="F8", priority=True, tooltip="the calls made so far"),
        Binding("f8", "draft", "Form", key_display="F8", priority=True, tooltip="back to the form"),
        Binding("ctrl+o", "copy('command')", "As command", key_display="^o", priority=True, tooltip=_AS_COMMAND),
        Binding("ctrl+r", "rules", "Rules", key_display="^r", priority=True, tooltip=_RULES),
        Binding("ctrl+g", "copy('json')", "As tool_call", show=False, priority=True, tooltip=_AS_JSON),
        Binding("ctrl+l", "console", "Console", key_display="^l", priority=True, tooltip=_CONSOLE),
        Binding("escape", "cancel", "Cancel", key_display="Esc", tooltip="stop the running call"),
        Binding("escape", "leave", "Back", show=False, tooltip="back to the form"),
    ]

    survey: var[Survey] = var(Survey)
    guardrail: var[Guardrail] = var(Guardrail)
    hooks: var[tuple[Hook, ...]] = var(())
    view: reactive[Literal["empty", "draft", "results"]] = reactive("empty")

    empty = query_one(CallEmpty)
    draft = query_one(CallDraft)
    results = query_one(CallResults)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turns: list[Turn] = []
        self._model: ConsoleScreen | None = None
        self._kept = Remembering(self, lambda: self.results)

    def compose(self) -> ComposeResult:
        """Three views, of which one is seen."""
        yield CallEmpty().data_bind(CallPane.survey)
        yield CallDraft().data_bind(CallPane.survey, CallPane.guardrail)
        yield CallResults()

    def on_mount(self) -> None:
        """Nothing is chosen yet; the calls of earlier runs are looked up."""
        self.watch_view()
        self._kept.read()

    def open(self, name: str, arguments: Json = None) -> None:
        """Open a tool by its model-visible name, with arguments to fill in."""
        tool = self.survey.catalog.find(name)
        if tool is None:
            self.notify(f"{one_line(name, 80)}: no such tool in this session.", severity="warning", markup=False)
            return
        within = self.has_focus_within
        self.view = "draft"
        self.draft.open(tool, dict(arguments) if isinstance(arguments, dict) else None, within)

    @on(CallDraft.OtherTool)
    def _other_tool(self, message: CallDraft.OtherTool) -> None:
        message.stop()
        self.open(message.name, message.arguments)

    # views

    def watch_view(self) -> None:
        """Show one view; what is hidden cannot be focused."""
        if not self.children:
            return  # not composed yet
        shown = {"empty": self.empty, "draft": self.draft, "results": self.results}
        for name, part in shown.items():
            part.display = name == self.view
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that do something are offered."""
        if action in ("draft", "results"):
            return (self.view == "results") == (action == "draft") and bool(self.results.records)
        if action in ("run", "switch"):
            return self.view == "draft"
        if action == "copy":
            return self.view != "empty"
        if action in ("cancel", "leave"):
            running = self.view == "results" and self.results.running is not None
            return running == (action == "cancel")
        return True

    def action_results(self) -> None:
        """To the results."""
        self.view = "results"
        self.call_after_refresh(self.results.history.rows.focus)

    def action_draft(self) -> None:
        """Back to the form."""
        chosen = self.draft.tool is not None
        self.view = "draft" if chosen else "empty"
        self.call_after_refresh(self.draft.focus_first if chosen else self.empty.focus)

    def action_cancel(self) -> None:
        """Stop the running call."""
        self.post_message(CallCancelAsked())

    def action_leave(self) -> None:
        """Back to the form."""
        if self.view == "results":
            self.action_draft()
        elif self.draft.sent:
            self.draft.show_sent(False)

    @on(CallHead.Switched)
    async def action_switch(self) -> None:
        """Form or JSON."""
        why = await self.draft.switch()
        if why:
            self.notify(why, severity="warning", markup=False)

    # calling

    @on(RunChip.Pressed)
    @work(exclusive=True, group="run")
    async def action_run(self) -> None:
        """Run the call as it stands, if it may; on a narrow screen show first what would be sent."""
        if (judged := await self.draft.judge()) is None:
            return
        missing = judged.waits is not None and self.draft.go_to_waiting(judged)
        if self.screen.has_class("-narrow") and not self.draft.sent and not missing:
            self.draft.show_sent(True)
        elif judged.waits:
            self.notify(judged.waits, severity="warning", markup=False)
        else:
            self.post_message(CallAsked(judged.prepared))

    def progressed(self, progress: float, total: float | None, message: str | None) -> None:
        """The server says how far it is."""
        self.results.progressed(progress, total, message)

    def finished(self, record: CallRecord) -> None:
        """The call is over, one way or another."""
        self.started(record)
        self._kept.add(record)

    def action_console(self) -> None:
        """Open the model's console; its turns are kept for the next time."""
        self._model = ConsoleScreen(lambda: self.survey, self._turns, lambda: self.results.running is not None)
        self.app.push_screen(self._model)

    def started(self, record: CallRecord) -> None:
        """The call runs, or there is news of it."""
        self.results.put(record)
        if self._model is not None and self._model.is_attached:
            self._model.heard(record)
        self.draft.busy = self.results.running is not None
        self.refresh_bindings()
        self.draft.sent = False
        if self.view != "results":
            within = self.has_focus_within
            self.view = "results"
            if within:
                self.call_after_refresh(self.results.view.focus)

    @on(CallResults.ChangeAsked)
    def _change_history(self, message: CallResults.ChangeAsked) -> None:
        message.stop()
        self._kept.change(message.record)

    @on(CallResults.OpenAsked)
    def _open_asked(self, message: CallResults.OpenAsked) -> None:
        message.stop()
        self.open(message.name or reader(self.survey.catalog, message.server), message.arguments)
        if message.run and self.view == "draft":
            self.action_run()

    def action_rules(self) -> None:
        """What would happen with every tool."""
        self.app.push_screen(RulesScreen(self, self.survey, self.guardrail, self.hooks))

    # picking

    def action_pick(self) -> None:
        """Pick a tool."""
        chosen = self.draft.tool.name if self.draft.tool else None
        pick_tool(self, self.survey, chosen, self.open)

    @on(Choice.ListAsked)
    def _list_asked(self, message: Choice.ListAsked) -> None:
        message.stop()
        pick_value(self.app, message.choice)

    # copying and saving

    def action_copy(self, form: str) -> None:
        """Copy the shown call, or the draft: as a ``command``, or as a model's ``json``."""
        record, tool = self.results.view.record, self.draft.tool
        arguments: Json = self.draft.editor.draft.arguments
        if self.view == "results" and record is not None:
            tool, arguments = record.prepared.tool, record.prepared.given
        if tool is None:
            return
        config = self.survey.config(tool.server)
        self.post_message(CopyAsked(*again(form, config, self.survey.settings.profile, tool.name, arguments)))

    @on(CallResults.SaveAsked)
    def _save_asked(self, message: CallResults.SaveAsked) -> None:
        message.stop()
        ask_and_save(self.app, message.record, message.block)
