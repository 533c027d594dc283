"""The Search tab.

QueryList       one query a line, live, each with what it finds
WhyPane         why the chosen or expected tool is where it is, what would find it, what a model gets
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.getters import query_one
from textual.reactive import var
from textual.widgets import Input

from toolscope.retrieval.absence import expected
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.messages import ToolOpened
from toolscope.ui.present.bench import Answer, Bench
from toolscope.ui.present.expect import expecting, question
from toolscope.ui.present.search import Found
from toolscope.ui.present.search_note import note
from toolscope.ui.screens.payload import PayloadScreen
from toolscope.ui.screens.pick import PickScreen
from toolscope.ui.widgets.query_line import QueryLine
from toolscope.ui.widgets.query_list import QueryList
from toolscope.ui.widgets.query_results import QueryResults
from toolscope.ui.widgets.why import WhyPane

_SETTLE = 0.06
"""Seconds without a key after which a query is explained."""


class SearchPane(Horizontal):
    """Queries as a model would ask them, and the reasons for what they find."""

    HELP_TITLE = "Search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "add", "New query", key_display="^n", tooltip="one more query in the call"),
        Binding("f6", "why", "Why", key_display="F6", tooltip="to the reasons, and back"),
        Binding("f7", "expect", "Expect a tool", key_display="F7", tooltip="the tool it ought to find"),
        Binding("f8", "payload", "JSON", key_display="F8", tooltip="what a model gets, exactly"),
        Binding("ctrl+g", "ease", "Without the gate", key_display="^g", tooltip="drop what lets nothing in"),
        Binding("escape", "back", "Matches, or the query", show=False),
    ]

    survey: var[Survey] = var(Survey)

    queries = query_one(QueryList)
    why_pane = query_one(WhyPane)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bench: Bench | None = None
        self._seen = False
        self.answer: Answer | None = None
        """What is explained, once it is."""

    def compose(self) -> ComposeResult:
        """Queries left, why right."""
        yield QueryList()
        yield WhyPane()

    # the index

    def on_show(self) -> None:
        """The first sight of the tab builds the index."""
        self._seen = True
        self._prepare()

    def on_hide(self) -> None:
        """News can wait while nobody looks."""
        self._seen = False

    def watch_survey(self) -> None:
        """Search the new catalog."""
        if self._seen:
            self._prepare()

    def _prepare(self) -> None:
        bench = self._bench if self._bench is not None and self._bench.serves(self.survey) else None
        self.queries.say(note(self.survey, building=bench is None))
        if bench is None:
            self._build(self.survey)
            return
        self._bench = bench.under(self.survey)
        for line in self.queries.lines:
            self._run(line)
        self._explain()

    @work(exclusive=True, group="index")
    async def _build(self, survey: Survey) -> None:
        """Index in a thread; what was found before stays on screen meanwhile."""
        self._bench = await in_thread(partial(Bench.of, survey))
        self._prepare()

    # searching

    @property
    def chosen(self) -> QueryLine | None:
        """The query that is explained."""
        return self.queries.chosen

    @property
    def found(self) -> Found | None:
        """What it finds."""
        return self.queries.found

    def _run(self, line: QueryLine) -> None:
        if self._bench is not None:
            line.show(self._bench.look(line.query_text, line.wanted))

    @work(exclusive=True, group="why")
    async def _explain(self) -> None:
        """Explain the chosen query in a thread, once the keys rest."""
        self.refresh_bindings()
        await asyncio.sleep(_SETTLE)
        bench, line, found = self._bench, self.chosen, self.found
        if bench is None or line is None or found is None:
            return
        lines = self.queries.lines
        await in_thread(partial(bench.learn, [line.found for line in lines if line.found is not None]))
        for unsure in lines:
            if unsure.found is not None and unsure.found.unknown:
                unsure.results.again()
        answer = await in_thread(partial(bench.answer, found, line.picked or line.wanted, self.queries.texts))
        if self._bench is bench and self.found is found:
            self._show(answer)

    def _explained(self) -> Answer | None:
        """The answer to what stands there now, at once."""
        bench, line, found = self._bench, self.chosen, self.found
        if bench is None or line is None or found is None:
            return None
        if self.answer is None or self.answer.found is not found:
            self._show(bench.answer(found, line.picked or line.wanted, self.queries.texts))
        return self.answer

    def _show(self, answer: Answer) -> None:
        self.answer = answer
        self.why_pane.show(answer.why, answer.given)
        if self.chosen is not None:
            self.chosen.results.apply_key = "^g" if answer.fix else "⏎"
        self.refresh_bindings()

    def _reword(self, query: str | None) -> None:
        if query is not None and self.chosen is not None:
            self.remove_class("-why")
            self.chosen.input.reword(query)
            self.chosen.input.focus()

    # messages

    @on(QueryLine.Changed)
    @on(QueryList.Chosen)
    def _changed(self, message: QueryLine.Changed | QueryList.Chosen) -> None:
        self._run(message.line)
        self._explain()

    @on(QueryResults.Picked)
    @on(WhyPane.Picked)
    def _picked(self, message: QueryResults.Picked | WhyPane.Picked) -> None:
        if self.chosen is not None:
            self.chosen.pick(message.name)
            self._explain()

    @on(QueryResults.Opened)
    def _opened(self, message: QueryResults.Opened) -> None:
        if self.survey.catalog.find(message.name) is not None:
            self.post_message(ToolOpened(message.name))

    @on(QueryResults.Offered)
    @on(WhyPane.Offered)
    def _offered(self, message: QueryResults.Offered | WhyPane.Offered) -> None:
        self._reword(message.query)

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        """Enter takes what is marked with its sign, or opens what was found."""
        message.stop()
        answer, line = self._explained(), self.chosen
        if answer is None or line is None:
            return
        result, better = answer.found.result, answer.fix or answer.found.easier
        if better is not None:
            self._reword(better)
        elif result.hits:
            picked = line.picked if line.picked in result.ranks else None
            self.post_message(ToolOpened(picked or result.hits[0].tool.name))

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing are not offered."""
        return action != "ease" or (self.found is not None and self.found.easier is not None)

    async def action_add(self) -> None:
        """Another query."""
        self._run(await self.queries.add())

    def action_why(self) -> None:
        """To the explanation and back; where there is one column it takes the place of the queries."""
        if self.why_pane.has_focus:
            self.action_back()
            return
        self.add_class("-why")
        self._explained()
        self.why_pane.focus()

    def action_back(self) -> None:
        """From the query to its matches; from anywhere else to the query."""
        self.remove_class("-why")
        line = self.chosen
        if line is not None and line.input.has_focus and line.results.names:
            line.results.focus()
        elif line is not None:
            line.input.focus()

    def action_ease(self) -> None:
        """Drop the words that let nothing in."""
        self._reword(self.found.easier if self.found else None)

    def action_payload(self) -> None:
        """Show the JSON."""
        if (answer := self._explained()) is None or answer.given is None:
            self.notify("Type a query first: then there is something to show.")
        else:
            self.app.push_screen(PayloadScreen(answer.given.value, answer.given.text))

    @work(exclusive=True, group="expect")
    async def action_expect(self) -> None:
        """Choose the tool that the chosen query ought to find."""
        line, found, survey = self.chosen, self.found, self.survey
        if line is None or found is None:
            return
        offers = expecting(survey.settings.profile, survey.catalog, found.result, line.wanted is not None)
        screen = PickScreen(question(found.result), "part of its name, or server/tool", offers)
        name = await self.app.push_screen_wait(screen)
        if name is not None:
            tool = expected(self.survey.catalog, name)
            line.wanted = tool.name if tool else name or None
            line.pick(line.wanted)
            self._run(line)
            self._explain()
