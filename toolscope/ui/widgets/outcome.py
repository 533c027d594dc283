"""What the settings come to: the tier and the used part of the budget, the next step, the cost of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present import outcome
from toolscope.ui.present.places import places
from toolscope.ui.present.text import assemble, pad, stack
from toolscope.ui.present.track import GAP, MARGIN, NAME, START, VALUE, columns, fitting

if TYPE_CHECKING:
    from toolscope.disclosure.exact import ExactCosts

_APART = 3
"""Cells between words that needed the place of their note and the note."""


class Outcome(Widget):
    """Three rows on the columns of the sliders."""

    DEFAULT_CSS = """
    Outcome { height: 3; background: $deck; color: $ink; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.survey = Survey()
        self.exact: ExactCosts | None = None
        self.label: str | None = None
        """The group whose places are told instead of the next step."""

    def point(self, label: str | None) -> None:
        """Tell where the modes of a group begin; ``None`` goes back to the next step."""
        if label != self.label:
            self.label = label
            self.refresh()

    def show(self, survey: Survey, exact: ExactCosts | None) -> None:
        """Show another moment."""
        self.survey, self.exact = survey, exact
        self.refresh()

    def render(self) -> Content:
        """The three rows."""
        return stack((self._budget(), self._next(), self._cost()))

    def _budget(self) -> Content:
        wide, disclosure = columns(self.size.width), self.survey.disclosure
        return assemble(
            " " * MARGIN,
            pad(outcome.tier(disclosure), width=NAME),
            pad(outcome.taken(self.survey), width=VALUE, right=True),
            " " * GAP,
            outcome.used(self.survey, wide.track),
            " " * GAP,
            pad(outcome.spent(self.survey), width=wide.note),
        )

    def _next(self) -> Content:
        decider = outcome.decider(self.survey)
        if waiting := outcome.provisional(self.survey):
            name = ("provisional", "bold $state-connecting")
            return self._row(name, assemble((waiting, "$state-connecting")), decider)
        group = self.survey.ladder.group(self.label) if self.label is not None else None
        if group is not None and outcome.has_effect(self.survey):
            name = (one_line(group.label, NAME - 1), "bold $ink")
            rungs = self.exact.rungs if self.exact else None
            return self._row(name, places(self.survey, group.label, self._room, rungs), decider)
        words = outcome.next_step(self.survey, columns(self.size.width).track, self._room)
        return self._row(("next step", "$soft"), words, decider)

    def _cost(self) -> Content:
        exact = outcome.exact_cost(self.survey.disclosure, self.exact)
        wide = self.size.width >= 100
        room = self._room - (exact.cell_length + _APART if wide else 0)
        return self._row(("cost of a turn", "$soft"), outcome.cost(self.survey, room), (exact.plain,))

    @property
    def _indent(self) -> int:
        """Where the words of a row begin: a narrow deck has no column of values for them."""
        return MARGIN + NAME + GAP if self.size.width < 100 else START

    @property
    def _room(self) -> int:
        """Cells for the words of a row that has no note."""
        return self.size.width - MARGIN - self._indent

    def _row(self, name: tuple[str, str], words: Content, notes: Sequence[str]) -> Content:
        """One row. A note of which no spelling fits after words that need its place gives way."""
        wide = columns(self.size.width)
        first = assemble(" " * MARGIN, pad(name, width=self._indent - MARGIN))
        if self.size.width >= 100 and words.cell_length <= wide.track:
            note = (fitting(notes, wide.note), "$soft")
            return assemble(first, pad(words, width=wide.track), " " * GAP, pad(note, width=wide.note))
        left = self._room - words.cell_length - _APART
        note = (next((note for note in notes if Content(note).cell_length <= left), ""), "$soft")
        return assemble(first, pad(words, " " * _APART, note, width=self._room))
