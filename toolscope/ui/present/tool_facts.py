"""What one tool costs and why, in lines: its place in the session, its parts, what a model never sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from toolscope.catalog.snapshot import Loss
from toolscope.catalog.tool import Tool
from toolscope.disclosure.costs import Amount, Costs, mode_of
from toolscope.disclosure.listing import Mode
from toolscope.disclosure.parts import Parts
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.text import Part, assemble, number, share
from toolscope.ui.present.tools import describable

_PLACES: dict[Mode, str] = {
    "full": "deferred: listed with its short description",
    "names": "deferred: listed by name",
    "summary": "deferred: not listed, its group is one summary line",
    "hidden": "deferred: not listed",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one tool beside the tool itself."""

    place: str
    """Where the model finds it."""
    costs: Costs
    parts: Parts
    context: int | None
    """The window that shares are taken of."""
    displaced: tuple[Loss, ...] = ()
    """Tools that fell out because this one has their name."""

    @classmethod
    def of(cls, survey: Survey, tool: Tool, costs: Costs, parts: Parts) -> Facts:
        """The facts of one moment."""
        displaced = survey.catalog.displaced_by(tool)
        return cls(_place(survey, tool), costs, parts, survey.settings.context_length, displaced)


def _place(survey: Survey, tool: Tool) -> str:
    if survey.scope.excludes(tool):
        return "out of scope: not listed, not found, not called"
    if survey.scope.keeps(tool):
        return "what-if: kept eager, its schema is sent on every turn"
    mode = mode_of(survey.disclosure, tool)
    if mode is not None:
        return _PLACES[mode]
    if not survey.catalog.defers(tool):
        kind = "a core tool" if tool.source == "core" else f"of the visible toolset {one_line(tool.label, 40)}"
        return f"visible: {kind}, its schema is sent on every turn"
    return "visible: every schema is sent on every turn"


def fact_lines(facts: Facts) -> Iterator[Content]:
    """Whom it displaced, costs, parts, what is never sent."""
    costs, parts = facts.costs, facts.parts
    for loss in facts.displaced:
        who = f"{one_line(loss.raw_name, 60)} of {one_line(loss.server, 40)}"
        yield assemble(("! ", "$state-stale"), ("keeps the name that ", "$soft"), who, (" asked for", "$soft"))
    named = {"eager": costs.eager, "sent": costs.sent}
    named |= {"described": costs.described} if describable(costs) is not None else {}
    of_context = costs.sent.share(facts.context)
    taken = [(f"   {share(of_context)} of the context", "$soft")] if of_context is not None else []
    yield assemble(_amounts(named), *taken)
    yield assemble(("made of ", "$soft"), _amounts({"name": parts.name, "description": parts.description}))
    yield assemble("        ", _amounts({"input schema": parts.input_schema, "frame": parts.frame}))
    if parts.unseen:
        keys = ", ".join(f"{one_line(key, 30)} {number(amount.tokens)}" for key, amount in parts.unseen.items())
        yield assemble(("never sent ", "$soft"), _counted(parts.never_sent), (f"  {keys}", "$soft"))


def _amounts(named: dict[str, Amount]) -> Content:
    cells = (assemble((f"{name} ", "$soft"), _counted(amount)) for name, amount in named.items())
    return assemble((" · ", "$soft")).join(cells)


def _counted(amount: Amount) -> Content:
    """The estimate, and the exact count beside it once that is known."""
    exact: list[Part] = [(f" ({number(amount.exact)})", "$soft")] if amount.exact is not None else []
    return assemble((number(amount.tokens), "$ink"), *exact)
