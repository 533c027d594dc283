"""One parameter of a tool: its name and type, a control, and a line for what is wrong or changes."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widgets import Input, Static, TextArea

from toolscope.plain import hides_text
from toolscope.ui.present.draft import Entry, held_reason, spell
from toolscope.ui.present.form import Field
from toolscope.ui.present.text import Part, assemble, stack
from toolscope.ui.present.wrapping import wrapped
from toolscope.ui.widgets.choice import Choice
from toolscope.ui.widgets.part_mark import PartMark

_WHOLE = 12
"""Lines of a description at most."""


class LineInput(Input):
    """One line; pasted text of several lines is not cut short but handed up."""

    HELP_TITLE = "Field"

    @dataclass
    class LinesPasted(Message):
        """Text with line breaks was pasted."""

        text: str

    def _on_paste(self, event: events.Paste) -> None:
        if len(event.text.splitlines()) > 1:
            event.stop()
            event.prevent_default()
            self.post_message(self.LinesPasted(self.value[: self.cursor_position] + event.text))


class JsonArea(TextArea):
    """A few lines of JSON, plain."""

    HELP_TITLE = "JSON"
    DEFAULT_CSS = """
    JsonArea { height: auto; min-height: 1; max-height: 8; border: none; padding: 0 1; background: $raised; }
    JsonArea:focus { border: none; background: $here-bg; }
    JsonArea .text-area--placeholder { color: $soft; }
    JsonArea .text-area--cursor-line { background: transparent; }
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing while it is being taken away: its styles are gone by then, and a drawing may still come."""
        return super().render_lines(crop) if self.is_attached else [Strip.blank(crop.width)] * crop.height


class LinesArea(JsonArea):
    """A text of several lines, as it is; one goes on at its end."""

    HELP_TITLE = "Text"

    def on_mount(self) -> None:
        """To the end of the text."""
        self.move_cursor(self.document.end)


class FieldLabel(Static):
    """Name, star, type, description, in two lines at most, or in full while its field has the focus."""

    whole: reactive[bool] = reactive(False, layout=True)

    def __init__(self, field: Field) -> None:
        super().__init__(markup=False)
        self._field = field
        if field.description:
            self.tooltip = Content(field.description)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as there are."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The lines for the present width."""
        return stack(self._lines(max(1, self.size.width)))

    def _lines(self, width: int) -> list[Content]:
        field = self._field
        star: Part = (" *", "$here") if field.required and not field.is_part else ""
        opens: Part = ("  ▾", "$soft") if field.kind == "group" and not field.lazy else ""
        described: Part = (f" · {field.description}", "$soft") if field.description else ""
        line = assemble((field.key, "bold $ink"), star, (f"  {field.words}", "$soft"), opens, described)
        return wrapped(line, width, _WHOLE if self.whole else 2)


class FormField(Vertical):
    """Label, control, note. The note's row is always there, so nothing jumps while somebody types."""

    DEFAULT_CSS = """
    FormField { height: auto; }
    FormField.-level-1 { margin-left: 2; border-left: tall $line; padding-left: 1; }
    FormField.-level-2 { margin-left: 4; border-left: tall $line; padding-left: 1; }
    FormField.-level-3 { margin-left: 6; border-left: tall $line; padding-left: 1; }
    FormField.-level-4 { margin-left: 8; border-left: tall $line; padding-left: 1; }
    FormField FieldLabel { height: auto; }
    FormField .field-note { height: auto; min-height: 1; max-height: 2; }
    FormField .field-reason { height: auto; color: $soft; }
    """

    @dataclass
    class Changed(Message):
        """Something was typed or chosen."""

        field: FormField

    def __init__(self, field: Field, entry: Entry) -> None:
        super().__init__(classes=f"-level-{min(4, len(field.path) - 1)}")
        self.field, self.entry = field, entry

    def compose(self) -> ComposeResult:
        """What the entry needs."""
        field, entry = self.field, self.entry
        yield FieldLabel(field)
        reason = held_reason(field, entry)
        if entry.as_json or field.kind == "json":
            if reason:
                yield Static(assemble((f"typed as JSON: {reason}", "$soft")), classes="field-reason")
            hint = "" if entry.as_json else f"unset; for example {spell(field.sample)}"[:200]
            yield JsonArea(entry.text, compact=True, highlight_cursor_line=False, placeholder=Content(hint))
        elif field.kind in ("choice", "variants"):
            yield Choice(field.choices, entry.text, f"unset   {field.placeholder}".rstrip(), field.titles)
        elif field.kind == "rows" or entry.rows or field.lazy:
            yield PartMark(field, entry)
        elif "\n" in entry.text:
            yield LinesArea(entry.text, compact=True, highlight_cursor_line=False)
        elif field.kind != "group":
            yield LineInput(entry.text, placeholder=field.placeholder)
        note = Static(classes="field-note", markup=False)
        note.display = self._noted
        yield note

    @property
    def _noted(self) -> bool:
        """Whether the line for a note is always there: not where the fields inside follow at once."""
        holds = self.field.lazy or self.field.kind in ("rows", "variants") or self.entry.rows
        inside = self.entry.text not in ("", "0") if holds else self.field.kind == "group"
        return self.entry.as_json or not inside

    def show_note(self, note: Content | None, wrong: bool) -> None:
        """What stands below the control."""
        for line in self.query(".field-note").results(Static):
            line.display = note is not None or self._noted
            line.update(note or "")
        self.set_class(wrong, "-wrong")

    def on_descendant_focus(self) -> None:
        """Show the whole description."""
        self.query_one(FieldLabel).whole = True

    def on_descendant_blur(self) -> None:
        """Two lines are enough for the others."""
        for label in self.query(FieldLabel):
            label.whole = False

    def focus_control(self) -> None:
        """Put the focus where one types."""
        control = next(iter(self.query("LineInput, Choice, TextArea, PartMark")), None)
        if control is not None:
            control.focus()

    @on(Input.Changed)
    @on(TextArea.Changed)
    @on(Choice.Changed)
    async def _typed(self, event: Input.Changed | TextArea.Changed | Choice.Changed) -> None:
        event.stop()
        control = event.control
        text = control.text if isinstance(control, TextArea) else control.value
        if text == self.entry.text:
            return
        back = self.entry.as_json and not text and (self.field.kind != "group" or self.field.lazy)
        back = back or (not text and isinstance(control, LinesArea))
        self.entry = Entry() if back else self.entry.of(text)
        if back:
            await self._rework()
        self.post_message(self.Changed(self))

    @on(LineInput.LinesPasted)
    async def _lines_pasted(self, message: LineInput.LinesPasted) -> None:
        """A text of several lines needs more than a line."""
        message.stop()
        text = message.text.replace("\r\n", "\n").replace("\r", "\n")
        plain = self.field.kind == "text" and not hides_text(text.replace("\n", ""))
        self.entry = Entry(text) if plain else Entry(spell(message.text), as_json=True)
        await self._rework()
        self.post_message(self.Changed(self))

    def take(self, entry: Entry) -> None:
        """Another number of rows, or a group opened or closed."""
        self.entry = entry
        for mark in self.query(PartMark):
            mark.entry = entry
            mark.refresh()

    async def _rework(self) -> None:
        """Another control for the entry."""
        await self.recompose()
        self.focus_control()
