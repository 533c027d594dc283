"""A virtual list: rows are keys, only the visible ones are drawn, the cursor stays on its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.paint import strip


class RowList(ScrollView, can_focus=True):
    """A list of rows, each one line that a subclass draws from its key.

    Column 0 belongs to the edge mark of the chosen row; ``draw`` fills the rest.
    """

    DEFAULT_CSS = """
    RowList { height: 1fr; background: $ground; color: $ink; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    RowList > .row-list--here { background: $here-bg; }
    RowList > .row-list--chosen { background: $raised; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-list--here", "row-list--chosen"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Row above", show=False),
        Binding("down", "move(1)", "Row below", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "to_end(-1)", "First row", show=False),
        Binding("end", "to_end(1)", "Last row", show=False),
        Binding("enter", "choose", "Open", show=False),
    ]
    ALLOW_SELECT = False

    cursor: reactive[int] = reactive(0)

    @dataclass
    class Moved(Message):
        """The cursor is on another key."""

        list: RowList
        key: str

        @property
        def control(self) -> RowList:
            """The list that posted it."""
            return self.list

    @dataclass
    class Chosen(Message):
        """A key was chosen by Enter or a click."""

        list: RowList
        key: str

        @property
        def control(self) -> RowList:
            """The list that posted it."""
            return self.list

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.keys: Sequence[str] = ()

    # what a subclass draws

    def draw(self, key: str, width: int) -> Content:
        """One row in ``width`` cells; must be overridden."""
        raise NotImplementedError

    def selectable(self, key: str) -> bool:
        """Whether the cursor may rest on a row: a total or a heading may refuse."""
        return True

    # keys

    @property
    def key(self) -> str | None:
        """The key under the cursor."""
        return self.keys[self.cursor] if 0 <= self.cursor < len(self.keys) else None

    def show(self, keys: Sequence[str]) -> None:
        """Show these keys; the cursor and the scroll stay where their key is, when it is still there."""
        before = self.key
        self.keys = keys
        self.virtual_size = Size(0, len(keys))
        if before is not None and before in keys:
            self.cursor = list(keys).index(before)
        else:
            self.cursor = min(self.cursor, max(0, len(keys) - 1))
        self.refresh()

    def restart(self, keys: Sequence[str]) -> None:
        """Show other keys, the cursor on the first one."""
        self.keys = ()
        self.cursor = 0
        self.show(keys)

    def go_to(self, key: str) -> None:
        """Put the cursor on a key."""
        if key in self.keys:
            self.cursor = list(self.keys).index(key)

    # drawing

    def render_line(self, y: int) -> Strip:
        """One visible line."""
        width, position = self.size.width, y + self.scroll_offset.y
        if width <= 0 or position >= len(self.keys):
            return Strip.blank(width, self.visual_style.rich_style)
        here = position == self.cursor and self.selectable(self.keys[position])
        edge = ("▌", "$here") if here and self.has_focus else " "
        line = assemble(edge, self.draw(self.keys[position], width - 1))
        return strip(self, line, width, self._row_style(here))

    def _row_style(self, here: bool) -> Style:
        if not here:
            return self.visual_style
        component = "row-list--here" if self.has_focus else "row-list--chosen"
        return self.visual_style + self.get_visual_style(component)

    # moving

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, len(self.keys) - 1)) if self.keys else 0

    def watch_cursor(self, old: int, new: int) -> None:
        """Repaint the two rows and bring the new one into view."""
        for row in (old, new):
            self.refresh(Region(0, row - self.scroll_offset.y, self.size.width, 1))
        self.scroll_to_region(Region(0, new, 1, 1), animate=False)
        if self.key is not None and old != new:
            self.post_message(self.Moved(self, self.key))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing scrolls sideways here: Left and Right belong to whatever holds the list."""
        return action not in ("scroll_left", "scroll_right")

    def action_move(self, step: int) -> None:
        """To the next selectable row."""
        at = self.cursor + step
        while 0 <= at < len(self.keys) and not self.selectable(self.keys[at]):
            at += step
        if 0 <= at < len(self.keys):
            self.cursor = at

    def action_page(self, pages: int) -> None:
        """A page up or down."""
        self.cursor += pages * max(1, self.size.height - 1)

    def action_to_end(self, end: int) -> None:
        """To the first or the last row."""
        self.cursor = 0 if end < 0 else len(self.keys) - 1

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        if self.key is not None and self.selectable(self.key):
            self.post_message(self.Chosen(self, self.key))

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, one on the chosen row chooses it."""
        row = event.y + self.scroll_offset.y
        if 0 <= row < len(self.keys) and self.selectable(self.keys[row]):
            if row == self.cursor and event.chain > 1:
                self.action_choose()
            self.cursor = row

    def on_focus(self) -> None:
        """Repaint with the edge mark."""
        self.refresh()

    def on_blur(self) -> None:
        """Repaint without the edge mark."""
        self.refresh()
