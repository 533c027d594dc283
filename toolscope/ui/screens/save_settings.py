"""The settings into the file they came from: what changes there, before it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from toolscope.config.describe import as_yaml
from toolscope.config.model import Settings
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.saving import Offer, difference_lines, facts, footing, title
from toolscope.ui.present.text import assemble, stack
from toolscope.ui.widgets.line_view import LineView


class DifferenceLines(LineView):
    """The difference."""

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self._offer = offer

    def build(self, width: int) -> Sequence[Content | str]:
        """Every line of it."""
        return difference_lines(self._offer, width)


class SaveSettingsScreen(ModalScreen[bool]):
    """Returns whether to write the file; nothing is written here."""

    CSS_PATH = ["dialogs.tcss", "save_settings.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Save settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "answer(True)", "Save", tooltip="write the file, and a backup beside it"),
        Binding("y", "copy", "Copy YAML", tooltip="copy the settings as YAML"),
        Binding("escape,ctrl+s", "answer(False)", "Leave", key_display="Esc"),
        Binding("left", "app.focus_previous", "Other answer", show=False),
        Binding("right", "app.focus_next", "Other answer", show=False),
    ]

    lines = query_one(DifferenceLines)

    def __init__(self, offer: Offer, settings: Settings) -> None:
        """``settings`` are those that are copied as YAML."""
        super().__init__()
        self._offer, self._settings = offer, settings

    def compose(self) -> ComposeResult:
        """Title, file, difference, what else there is to know, answers."""
        with Vertical(classes="dialog -save"):
            yield Static(id="save-title")
            yield Static(id="save-facts")
            if self._offer.to_write is not None:
                yield DifferenceLines(self._offer)
            yield Static(id="save-footing")
            with Horizontal(classes="choices"):
                if self._offer.to_write is not None:
                    yield Button(assemble("Save ", ("s", "dim")), id="save")
                else:
                    yield Button(assemble("Copy YAML ", ("y", "dim")), id="copy")
                yield Button(assemble("Leave ", ("Esc", "dim")), id="leave")

    def on_mount(self) -> None:
        """Keys scroll the difference; a hasty Enter writes nothing."""
        (self.lines if self._offer.to_write is not None else self.query_one("#leave")).focus()

    def on_resize(self) -> None:
        """Everything is as wide as the dialog."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        head = self.query_one("#save-title", Static)
        width = max(20, head.size.width)
        head.update(title(self._offer, width))
        self.query_one("#save-facts", Static).update(stack(facts(self._offer, width)))
        below = footing(self._offer, width)
        self.query_one("#save-footing", Static).update(stack(below))
        self.query_one("#save-footing").display = bool(below)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There may be nothing to write."""
        return action != "answer" or parameters != (True,) or self._offer.to_write is not None

    def action_answer(self, answer: bool) -> None:
        """Answer by key."""
        self.dismiss(answer)

    def action_copy(self) -> None:
        """The settings as YAML, on the clipboard."""
        self.post_message(CopyAsked(as_yaml(self._settings), "settings as YAML"))

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "copy":
            self.action_copy()
        else:
            self.dismiss(event.button.id == "save")
