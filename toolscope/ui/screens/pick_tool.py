"""One of many, found by typing a few letters: a tool to call, a value of a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from toolscope.ui.present.pick import Offer, matching, offer_line
from toolscope.ui.present.text import assemble, plural, spread
from toolscope.ui.widgets.row_list import RowList


class OfferList(RowList, can_focus=False):
    """The things that match what was typed."""

    def __init__(self) -> None:
        super().__init__()
        self._offers: dict[str, Offer] = {}

    def offer(self, offers: Sequence[Offer], chosen: str | None = None) -> None:
        """Show these, the cursor on the chosen or the first one."""
        self._offers = {one.key: one for one in offers}
        self.keys = ()
        self.cursor = 0
        self.show(list(self._offers))
        if chosen in self._offers:
            self.go_to(chosen)

    def draw(self, key: str, width: int) -> Content:
        """One thing."""
        return offer_line(self._offers[key], width - 1)


class PickScreen(ModalScreen[str | None]):
    """Returns the key of what was picked; ``None`` when it was left with Escape."""

    CSS_PATH = ["dialogs.tcss", "pick_tool.tcss"]
    HELP_TITLE = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("up", "move(-1)", "One above", show=False),
        Binding("down", "move(1)", "One below", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
    ]

    offers = query_one(OfferList)

    def __init__(self, question: str, offers: Sequence[Offer], chosen: str | None = None) -> None:
        super().__init__()
        self._question, self._all, self._chosen = question, offers, chosen

    def compose(self) -> ComposeResult:
        """Question, field, things."""
        with Vertical(classes="dialog -pick"):
            yield Static(id="pick-question")
            yield Input(placeholder="a few letters")
            yield OfferList()
            yield Static(assemble(("Enter takes it, ↑ ↓ choose, Esc leaves", "$soft")), classes="note")

    def on_mount(self) -> None:
        """All of them."""
        self.query_one(".-pick").set_class(len(self._all) < 12, "-few")
        self._offer(list(self._all))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._offer(matching(self._all, event.value))

    def _offer(self, found: Sequence[Offer]) -> None:
        self.offers.offer(found, self._chosen)
        title = self.query_one("#pick-question", Static)
        title.update(
            spread(
                (self._question, "bold $ink"), (plural(len(found), "match", "matches"), "$soft"), title.size.width or 74
            )
        )

    def action_move(self, step: int) -> None:
        """Choose another."""
        self.offers.action_move(step)

    def action_page(self, pages: int) -> None:
        """A page on."""
        self.offers.action_page(pages)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        if self.offers.key is not None:
            self.dismiss(self.offers.key)

    @on(RowList.Chosen)
    def _picked(self, event: RowList.Chosen) -> None:
        self.dismiss(event.key)
