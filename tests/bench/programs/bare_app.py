"""A Textual app that shows one word: what the library itself takes to paint."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Bare(App[None]):
    """Nothing else."""

    def compose(self) -> ComposeResult:
        yield Static("painted")


Bare().run()
