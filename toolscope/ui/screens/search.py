"""The Search tab: what its keys do."""

from __future__ import annotations

import json
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import Input

from toolscope.retrieval.absence import expected
from toolscope.retrieval.payload import arguments
from toolscope.survey import Survey
from toolscope.ui.messages import CopyAsked, ToolOpened
from toolscope.ui.present.expect import expecting, question
from toolscope.ui.present.former import former_offers
from toolscope.ui.present.pick import Offers
from toolscope.ui.present.search_note import next_limit
from toolscope.ui.screens.live_search import LiveSearch
from toolscope.ui.screens.payload import PayloadScreen
from toolscope.ui.screens.pick import PickScreen
from toolscope.ui.screens.releases import ReleasesScreen, Shelf
from toolscope.ui.screens.tool_pick import ToolPickScreen
from toolscope.ui.widgets.query_line import QueryLine
from toolscope.ui.widgets.query_list import QueryList
from toolscope.ui.widgets.query_results import QueryResults
from toolscope.ui.widgets.why import WhyPane


class SearchPane(LiveSearch):
    """Queries as a model would ask them, and the reasons for what they find."""

    HELP_TITLE = "Search"
    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, so that what is typed right after it goes into the new line.
        Binding("ctrl+n", "add", "New query", key_display="^n", priority=True, tooltip="one more query in the call"),
        Binding("f6", "why", "Why", key_display="F6", tooltip="to the reasons, and back"),
        Binding("f7", "expect", "Expect a tool", key_display="F7", tooltip="the tool it ought to find"),
        Binding("f8", "payload", "JSON", key_display="F8", tooltip="what a model gets, exactly"),
        Binding("ctrl+y", "releases", "Releases", key_display="^y", tooltip="each release of Hermes side by side"),
        Binding("ctrl+r", "former", "Earlier", key_display="^r", tooltip="the queries of this run"),
        Binding("ctrl+l", "limit", "Limit", key_display="^l", tooltip="ask for more or fewer matches"),
        Binding("ctrl+o", "copy", "Copy call", key_display="^o", tooltip="copy the queries as tool_search JSON"),
        Binding("ctrl+g", "ease", "Without the gate", key_display="^g", tooltip="drop what lets nothing in"),
        Binding("escape", "back", "Matches, or the query", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shelf = Shelf()

    async def _reword(self, queries: tuple[str, ...]) -> None:
        """Put another wording; further queries get lines of their own."""
        line = self.chosen
        if line is None or not queries:
            return
        self.remove_class("-why")
        self.queries.former = self.queries.former.seen(line.query_text)
        line.input.take(queries[0])
        for query in queries[1:]:
            await self.queries.add(query)
        line.input.focus()

    # messages

    @on(QueryLine.Changed)
    @on(QueryList.Chosen)
    def _changed(self, message: QueryLine.Changed | QueryList.Chosen) -> None:
        self.run(message.line)
        self.explain()

    @on(QueryResults.Picked)
    @on(WhyPane.Picked)
    def _picked(self, message: QueryResults.Picked | WhyPane.Picked) -> None:
        if self.chosen is not None:
            self.chosen.pick(message.name)
            self.explain()

    @on(QueryResults.Opened)
    def _opened(self, message: QueryResults.Opened) -> None:
        if self.survey.catalog.find(message.name) is not None:
            self.post_message(ToolOpened(message.name))

    @on(QueryResults.Offered)
    @on(WhyPane.Offered)
    async def _offered(self, message: QueryResults.Offered | WhyPane.Offered) -> None:
        await self._reword(message.queries)

    @on(Input.Submitted)
    async def _submitted(self, message: Input.Submitted) -> None:
        """Enter takes what is marked with its sign, or opens what was found."""
        message.stop()
        answer, line = self.explained(), self.chosen
        if answer is None or line is None:
            return
        result = answer.found.result
        if answer.better:
            await self._reword(answer.better)
        elif result.hits:
            picked = line.picked if line.picked in result.ranks else None
            self.post_message(ToolOpened(picked or result.hits[0].tool.name))

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing are not offered."""
        if action == "copy":
            return any(text.strip() for text in self.queries.texts)
        return action != "ease" or (self.found is not None and bool(self.found.offer))

    async def action_add(self) -> None:
        """Another query."""
        self.run(await self.queries.add())

    def action_why(self) -> None:
        """To the explanation and back; where there is one column it takes the place of the queries."""
        if self.why_pane.has_focus:
            self.action_back()
            return
        self.add_class("-why")
        self.explained()
        self.why_pane.focus()

    def action_back(self) -> None:
        """From the query to its matches; from anywhere else to the query."""
        self.remove_class("-why")
        line = self.chosen
        if line is not None and line.input.has_focus and line.results.names:
            line.results.focus()
        elif line is not None:
            line.input.focus()

    async def action_ease(self) -> None:
        """Drop the words that let nothing in."""
        await self._reword(self.found.offer if self.found else ())

    def action_payload(self) -> None:
        """Show the JSON."""
        if (answer := self.explained()) is None or answer.given is None:
            self.notify("Type a query first: then there is something to show.")
        else:
            self.app.push_screen(PayloadScreen(answer.given.value, answer.given.text))

    def action_releases(self) -> None:
        """The chosen query in every release."""
        line, found, bench = self.chosen, self.found, self.bench
        if line is None or found is None or bench is None or found.blank:
            self.notify("Type a query first: then there is something to compare.")
            return
        about = (found.result.query, self.limit, line.picked or line.wanted)
        self.app.push_screen(ReleasesScreen(self._shelf, bench, self.config.origins, *about))

    def action_limit(self) -> None:
        """Ask for another number of matches: the default, ten, all that a release gives."""
        self.limit = next_limit(self.survey.settings, self.limit)
        self.prepare()

    def action_copy(self) -> None:
        """Copy what a model writes to ask this."""
        found, bench = self.found, self.bench
        if found is not None and bench is not None:
            asked = bench.asked(found, self.queries.texts)
            call = json.dumps(arguments(self.survey.settings.profile, asked, self.limit))
            self.post_message(CopyAsked(call, "the queries as tool_search JSON"))

    @work(exclusive=True, group="pick")
    async def action_former(self) -> None:
        """Choose a query of this run again."""
        bench = self.bench
        if bench is None or not self.queries.former.queries:
            self.notify("No query was asked yet.")
            return
        offers = former_offers(self.queries.former, lambda query: bench.look(query, None, self.limit))
        query = await self.app.push_screen_wait(PickScreen("Which query again?", "part of it", offers))
        if query is not None:
            await self._reword((query,))

    @work(exclusive=True, group="pick")
    async def action_expect(self) -> None:
        """Choose the tool that the chosen query ought to find."""
        line, found = self.chosen, self.found
        if line is None or found is None:
            return

        def offers(survey: Survey) -> Offers:
            result = (self.found or found).result
            return expecting(survey.settings.profile, survey.catalog, result, line.wanted is not None)

        hint = "part of its name, or server/tool"
        screen = ToolPickScreen(question(found.result), hint, self, self.survey, offers)
        name = await self.app.push_screen_wait(screen)
        if name is not None:
            tool = expected(self.survey.catalog, name)
            line.wanted = tool.name if tool else name or None
            line.pick(line.wanted)
            self.run(line)
            self.explain()
