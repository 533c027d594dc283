"""The servers of every agent on this machine: chosen here, they are added to this run; nothing starts before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from toolscope.config.discover import discover
from toolscope.config.found import Found, found, identity, pasted
from toolscope.config.gather import Surroundings
from toolscope.config.model import ServerConfig
from toolscope.config.options import Options
from toolscope.plain import one_line
from toolscope.ui.background import in_thread
from toolscope.ui.present.found_servers import FoundColumns, detail
from toolscope.ui.present.text import assemble, plural, spread, stack
from toolscope.ui.present.twins import apart
from toolscope.ui.screens.paste import PasteScreen
from toolscope.ui.widgets.headed_list import HeadedList
from toolscope.ui.widgets.row_list import RowList

_DETAIL = 5
"""Lines for the server under the cursor."""


class FoundList(HeadedList):
    """The servers by what they start."""

    HELP_TITLE = "Servers found"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pick", "Choose", key_display="Space", tooltip="Choose this server, or leave it"),
        Binding("enter", "choose", "Add", key_display="⏎", tooltip="Add the chosen servers, or this one"),
    ]

    def __init__(self, found: Sequence[Found], running: frozenset[str]) -> None:
        """``running`` holds the identities of what the session has already."""
        super().__init__()
        self._found = {identity(one.server): one for one in found}
        self._there, self._apart = running, apart(found)
        self.chosen: dict[str, None] = {}

    def on_mount(self) -> None:
        """Show all of them."""
        self.show(list(self._found))

    @property
    def here(self) -> Found | None:
        """The server under the cursor."""
        return self._found.get(self.key) if self.key is not None else None

    @property
    def taken(self) -> tuple[ServerConfig, ...]:
        """The chosen ones in the order of the list; the one under the cursor when none is."""
        keys = self.chosen or ({self.key: None} if self.key is not None else {})
        return tuple(one.server for key, one in self._found.items() if key in keys and key not in self._there)

    def draw_head(self, width: int) -> Content:
        """The heads."""
        return FoundColumns.of(width).head()

    def draw_row(self, key: str, width: int) -> Content:
        """A server."""
        return FoundColumns.of(width).line(
            self._found[key], key in self.chosen, key in self._there, self._apart.get(key, "")
        )

    def action_pick(self) -> None:
        """Choose the server under the cursor, or leave it."""
        if self.key is None or self.key in self._there:
            return
        if self.key in self.chosen:
            del self.chosen[self.key]
        else:
            self.chosen[self.key] = None
        self.refresh()


class FoundScreen(ModalScreen[tuple[ServerConfig, ...]]):
    """Returns the servers to add; none when it was left with Escape."""

    CSS_PATH = ["dialogs.tcss", "found.tcss"]
    HELP_TITLE = "Servers found"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "paste", "Paste JSON", tooltip="Add servers from a pasted configuration"),
        Binding("escape", "leave", "Close", key_display="Esc"),
    ]

    def __init__(
        self,
        found: Sequence[Found],
        broken: Sequence[str],
        running: frozenset[str],
        read: Callable[[str], tuple[ServerConfig, ...]],
    ) -> None:
        """``read`` gives the servers of a pasted text, or raises ``ConfigError``."""
        super().__init__()
        self._broken, self._read = broken, read
        self.listed = FoundList(found, running)

    def compose(self) -> ComposeResult:
        """Title, list, the one under the cursor, what could not be read."""
        with Vertical(id="found"):
            yield Static(id="found-head")
            yield self.listed
            yield Static(id="found-detail")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The list has the focus."""
        self.listed.focus()
        self.call_after_refresh(self._paint)

    def on_resize(self) -> None:
        """As wide as the screen."""
        self.call_after_refresh(self._paint)

    @on(RowList.Moved)
    def _paint(self) -> None:
        head = self.query_one("#found-head", Static)
        width = max(20, head.size.width)
        count = plural(len(self.listed.keys), "server")
        head.update(
            spread(
                assemble(("Servers on this machine", "bold $ink")),
                (f"{count} · none is started before you add it", "$soft"),
                width,
            )
        )
        here = self.listed.here
        lines = (
            detail(here, width)
            if here
            else [
                assemble(
                    ("No other configuration was found. ", "$soft"), ("p", "bold $here"), (" pastes one.", "$soft")
                )
            ]
        )
        lines += [assemble((one_line(line), "$verdict-ask")).truncate(width, ellipsis=True) for line in self._broken]
        self.query_one("#found-detail", Static).update(stack(lines[:_DETAIL]))

    @on(RowList.Chosen)
    def _chosen(self) -> None:
        self.dismiss(self.listed.taken)

    def action_paste(self) -> None:
        """Add servers from text."""

        def take(servers: tuple[ServerConfig, ...] | None) -> None:
            if servers:
                self.dismiss(servers)

        self.app.push_screen(PasteScreen(self._read), take)

    def action_leave(self) -> None:
        """Add nothing."""
        self.dismiss(())


async def picked_servers(app: App[Any], known: Sequence[ServerConfig], options: Options) -> tuple[ServerConfig, ...]:
    """What a person picks of all that is configured on this machine, or pastes; ``known`` is there already."""
    around = Surroundings.here()

    def look() -> tuple[tuple[Found, ...], tuple[str, ...]]:
        return found(discover(around.cwd, around.home, around.environ).looked, options, around)

    others, broken = await in_thread(look)
    there = frozenset(identity(server) for server in known)
    read = partial(pasted, options=options, around=around)
    return await app.push_screen_wait(FoundScreen(others, broken, there, read))
