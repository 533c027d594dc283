"""The first screen, when there is nothing to inspect yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Static

from toolscope.config.gather import Sources
from toolscope.config.model import Config, ConfigError, Looked
from toolscope.opening import load, load_command, load_demo, load_file
from toolscope.plain import one_line
from toolscope.ui.present.text import assemble, pad, plural, stack
from toolscope.ui.screens.ask import AskScreen
from toolscope.ui.screens.found import picked_servers
from toolscope.ui.widgets.key_line import KeyLine
from toolscope.ui.widgets.top_bar import TopBar

CHOICES = (
    ("d", "demo", "Try the demo", "6 servers, 3,383 tools, nothing to install"),
    ("f", "file", "Open a file", "Hermes config.yaml, .mcp.json, a recording"),
    ("u", "command", "Command or URL", "npx some-server    https://host/mcp"),
)
"""Key, name, title and what it is."""


class Beginning(Static):
    """One way to begin."""

    def __init__(self, key: str, name: str, title: str, body: str) -> None:
        super().__init__()
        self._key, self.choice, self._title, self._body = key, name, title, body

    def render(self) -> Content:
        """Three rows with the edge mark of the chosen one."""
        edge = ("▌", "$here") if self.has_class("-on") else " "
        words = assemble((f"  {self._key}  ", "bold $here"), (f"{self._title:<18}", "bold $ink"), (self._body, "$soft"))
        return stack([assemble(edge), assemble(edge, words), assemble(edge)])


_NOTHING = "No servers yet: neither Hermes nor this project has any configured."


class WelcomeScreen(Screen[None]):
    """Offers the demo, a file, a command or URL, and what was found but not opened."""

    CSS_PATH = ["main.tcss", "welcome.tcss"]
    HELP_TITLE = "First screen"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "begin('demo')", "Demo"),
        Binding("f", "begin('file')", "File"),
        Binding("u", "begin('command')", "Command or URL"),
        Binding("c", "found", "Choose of what was found", tooltip="Servers of every agent on this machine"),
        Binding("up", "move(-1)", "Beginning above", show=False),
        Binding("down,tab", "move(1)", "Beginning below", show=False),
        Binding("enter", "take", "Take the choice", show=False),
    ]

    chosen: reactive[int] = reactive(0)

    @dataclass
    class Opened(Message):
        """A configuration with servers was chosen."""

        config: Config

    def __init__(self, config: Config, sources: Sources) -> None:
        super().__init__()
        self._config, self._sources = config, sources

    def compose(self) -> ComposeResult:
        """Title, choices, places looked in."""
        yield TopBar()
        with Vertical(id="welcome"), Vertical():
            yield Static(self._title())
            for choice in CHOICES:
                yield Beginning(*choice)
            yield Static(self._looked())
        yield KeyLine()

    def on_mount(self) -> None:
        """Mark the first choice."""
        self.watch_chosen()

    def _title(self) -> Content:
        why = self._config.broken[0] if self._config.broken else _NOTHING
        return stack(
            [
                assemble(("toolscope", "bold $here")),
                Content("See what tool search shows a model, what it costs, and why a query misses."),
                Content(""),
                assemble((one_line(why), "$verdict-ask" if self._config.broken else "$soft")),
                Content(""),
            ]
        )

    def _looked(self) -> Content:
        if not self._config.looked:
            return Content("")
        lines = [Content(""), assemble(("Looked in", "$soft"))]
        return stack([*lines, *map(self._place, self._config.looked)])

    def _place(self, place: Looked) -> Content:
        path = str(place.path).replace(str(Path.home()), "~", 1)
        mark = ("  !  ", "$verdict-ask") if place.servers else ("  –  ", "$faint")
        found = assemble((plural(place.servers, "server"), "$soft"), (f"  {place.note}", "$soft"))
        if place.servers:
            servers = plural(place.servers, "server")
            found = assemble((f"{servers}: ", "$soft"), ("c", "bold $here"), (" lists them", "$soft"))
        return assemble(mark, pad(one_line(path), width=46), found if place.found else ("not there", "$soft"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Choosing of what was found needs something found."""
        return action != "found" or any(place.servers for place in self._config.looked)

    def watch_chosen(self) -> None:
        """Move the mark."""
        for position, choice in enumerate(self.query(Beginning)):
            choice.set_class(position == self.chosen, "-on")
            choice.refresh()

    def action_move(self, step: int) -> None:
        """To another choice."""
        self.chosen = (self.chosen + step) % len(CHOICES)

    def action_take(self) -> None:
        """Take the marked choice."""
        self.action_begin(CHOICES[self.chosen][1])

    def action_begin(self, choice: str) -> None:
        """Begin with a choice."""
        if choice == "demo":
            self.post_message(self.Opened(load_demo(self._sources)))
        elif choice == "file":
            self._ask("Open a file", "path of a config.yaml, .mcp.json or recording", self._from_file)
        else:
            self._ask("Command or URL", "npx some-server    or    https://host/mcp", self._from_command)

    @work
    async def action_found(self) -> None:
        """Begin with servers that other agents are configured with."""
        picked = await picked_servers(self.app, (), self._sources.options)
        if picked:
            self.post_message(self.Opened(load(Sources(extra=picked, options=self._sources.options))))

    def _from_file(self, text: str) -> Config:
        return load_file(Path(text).expanduser(), self._sources)

    def _from_command(self, text: str) -> Config:
        return load_command(text, self._sources)

    def _ask(self, question: str, hint: str, load: Callable[[str], Config]) -> None:
        def take(text: str | None) -> None:
            found = _tried(load, text)[0] if text else None
            if found is not None:
                self.post_message(self.Opened(found))

        self.app.push_screen(AskScreen(question, hint, lambda text: _tried(load, text)[1]), take)

    def on_click(self, event: events.Click) -> None:
        """A click on a choice takes it."""
        if isinstance(event.widget, Beginning):
            self.action_begin(event.widget.choice)


def _tried(load: Callable[[str], Config], text: str) -> tuple[Config | None, str]:
    """The configuration that a text leads to, or why there is none."""
    try:
        config = load(text)
    except ConfigError as error:
        return None, str(error)
    return (config, "") if config.servers else (None, f"{text}: there is no server in it")
