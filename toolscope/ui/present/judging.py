"""A draft looked at from all sides, as it would be if it were run now."""

from __future__ import annotations

from toolscope.catalog.tool import Tool
from toolscope.config.model import Guardrail
from toolscope.invocation.call import prepare
from toolscope.invocation.guardrail import decide, hermes
from toolscope.plain import Plain
from toolscope.survey import Survey
from toolscope.ui.present.draft import Draft
from toolscope.ui.present.prepared import Judged


def judge(survey: Survey, guardrail: Guardrail, tool: Tool, draft: Draft, busy: bool) -> Judged:
    """Coerce, check and decide; sends nothing. ``busy``: another call runs.

    Use a thread: some patterns take a second.
    """
    prepared = prepare(survey.settings.profile, tool, draft.arguments)
    status = survey.status(tool.server)
    would = hermes(survey.settings.profile, status.config.trust if status else "full", tool)
    return Judged(draft, prepared, decide(guardrail, tool), would, status, _hindrance(survey, tool, busy))


def _hindrance(survey: Survey, tool: Tool, busy: bool) -> Plain | None:
    """Why the tool cannot be called, whatever its arguments are."""
    if busy:
        return Plain("waits for the running call")
    if survey.catalog.find(tool.name) is None:
        return Plain("the tool is no longer in this session")
    if not survey.catalog.defers(tool):
        return Plain("not deferred: a model calls it directly, not through tool_call")
    return None
