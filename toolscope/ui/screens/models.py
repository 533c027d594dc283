"""Which context window: one of a known model, a number, or none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from toolscope.config.model import Settings
from toolscope.ui.present.models import Offered, offered, row, wrong
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.row_list import RowList


class ModelList(RowList, can_focus=False):
    """Models with their windows and the budget that each gives."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Mapping[str, Offered] = {}

    def offer(self, rows: tuple[Offered, ...]) -> None:
        """Show these; the first one is chosen."""
        self.rows = {shown.name: shown for shown in rows}
        self.keys = ()
        self.cursor = 0
        self.show(list(self.rows))

    def draw(self, key: str, width: int) -> Content:
        """One model."""
        return row(self.rows[key], width)


class ModelsScreen(ModalScreen[Settings | None]):
    """Returns the settings with the chosen window; ``None`` when it was left with Escape."""

    CSS_PATH = ["dialogs.tcss", "models.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Context window"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("up", "move(-1)", "Model above", show=False),
        Binding("down", "move(1)", "Model below", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
    ]

    models = query_one(ModelList)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        """Question, field, models."""
        with Vertical(classes="dialog -models"):
            yield Static(assemble(("How large is the context window?", "bold $ink")))
            yield Input(placeholder="200k, 1M, a model id, unknown", max_length=80)
            yield ModelList()
            yield Static("", classes="problem", markup=False)
            yield Static(assemble(("Enter takes it, ↑ ↓ choose, Esc leaves", "$soft")), classes="note")

    def on_mount(self) -> None:
        """All of them."""
        self._offer("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._offer(event.value)

    def _offer(self, typed: str) -> None:
        rows = offered(self._settings, typed)
        self.models.offer(rows)
        self.query_one(".problem", Static).update("" if rows else wrong(self._settings, typed))

    def action_move(self, step: int) -> None:
        """Choose another."""
        self.models.action_move(step)

    def action_page(self, pages: int) -> None:
        """A page on."""
        self.models.action_page(pages)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._take(self.models.key)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._take(event.key)

    def _take(self, key: str | None) -> None:
        if key is not None:
            self.dismiss(self.models.rows[key].settings)
