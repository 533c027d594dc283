"""Queries and their reasons, kept up to date with the survey: what is found at once, why a moment later.

QueryList       one query a line, live, each with what it finds
WhyPane         why the chosen or expected tool is where it is, what would find it, what a model gets
"""

from __future__ import annotations

import asyncio
from functools import partial

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import var

from toolscope.config.model import Config
from toolscope.survey import Survey
from toolscope.ui.background import in_thread, keep
from toolscope.ui.present.bench import Answer, Bench
from toolscope.ui.present.found import Found
from toolscope.ui.present.search_note import note
from toolscope.ui.widgets.query_line import QueryLine
from toolscope.ui.widgets.query_list import QueryList
from toolscope.ui.widgets.why import WhyPane

_SETTLE = 0.06
"""Seconds without a key after which a query is explained."""


class LiveSearch(Horizontal):
    """Searches as somebody types and as servers change; a subclass says what keys do."""

    survey: var[Survey] = var(Survey)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.queries = QueryList()
        self.why_pane = WhyPane()
        self.bench: Bench | None = None
        """What is searched, once it is indexed."""
        self._seen = False
        self.limit: int | None = None
        """How many matches a query asks for; ``None`` leaves it to the default."""
        self.config = Config()
        """What the session was opened with."""
        self.answer: Answer | None = None
        """What is explained, once it is."""

    def compose(self) -> ComposeResult:
        """Queries left, why right."""
        yield self.queries
        yield self.why_pane

    # the index

    def on_show(self) -> None:
        """The first sight of the tab builds the index."""
        self._seen = True
        self.prepare()

    def on_hide(self) -> None:
        """News can wait while nobody looks."""
        self._seen = False

    def watch_survey(self) -> None:
        """Search the new catalog."""
        if self._seen:
            self.prepare()

    def prepare(self) -> None:
        """Search everything again, with a new index where the tools are other ones."""
        bench = self.bench if self.bench is not None and self.bench.serves(self.survey) else None
        self.queries.say(note(self.survey, bench is None, self.limit))
        if bench is None:
            self._build(self.survey)
            return
        self.bench = bench.under(self.survey)
        for line in self.queries.lines:
            self.run(line)
        self.explain()

    @work(exclusive=True, group="index", description="indexes a catalog")
    async def _build(self, survey: Survey) -> None:
        """Index in a thread; what was found before stays on screen meanwhile."""
        self.bench = await in_thread(partial(Bench.of, survey, self.config.left_out))
        keep()
        self.prepare()

    # searching

    @property
    def chosen(self) -> QueryLine | None:
        """The query that is explained."""
        return self.queries.chosen

    @property
    def found(self) -> Found | None:
        """What it finds."""
        return self.queries.found

    def run(self, line: QueryLine) -> None:
        """Show what a line finds."""
        if self.bench is not None:
            line.show(self.bench.look(line.query_text, line.wanted, self.limit))
            self.refresh_bindings()

    @work(exclusive=True, group="why")
    async def explain(self) -> None:
        """Explain the chosen query in a thread, once the keys rest."""
        self.refresh_bindings()
        await asyncio.sleep(_SETTLE)
        bench, line, found = self.bench, self.chosen, self.found
        if bench is None or line is None or found is None:
            return
        lines = self.queries.lines
        await in_thread(partial(bench.learn, [line.found for line in lines if line.found is not None]))
        for unsure in lines:
            if unsure.found is not None and unsure.found.unknown:
                unsure.results.again()
        name, texts = line.picked or line.wanted, self.queries.texts
        answer = await in_thread(partial(bench.answer, found, name, texts, self.limit))
        if self.bench is bench and self.found is found:
            self._show(answer)
            self.queries.former = self.queries.former.seen(found.result.query)
            self._counted(await in_thread(answer.counted))

    def _counted(self, answer: Answer) -> None:
        """The exact cost of what a model gets comes a moment later."""
        if self.answer is not None and self.answer.found is answer.found and self.answer.why is answer.why:
            self._show(answer)

    def explained(self) -> Answer | None:
        """The answer to what stands there now, at once."""
        bench, line, found = self.bench, self.chosen, self.found
        if bench is None or line is None or found is None:
            return None
        if self.answer is None or self.answer.found is not found:
            self._show(bench.answer(found, line.picked or line.wanted, self.queries.texts, self.limit))
        return self.answer

    def _show(self, answer: Answer) -> None:
        self.answer = answer
        self.why_pane.show(answer.why, answer.given)
        if self.chosen is not None:
            self.chosen.explained(bool(answer.fix), bool(answer.better))
        self.refresh_bindings()
