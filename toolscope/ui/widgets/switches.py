"""The settings that are one of a few words, each as a row of words to choose from."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from toolscope.config.model import Settings
from toolscope.ui.messages import SettingsAsked
from toolscope.ui.present.dials import SELECTORS, Selector
from toolscope.ui.present.text import Part, assemble
from toolscope.ui.present.track import MARGIN, START


class SettingSwitch(Widget, can_focus=True):
    """One setting: its name and its words, the present one on a ground of its own."""

    DEFAULT_CSS = """
    SettingSwitch { width: auto; height: 1; background: $deck; margin-right: 3; }
    """
    ALLOW_SELECT = False
    HELP_TITLE = "Switch"
    STOP = "switches"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Choice before", show=False),
        Binding("right,enter,space", "turn(1)", "Next choice", key_display="←→"),
        Binding("up", "app.focus_previous", "Control above", show=False),
        Binding("down", "app.focus_next", "Control below", show=False),
    ]

    def __init__(self, selector: Selector) -> None:
        super().__init__()
        self.selector = selector
        self.settings = Settings()

    def show(self, settings: Settings) -> None:
        """Show these settings."""
        before, self.settings = self.selector.read(self.settings), settings
        if before != self.selector.read(settings):
            self.refresh()

    def _words(self) -> list[tuple[str, str]]:
        """Each value with the text that stands for it."""
        return [(value, f" {value.removeprefix('hermes-')} ") for value in self.selector.values]

    def get_content_width(self, container: object, viewport: object) -> int:
        """The name and every word."""
        return len(self.selector.name) + 1 + sum(len(text) for _, text in self._words())

    def render(self) -> Content:
        """The name, then the words."""
        present = self.selector.read(self.settings)
        chosen = "bold $here on $here-bg" if self.has_focus else "bold $ink on $line"
        parts: list[Part] = [(self.selector.name, "bold $here" if self.has_focus else "$soft"), " "]
        parts += [(text, chosen if value == present else "$soft") for value, text in self._words()]
        return assemble(*parts)

    def action_turn(self, steps: int) -> None:
        """To the next value, or the one before."""
        self._ask(self.selector.turned(self.settings, steps))

    def _ask(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self.refresh()
            self.post_message(SettingsAsked(settings))

    def on_click(self, event: events.Click) -> None:
        """A click on a word chooses it, one on the name goes to the next."""
        event.stop()
        self.focus()
        start = len(self.selector.name) + 1
        if event.x < start:
            self.action_turn(1)
        for value, text in self._words():
            if start <= event.x < start + len(text):
                self._ask(self.selector.write(self.settings, value))
            start += len(text)

    def on_focus(self) -> None:
        """Repaint as the one that keys go to."""
        self.refresh()

    def on_blur(self) -> None:
        """Repaint as one of several."""
        self.refresh()


class Switches(Horizontal):
    """All of them in one row, under the tracks where there is room for it."""

    DEFAULT_CSS = """
    Switches { height: 1; background: $deck; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.heading = Static()
        self.choices = tuple(SettingSwitch(selector) for selector in SELECTORS)

    def compose(self) -> ComposeResult:
        """The heading, then the choices."""
        yield from (self.heading, *self.choices)

    def show(self, settings: Settings) -> None:
        """Show these settings."""
        for choice in self.choices:
            choice.show(settings)

    def on_resize(self) -> None:
        """Give the heading what the choices leave, at most the columns before the track."""
        self._head()

    def on_descendant_focus(self) -> None:
        """Mark the row."""
        self._head()

    def on_descendant_blur(self) -> None:
        """Unmark the row."""
        self._head()

    def _head(self) -> None:
        needed = sum(choice.get_content_width(None, None) + 3 for choice in self.choices)
        width = max(MARGIN, min(START, self.size.width - needed))
        lit = any(choice.has_focus for choice in self.choices)
        words = "switches" if width > len("switches") + MARGIN else ""
        self.heading.styles.width = width
        self.heading.update(assemble(("▌", "$here") if lit else " ", " ", (words, "$soft")))
