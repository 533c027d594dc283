"""Read-only lines of which only the visible ones are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from toolscope.ui.present.text import assemble


class LineView(ScrollView, can_focus=True):
    """Lines that a subclass makes for a width; they are made anew when the width changes or on ``rebuild``."""

    DEFAULT_CSS = """
    LineView { height: 1fr; scrollbar-gutter: stable; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Scroll up", show=False),
        Binding("down", "scroll_down", "Scroll down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "scroll_home", "Beginning", show=False),
        Binding("end", "scroll_end", "End", show=False),
    ]
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.lines: Sequence[Content | str] = ()
        self._width = 0

    def build(self, width: int) -> Sequence[Content | str]:
        """The lines for a width in cells, none of them longer; plain text is styled when it is drawn."""
        raise NotImplementedError

    def rebuild(self) -> None:
        """Make the lines again; the scroll stays where it is."""
        self._width = self.scrollable_content_region.width
        self.lines = self.build(self._width) if self._width > 0 else ()
        self.virtual_size = Size(self._width, len(self.lines))
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Lines depend on the width."""
        if self.scrollable_content_region.width != self._width:
            self.rebuild()

    def render_line(self, y: int) -> Strip:
        """One visible line."""
        width, position = self.size.width, y + self.scroll_offset.y
        if width <= 0 or position >= len(self.lines):
            return Strip.blank(width, self.visual_style.rich_style)
        line = assemble(self.lines[position]).truncate(width)
        strips = Visual.to_strips(self, line, width, 1, self.visual_style, pad=True)
        return strips[0] if strips else Strip.blank(width, self.visual_style.rich_style)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing scrolls sideways here: Left and Right belong to whatever holds the lines."""
        return action not in ("scroll_left", "scroll_right")

    # a jump is what is wanted in long text, not an animation

    def action_scroll_home(self) -> None:
        """To the beginning."""
        self.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        """To the end."""
        self.scroll_end(animate=False)

    def action_page_up(self) -> None:
        """A page up."""
        self.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """A page down."""
        self.scroll_page_down(animate=False)
