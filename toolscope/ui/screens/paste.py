"""Servers from a pasted configuration."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from toolscope.config.model import ConfigError, ServerConfig
from toolscope.plain import one_line
from toolscope.ui.present.text import assemble, plural


class PasteScreen(ModalScreen[tuple[ServerConfig, ...] | None]):
    """Returns the servers of the text; ``None`` when it was left with Escape."""

    CSS_PATH = ["dialogs.tcss", "found.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Paste"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "take", "Add", priority=True),
        Binding("escape", "dismiss(None)", "Cancel", priority=True),
    ]

    def __init__(self, read: Callable[[str], tuple[ServerConfig, ...]]) -> None:
        """``read`` raises ``ConfigError`` for a text without servers."""
        super().__init__()
        self._read = read

    def compose(self) -> ComposeResult:
        """Question, field, what is wrong or what it holds."""
        with Vertical(classes="dialog -paste"):
            yield Static(assemble(("Paste a server's JSON or YAML", "bold $ink")))
            yield TextArea(placeholder='{"mcpServers": {"name": {"command": "npx", "args": ["some-server"]}}}')
            yield Static("", classes="problem", markup=False)
            yield Static(
                assemble(
                    ("For this run only; no file is changed.  ", "$soft"),
                    ("F9", "$here"),
                    (" adds  ", "$soft"),
                    ("Esc", "$here"),
                    (" leaves", "$soft"),
                ),
                classes="note",
            )

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(TextArea).focus()

    def on_text_area_changed(self) -> None:
        """Say what it holds so far."""
        servers, wrong = self._servers()
        names = ", ".join(one_line(server.name) for server in servers)
        said = assemble((f"{plural(len(servers), 'server')}: {names}", "$verdict-allow")) if servers else wrong
        self.query_one(".problem", Static).update(said)

    def _servers(self) -> tuple[tuple[ServerConfig, ...], str]:
        text = self.query_one(TextArea).text
        if not text.strip():
            return (), ""
        try:
            return self._read(text), ""
        except ConfigError as error:
            return (), str(error)

    def action_take(self) -> None:
        """Add what the text holds."""
        servers, wrong = self._servers()
        if servers:
            self.dismiss(servers)
        else:
            self.query_one(".problem", Static).update(wrong or "Paste something, or leave with Esc.")
