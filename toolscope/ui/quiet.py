"""An app that ends in order: one line, whatever breaks in it, and no traceback over a person's data."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from typing import Any

from textual.app import App
from textual.screen import Screen

_TMUX = " In tmux it reaches the clipboard with: set -g set-clipboard on"
_LOOK = 1.0
"""Seconds between two looks at the terminal."""


class QuietApp(App[int]):
    """Keeps what ended it; ``TOOLSCOPE_DEBUG`` shows the traceback after all."""

    _hinted = False

    @property
    def fault(self) -> Exception | None:
        """What ended the app, if it was not a person."""
        return self._exception

    def end_on_signals(self) -> None:
        """Leave as a person would when the system asks for it, or when the terminal is gone."""
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)
        self._end_with_terminal()

    def _end_with_terminal(self) -> None:
        """Leave when the terminal is closed: one that controls nothing sends no signal when it goes."""
        if self.is_headless or not hasattr(select, "poll"):
            return
        terminal = select.poll()
        terminal.register(sys.stdin.fileno(), 0)  # it hung up, or is an error: that is always told
        self.set_interval(_LOOK, lambda: self.exit() if terminal.poll(0) else None)

    def _fatal_error(self) -> None:
        if os.environ.get("TOOLSCOPE_DEBUG"):
            super()._fatal_error()
        else:
            self._close_messages_no_wait()

    def _load_screen_css(self, screen: Screen[Any]) -> None:
        """Read the style sheets of a new screen; Textual would parse those of all others again as well."""
        for path in screen.css_path:
            if not self.stylesheet.has_source(str(path)):
                self.stylesheet.read(path)
        super()._load_screen_css(screen)

    def copy(self, text: str, what: str) -> None:
        """Ask the terminal to put a text on the clipboard. It never answers, so where it may not do it, that is said.

        tmux keeps such a text to itself unless ``set-clipboard`` is ``on``; it is said once.
        """
        self.copy_to_clipboard(text)
        hint = "" if self._hinted or not os.environ.get("TMUX") else _TMUX
        self._hinted = self._hinted or bool(hint)
        self.notify(f"Copied {what}.{hint}", markup=False)

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Save the screen as a picture, and say where; Textual says neither why nor where it could not."""
        from toolscope.ui.screenshot import UnsavedError, folder, save

        try:
            self.notify(f"Saved {save(self, folder())}.", markup=False)
        except UnsavedError as error:
            self.notify(str(error), severity="error", markup=False)

    def action_command_palette(self) -> None:
        """Open the palette; ours takes page keys also while nothing is listed in it."""
        from toolscope.ui.commands import Palette

        if self.use_command_palette and not Palette.is_open(self):  # type: ignore[arg-type]
            self.push_screen(Palette(id="--command-palette"))
