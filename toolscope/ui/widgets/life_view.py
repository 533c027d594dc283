"""A server's whole life line, and its secrets below it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from toolscope.config.secrets import Secret
from toolscope.ui.present.secrets import reveal_hint, secret_lines
from toolscope.ui.present.text import stack


class LifeView(VerticalScroll):
    """The steps under one another. A secret is shown on request, one at a time, while the focus is here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "reveal", "Reveal a secret", tooltip="show one masked value, then the next one, then none"),
    ]

    revealed: reactive[int | None] = reactive(None)
    """Position of the secret that is not masked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._steps: tuple[Content, ...] = ()
        self._secrets: tuple[Secret, ...] = ()

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(markup=False)

    def show(self, steps: Iterable[Content], secrets: Iterable[Secret]) -> None:
        """Show other steps and secrets; what is revealed stays so while it is the same."""
        before, self._steps, self._secrets = self._secrets, tuple(steps), tuple(secrets)
        if before != self._secrets:
            self.revealed = None
        self._draw()

    def watch_revealed(self) -> None:
        """Mask one, reveal another."""
        if self.is_mounted:
            self._draw()

    def _draw(self) -> None:
        hidden = (Content(""), *secret_lines(self._secrets, self.revealed), reveal_hint(self._secrets, self.revealed))
        self.query_one(Static).update(stack((*self._steps, *(hidden if self._secrets else ()))))
        self.refresh_bindings()

    def on_blur(self) -> None:
        """Nothing stays revealed behind one's back."""
        self.revealed = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There must be something to reveal."""
        return bool(self._secrets) if action == "reveal" else super().check_action(action, parameters)

    def action_reveal(self) -> None:
        """The next secret; after the last one, none."""
        after = 0 if self.revealed is None else self.revealed + 1
        self.revealed = after if after < len(self._secrets) else None
