"""What a project file that was found would start, before anything of it is started."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from toolscope.config.model import Config
from toolscope.plain import one_line
from toolscope.ui.present.text import assemble, badge, plural, stack


class TrustScreen(ModalScreen[bool]):
    """Shows the commands; only a yes starts them."""

    CSS_PATH = "dialogs.tcss"
    HELP_TITLE = "Trust"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", "Not now", key_display="n"),
        Binding("t", "answer(True)", "Start them"),
        Binding("left,right", "app.focus_next", "Other answer", show=False),
    ]

    def __init__(self, config: Config) -> None:
        super().__init__()
        self._servers = [server for server in config.servers if server.untrusted]

    def compose(self) -> ComposeResult:
        """The question, the commands, two answers."""
        with Vertical(classes="dialog -trust"):
            yield Static(assemble(badge("TRUST", "$verdict-ask"), "  ", (self._question, "bold $ink")))
            with VerticalScroll():
                yield Static(self._commands())
            yield Static(
                assemble(("They run as you, with your files. Nothing was started yet.", "$soft")), classes="note"
            )
            with Horizontal(classes="choices"):
                yield Button(assemble("Not now ", ("n", "$soft")), id="no")
                yield Button(assemble("Start them ", ("t", "$soft")), id="yes")

    @property
    def _question(self) -> str:
        where = one_line(self._servers[0].origin.source)
        return f"Start {plural(len(self._servers), 'server')} of {where}?"

    def _commands(self) -> Content:
        lines = (
            assemble((f"{one_line(server.name):<16}  ", "bold $ink"), one_line(server.endpoint))
            for server in self._servers
        )
        return stack(lines)

    def on_mount(self) -> None:
        """No is the answer of a hasty Enter."""
        self.query_one("#no", Button).focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Answer by key."""
        self.dismiss(answer)
