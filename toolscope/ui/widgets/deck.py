"""The deck: three sliders, what they come to, and the switches."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.reactive import var

from toolscope.survey import Survey
from toolscope.ui.messages import SettingsAsked
from toolscope.ui.present.dials import DIALS
from toolscope.ui.widgets.outcome import Outcome
from toolscope.ui.widgets.slider import Slider
from toolscope.ui.widgets.switches import Switches

if TYPE_CHECKING:
    from toolscope.disclosure.exact import ExactCosts


class Deck(Vertical):
    """Where the budget is set. Everything asked for is a ``SettingsAsked``; ``o`` posts ``ModelsAsked``."""

    DEFAULT_CSS = """
    Deck { height: auto; background: $deck; padding: 1 0 0 0; }
    Deck Outcome { margin-top: 1; }
    """
    HELP_TITLE = "Budget"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "raise_cap", "Raise the cap", tooltip="Raise listing_max_tokens to threshold_pct of the context"),
        Binding("o", "models", "Models", tooltip="Choose a model for its context window"),
        Binding("e", "turn('enabled')", "Turn enabled", tooltip="enabled: auto, on, off", show=False),
        Binding("l", "turn('listing')", "Turn listing", tooltip="listing: auto, on, off", show=False),
        Binding("p", "turn('profile')", "Turn profile", tooltip="The next release of Hermes", show=False),
    ]

    ModelsAsked = Slider.ModelsAsked

    survey: var[Survey] = var(Survey, init=False)
    exact: var[ExactCosts | None] = var(None, init=False)

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.sliders = tuple(Slider(dial) for dial in DIALS)
        """From the top."""
        self.sliders[0].add_class("-open")
        self.outcome = Outcome()
        self.switches = Switches()

    def compose(self) -> ComposeResult:
        """From the top."""
        yield from (*self.sliders, self.outcome, self.switches)

    def on_mount(self) -> None:
        """Show what is there already."""
        self._show()

    def focus_first(self) -> None:
        """Focus the first slider that can be moved."""
        next(slider for slider in self.sliders if slider.can_focus).focus()

    def point(self, label: str | None) -> None:
        """Tell where the modes of one server begin, while somebody is on it."""
        self.outcome.point(label)

    def watch_survey(self) -> None:
        """Show another moment."""
        self._show()

    def watch_exact(self) -> None:
        """Show the exact counts, or that they are still coming."""
        self.outcome.show(self.survey, self.exact)

    def _show(self) -> None:
        if not self.is_mounted:
            return
        for slider in self.sliders:
            slider.show(self.survey)
            if slider.reading.locked and slider.has_focus:
                self.screen.focus_next()
        self.outcome.show(self.survey, self.exact)
        self.switches.show(self.survey.settings)

    def on_settings_asked(self, event: SettingsAsked) -> None:
        """Show at once what is cheap to know; the app answers with the same."""
        if event.settings.profile is self.survey.settings.profile:
            self.survey = self.survey.with_settings(event.settings)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Where there is little room, the slider last used is the one with two rows."""
        inside = [slider for slider in self.sliders if slider in event.widget.ancestors_with_self]
        for slider in self.sliders if inside else ():
            slider.set_class(slider in inside, "-open")

    def action_models(self) -> None:
        """Offer models."""
        self.post_message(self.ModelsAsked())

    def action_raise_cap(self) -> None:
        """Raise the cap to the share of the context, whichever slider has the focus."""
        raising = next((slider for slider in self.sliders if slider.can_raise), None)
        if raising is not None:
            raising.raise_cap()
        else:
            self.notify("There is nothing to raise: listing_max_tokens does not hold threshold_pct back.", markup=False)

    def action_turn(self, name: str) -> None:
        """Turn a switch, also one that there is no room to show."""
        for choice in self.switches.choices:
            if choice.selector.name == name:
                choice.action_turn(1)
