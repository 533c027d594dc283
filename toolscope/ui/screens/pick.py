"""One of many, found by typing a few letters: a tool, a value, a context window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from toolscope.ui.present.pick import Offer, Offers
from toolscope.ui.present.text import assemble, plural
from toolscope.ui.widgets.row_list import RowList

_FEW = 12
"""Fewer offers than this need no tall list."""


class OfferList(RowList, can_focus=False):
    """What is offered for the text."""

    def __init__(self) -> None:
        super().__init__()
        self._offers: dict[str, Offer] = {}

    def offer(self, offers: Sequence[Offer], chosen: str | None = None) -> None:
        """Show these, the cursor on the chosen or the first one."""
        self._offers = {one.key: one for one in offers}
        self.restart(list(self._offers))
        if chosen is not None:
            self.go_to(chosen)

    def draw(self, key: str, width: int) -> Content:
        """One offer, after a blank cell."""
        return assemble(" ", self._offers[key].draw(width - 2))


class PickScreen(ModalScreen[str | None]):
    """Returns the key of the offer that was picked; ``None`` when it was left with Escape."""

    CSS_PATH = ["dialogs.tcss", "pick.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("up", "move(-1)", "One above", show=False),
        Binding("down", "move(1)", "One below", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
    ]

    offered = query_one(OfferList)

    def __init__(
        self,
        question: str,
        hint: str,
        offers: Offers,
        chosen: str | None = None,
        wrong: Callable[[str], str] | None = None,
    ) -> None:
        """``offers`` is asked for each text, ``wrong`` why it offers nothing; ``hint`` stands in the empty field."""
        super().__init__()
        self._question, self._hint, self._offers = question, hint, offers
        self._chosen, self._wrong = chosen, wrong
        self._to_come = ""

    def compose(self) -> ComposeResult:
        """Question, field, offers, what is wrong."""
        with Vertical(classes="dialog -pick"):
            with Horizontal(id="pick-head"):
                yield Static(self._question, id="pick-question", markup=False)
                yield Static(id="pick-count")
            yield Input(placeholder=self._hint, max_length=200)
            yield OfferList()
            yield Static("", classes="problem", markup=False)
            yield Static(assemble(("Enter takes it, ↑ ↓ choose, Esc leaves", "$soft")), classes="note")

    def on_mount(self) -> None:
        """What is offered for no text; the dialog keeps the height that this asks for."""
        self._offer("", self._chosen)
        self.query_one(".-pick").set_class(len(self.offered.keys) < _FEW, "-few")

    def renew(self, offers: Offers, to_come: str) -> None:
        """Offer from other things, for the text that stands there; ``to_come`` says what is still missing."""
        self._offers, self._to_come = offers, to_come
        self._offer(self.query_one(Input).value, self.offered.key)
        if len(self.offered.keys) >= _FEW:
            self.query_one(".-pick").remove_class("-few")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._offer(event.value, self._chosen)

    def _offer(self, typed: str, chosen: str | None) -> None:
        found = self._offers(typed)
        self.offered.offer(found, chosen)
        count = plural(len(found), "choice")
        to_come = (f"{self._to_come} · ", "$state-connecting") if self._to_come else ""
        self.query_one("#pick-count", Static).update(assemble(to_come, (count, "$soft")))
        wrong = "" if found or self._wrong is None else self._wrong(typed)
        self.query_one(".problem", Static).update(wrong)

    def action_move(self, step: int) -> None:
        """Choose another."""
        self.offered.action_move(step)

    def action_page(self, pages: int) -> None:
        """A page on."""
        self.offered.action_page(pages)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        if self.offered.key is not None:
            self.dismiss(self.offered.key)

    @on(RowList.Chosen)
    def _picked(self, event: RowList.Chosen) -> None:
        self.dismiss(event.key)
