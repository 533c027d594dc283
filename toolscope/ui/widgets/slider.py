"""A setting as a slider: drawn, taken by the mouse, and typed into."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from toolscope.config.model import Settings
from toolscope.ui.messages import SettingsAsked
from toolscope.ui.present.dials import WINDOW, Dial
from toolscope.ui.present.notes import notes
from toolscope.ui.present.reading import Tick
from toolscope.ui.present.text import assemble, pad
from toolscope.ui.present.track import GAP, MARGIN, NAME, START, VALUE, breakpoints, columns, ticks_at, track
from toolscope.ui.widgets.setting import Setting
from toolscope.ui.widgets.value_field import ValueField


class Slider(Setting):
    """Name, value, track and note; below, the breakpoints and what holds it back. One row high, the first only."""

    DEFAULT_CSS = """
    Slider { height: 2; background: $deck; color: $ink; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "type", "Type a value", tooltip="A digit opens the field too; Esc leaves it", show=False),
        Binding("escape", "leave", "Leave the field", show=False),
    ]

    def __init__(self, dial: Dial) -> None:
        super().__init__(dial)
        self.field: ValueField | None = None
        """Open while a value is typed."""
        self._grabbed: Settings | None = None
        """The settings before the drag that is going on."""
        self._pointed: Tick | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While typing, only the field's keys count."""
        if action == "leave" or self.field is not None:
            return action == "leave" and self.field is not None
        return super().check_action(action, parameters)

    # drawing

    def render(self) -> Content:
        """One line, or two where there is room."""
        wide, shown, scale = columns(self.size.width), self.reading, self.dial.scale
        lit = self.has_focus or self.field is not None
        edge = ("▌", "$here") if lit else " "
        name = (self.dial.name, "bold $here" if lit else "$soft" if shown.locked else "$ink")
        value = (self.dial.shown(shown.value), "$soft" if shown.locked else "bold")
        typed = (self.field.value, self.field.complaint) if self.field is not None else None
        meaning, reason = notes(self.survey, self.dial, shown, wide.note, typed, self._pointed)
        first = assemble(
            edge,
            " " * (MARGIN - 1),
            pad(name, width=NAME),
            pad(value, width=VALUE, right=True),
            " " * GAP,
            track(shown, scale, wide.track, lit),
            " " * GAP,
            meaning,
        )
        if self.size.height < 2:
            return first
        ticks = breakpoints(shown, scale, wide.track, self._pointed)
        return assemble(first, "\n", edge, " " * (START - 1), ticks, " " * GAP, reason)

    def on_focus(self) -> None:
        """Repaint with the edge mark."""
        self.refresh()

    def on_blur(self) -> None:
        """Repaint without the edge mark."""
        self.refresh()

    # typing

    def on_key(self, event: events.Key) -> None:
        """A digit opens the field; what is typed before the field has the focus goes into it."""
        character = event.character or ""
        if self.field is not None and not self.field.has_focus and event.is_printable:
            self.field.insert_text_at_cursor(character)
        elif self.field is None and character and character in self.dial.starts and not self.reading.locked:
            self._open(character)
        else:
            return
        event.stop()
        event.prevent_default()

    def action_type(self) -> None:
        """Open the field on the present value."""
        if not self.reading.locked:
            self._open(None)

    def action_leave(self) -> None:
        """Leave the field; the value is as it was."""
        self._close()

    def _open(self, text: str | None) -> None:
        self.field = ValueField(self.dial, self.settings, text)
        self.mount(self.field)
        self.field.focus()
        self.refresh_bindings()
        self.refresh()

    def _close(self) -> None:
        field, self.field = self.field, None
        if field is not None:
            if field.has_focus:
                self.focus()
            field.remove()
            self.refresh_bindings()
            self.refresh()

    @on(Input.Changed)
    def _edited(self, event: Input.Changed) -> None:
        """Show what the text would come to."""
        event.stop()
        self.refresh()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        """Apply the text, or show why it cannot be."""
        event.stop()
        settings = self.field.settings() if self.field is not None else None
        if settings is not None:
            self._close()
            self.ask(settings)
        self.refresh()

    @on(Input.Blurred)
    def _left(self, event: Input.Blurred) -> None:
        """Going elsewhere restores, like Esc; another window on top does not."""
        event.stop()
        if event.input is self.field and self.app.app_focus:
            self._close()

    # the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take the thumb, go to a breakpoint, open the field on the value, or offer models."""
        if event.button != 1 or event.widget is not self:
            return
        event.stop()
        width, x = columns(self.size.width).track, event.x - START
        if self.reading.locked or (self.dial is WINDOW and x > width):
            self.post_message(self.ModelsAsked())
            return
        self.focus()
        if ticks := self._under(event):
            here = self.value or 0
            self.set(next((tick.value for tick in ticks if tick.value > here), ticks[0].value))
        elif event.y == 0 and 0 <= x < width:
            self._grabbed = self.settings
            self.capture_mouse()
            self._drag(event)
        elif event.y == 0 and -GAP - VALUE <= x < -GAP:
            self.action_type()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the thumb, or name the breakpoint under the mouse."""
        if self._grabbed is not None:
            event.stop()
            self._drag(event)
            return
        self._point(next(iter(self._under(event)), None))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The end of a drag is what can be undone."""
        if self._grabbed is not None:
            event.stop()
            before, self._grabbed = self._grabbed, None
            self.release_mouse()
            if self.settings != before:
                self.post_message(SettingsAsked(self.settings))

    def on_leave(self) -> None:
        """Forget the breakpoint under the mouse."""
        self._point(None)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """A step up."""
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """A step down."""
        self._scroll(event, -1)

    def _under(self, event: events.MouseEvent) -> tuple[Tick, ...]:
        """The breakpoints under the mouse, one cell beside it at most."""
        width, x = columns(self.size.width).track, event.x - START
        if event.y != 1 or not -1 <= x <= width:
            return ()
        return ticks_at(self.reading, self.dial.scale, width, x, reach=1)

    def _point(self, tick: Tick | None) -> None:
        if tick != self._pointed:
            self._pointed = tick
            self.refresh()

    def _drag(self, event: events.MouseEvent) -> None:
        """Move the thumb to the mouse; in its own cell it keeps the value that it has."""
        scale, width, x = self.dial.scale, columns(self.size.width).track, event.x - START
        if self.value is None or x != scale.column(self.value, width):
            self.set(scale.value(x, width), undoable=False)

    def _scroll(self, event: events.MouseEvent, steps: int) -> None:
        event.stop()
        if not self.reading.locked and self.field is None:
            self.action_step(steps)
