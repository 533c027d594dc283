"""One setting with its scale: what keys do to it, before it is drawn as a slider."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from toolscope.config.model import Settings
from toolscope.config.settings import LISTING_RANGE
from toolscope.disclosure.disclose import share
from toolscope.survey import Survey
from toolscope.ui.messages import SettingsAsked
from toolscope.ui.present.dials import PERCENTAGE, Dial
from toolscope.ui.present.reading import Reading, reading
from toolscope.ui.present.scale import neighbour

_COMMON_WINDOW = 200_000
"""Tokens: what moving an unknown context starts from."""


class Setting(Widget, can_focus=True):
    """A number that moves by steps and by breakpoints. Every move is a ``SettingsAsked``."""

    ALLOW_SELECT = False
    HELP_TITLE = "Slider"
    STOP = "sliders"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Less", show=False),
        Binding("right", "step(1)", "More", show=False),
        Binding("shift+left,ctrl+left", "jump(-1)", "Previous breakpoint", key_display="⇧←", show=False),
        Binding(
            "shift+right,ctrl+right",
            "jump(1)",
            "Next breakpoint",
            key_display="⇧→",
            tooltip="To the next value at which the manifest changes, if the note asks for nothing else",
        ),
        Binding("pageup", "step(10)", "Ten steps up", show=False),
        Binding("pagedown", "step(-10)", "Ten steps down", show=False),
        Binding("home", "to_end(-1)", "To the smallest", show=False),
        Binding("end", "to_end(1)", "To the largest", show=False),
        Binding("up", "walk(-1)", "Control above", show=False),
        Binding("down", "walk(1)", "Control below", show=False),
    ]

    class ModelsAsked(Message, namespace="deck"):
        """Somebody wants to choose a model for its context window."""

    def __init__(self, dial: Dial) -> None:
        super().__init__()
        self.dial = dial
        self.survey = Survey()
        self.settings: Settings = self.survey.settings
        """The settings last shown or asked for: a second key that comes at once starts from them."""
        self.reading: Reading = reading(self.survey, dial)

    def show(self, survey: Survey) -> None:
        """Show another moment."""
        shown = reading(survey, self.dial)
        if shown != self.reading or survey.ladder is not self.survey.ladder:
            self.refresh()
        self.survey, self.settings, self.reading = survey, survey.settings, shown
        self.can_focus = not shown.locked

    @property
    def value(self) -> float | None:
        """The value last shown or asked for; ``None`` while unknown."""
        return self.dial.read(self.settings)

    @property
    def can_raise(self) -> bool:
        """Whether this is the percentage and the cap is lower than its share."""
        return self.dial is PERCENTAGE and self._raised() != self.settings

    def ask(self, settings: Settings, undoable: bool = True) -> None:
        """Ask for other settings."""
        if settings != self.settings:
            self.settings = settings
            self.post_message(SettingsAsked(settings, undoable))

    def set(self, value: float, undoable: bool = True) -> None:
        """Ask for another value."""
        if value != self.value:
            self.ask(self.dial.write(self.settings, value), undoable)

    def action_step(self, steps: int) -> None:
        """A number of steps up or down."""
        self.set(_COMMON_WINDOW if self.value is None else self.dial.scale.moved(self.value, steps))

    def action_jump(self, direction: int) -> None:
        """To the next breakpoint on that side; below the lowest one, where nothing is listed, to the least."""
        start = _COMMON_WINDOW if self.value is None else self.value
        value = neighbour([tick.value for tick in self.reading.ticks], start, direction)
        if value is not None:
            self.set(value)
        elif direction < 0:
            self.action_to_end(-1)

    def action_to_end(self, end: int) -> None:
        """To one end of the track."""
        self.set(self.dial.scale.low if end < 0 else self.dial.scale.high)

    def action_walk(self, direction: int) -> None:
        """To the control above or below."""
        if direction > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def raise_cap(self) -> None:
        """Raise the cap to the share of the context."""
        self.ask(self._raised())

    def _raised(self) -> Settings:
        settings = self.settings
        if not settings.profile.tiers or not settings.context_length:
            return settings
        wanted = min(share(settings), LISTING_RANGE[1])
        return replace(settings, listing_max_tokens=max(settings.listing_max_tokens, wanted))
