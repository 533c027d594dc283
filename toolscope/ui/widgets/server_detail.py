"""The chosen server beside the manifest: its life line and its dearest tools."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from toolscope.connections.state import ServerStatus
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.life import life_lines, source_line
from toolscope.ui.present.text import assemble, plural, spread, stack
from toolscope.ui.present.tools import Priced, dearest


class ServerDetail(Widget):
    """One server in as many lines as there are."""

    DEFAULT_CSS = "ServerDetail { padding: 0 2; }"

    survey: reactive[Survey] = reactive(Survey)
    server: reactive[str | None] = reactive(None)

    _priced: Priced | None = None

    def render(self) -> Content:
        """Name, life line, tools."""
        status = self.survey.status(self.server) if self.server is not None else None
        return stack(self._lines(status)) if status else Content()

    def _lines(self, status: ServerStatus) -> list[Content]:
        width, survey = self.size.width, self.survey
        priced = self._tools_of(status.name)
        share = priced.share
        named = (f"  {plural(share.tools, 'tool')}" if status.state.listed else f"  {status.state}", "$soft")
        heading = assemble((one_line(status.name), "bold $ink"), named)
        lines = [spread(heading, ("⏎ opens", "$soft"), width), Content()]
        lines += life_lines(survey, status, share, width)
        lines += [source_line(status).truncate(width, ellipsis=True), Content()]
        rest = max(3, self.size.height - len(lines))
        if priced.ranked:
            return [*lines, *dearest(survey, priced, width, rest)]
        return [*lines, *(assemble((line, "$soft")) for line in status.stderr_tail[-rest:])]

    def _tools_of(self, server: str) -> Priced:
        catalog, known = self.survey.catalog, self._priced
        if known is None or known.catalog is not catalog or known.server != server:
            self._priced = known = Priced.of(catalog, server)
        return known
