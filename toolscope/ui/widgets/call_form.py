"""A tool's parameters, one under the other; lists grow and shrink, groups and variants open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from toolscope.ui.present.draft import Entries, Entry
from toolscope.ui.present.filling import nulled, visible, with_rows, without_row
from toolscope.ui.present.form import Field, Form, Path
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.form_field import FormField
from toolscope.ui.widgets.part_mark import PartMark


class CallForm(VerticalScroll, can_focus=False):
    """The form of one tool; the entries are its state."""

    DEFAULT_CSS = """
    CallForm { height: 1fr; scrollbar-size-vertical: 1; }
    CallForm .form-empty { color: $soft; height: auto; }
    """
    HELP_TITLE = "Form"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "add", "Add a row", key_display="^n", priority=True, tooltip="add a row to the list"),
        Binding("ctrl+y", "remove", "Remove row", key_display="^y", priority=True, tooltip="take the row away"),
        Binding("ctrl+b", "null", "Null", key_display="^b", priority=True, tooltip="null, and unset again"),
        Binding("ctrl+j", "lines", "Lines", key_display="^j", priority=True, tooltip="a text of several lines"),
    ]

    @dataclass
    class Changed(Message):
        """An entry changed."""

        entries: Mapping[Path, Entry] = field(default_factory=dict)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.form = Form()
        self.entries: dict[Path, Entry] = {}
        self.rows: list[FormField] = []
        """The fields from top to bottom."""

    async def show(self, form: Form, entries: Entries) -> None:
        """Show another form, or the same with other entries."""
        self.form, self.entries = form, dict(entries)
        self.rows = [self._row(one) for one in visible(form.fields, entries)]
        await self.remove_children()
        empty = Static(assemble(("This tool takes no parameters.", "$soft")), classes="form-empty")
        await self.mount_all(self.rows or [empty])
        self.scroll_home(animate=False)

    def _row(self, one: Field) -> FormField:
        return FormField(one, self.entries.get(one.path, Entry()))

    def focus_first(self) -> bool:
        """Put the focus on the first field; whether there is one."""
        for row in self.rows:
            if row.field.kind != "group" or row.entry.as_json:
                row.focus_control()
                return True
        return False

    def annotate(self, notes: Mapping[Path, Content], wrong: frozenset[Path]) -> None:
        """Say at each field what is wrong with it or what becomes of it."""
        for row in self.rows:
            row.show_note(notes.get(row.field.path), row.field.path in wrong)

    @on(FormField.Changed)
    def _changed(self, message: FormField.Changed) -> None:
        message.stop()
        row = message.field
        if row not in self.rows:
            return  # it belongs to the form that was here before
        self.entries[row.field.path] = row.entry
        if [one.path for one in visible(self.form.fields, self.entries)] != [one.field.path for one in self.rows]:
            self._reshape(self.entries, row.field.path)
        else:
            self.post_message(self.Changed(self.entries))

    # shape

    @work(exclusive=True, group="shape", description="lays a form out")
    async def _reshape(self, entries: dict[Path, Entry], focus: Path) -> None:
        """Show what these entries make of the form; what stays is not touched."""
        self.entries = entries
        known = {row.field.path: row for row in self.rows}
        rows = [self._kept(known.get(one.path), one) or self._row(one) for one in visible(self.form.fields, entries)]
        await self.remove_children([row for row in self.rows if row not in rows])
        before: FormField | None = None
        for row in rows:
            if not row.is_attached:
                await self.mount(row, **({"after": before} if before is not None else {"before": 0}))
            before = row
        self.rows = rows
        target = next((row for row in rows if row.field.path == focus), None)
        if target is not None:
            target.focus_control()
        self.post_message(self.Changed(self.entries))

    def _kept(self, row: FormField | None, one: Field) -> FormField | None:
        """The row that shows a field already, if it can go on doing so."""
        entry = self.entries.get(one.path, Entry())
        if row is None or row.field != one or (row.entry.as_json, row.entry.rows) != (entry.as_json, entry.rows):
            return None
        if one.kind in ("rows", "variants", "group") or entry.rows:
            row.take(entry)
            return row
        return row if row.entry == entry and ("\n" in entry.text) == bool(row.query("LinesArea")) else None

    @property
    def _here(self) -> Field | None:
        """The field with the focus."""
        at = self.screen.focused
        return next((row.field for row in self.rows if at is not None and row in at.ancestors), None)

    def _list(self, one: Field | None) -> Field | None:
        """The innermost list that a field is or stands in."""
        if one is None:
            return None
        lists = [row.field for row in self.rows if row.field.kind in ("rows", "list") and not row.entry.as_json]
        around = [known for known in lists if one.path[: len(known.path)] == known.path]
        return max(around, key=lambda known: len(known.path), default=None)

    def _row_of(self, one: Field | None) -> tuple[Field, int] | None:
        """The innermost list around a field, and the position of the row that it stands in."""
        known = self._list(one)
        if known is None or one is None or len(one.path) == len(known.path):
            return None
        position = one.path[len(known.path)]
        return (known, position) if isinstance(position, int) else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that do something are offered."""
        here = self._here if action in ("add", "remove", "null", "lines") else None
        if action == "add":
            return self._list(here) is not None
        if action == "remove":
            return self._row_of(here) is not None
        if action == "null":
            return here is not None and here.nullable and None not in here.choices
        if action == "lines":
            entry = self.entries.get(here.path, Entry()) if here is not None else Entry()
            return here is not None and here.kind == "text" and not entry.as_json and "\n" not in entry.text
        return super().check_action(action, parameters)

    def action_add(self) -> None:
        """One row more, with the focus in it."""
        if (known := self._list(self._here)) is not None:
            entries = with_rows(known, self.entries, 1)
            self._reshape(entries, (*known.path, int(entries[known.path].text) - 1))

    def action_remove(self) -> None:
        """The row with the focus taken away."""
        if (found := self._row_of(self._here)) is not None:
            self._reshape(without_row(found[0].path, found[1], self.entries), found[0].path)

    def action_null(self) -> None:
        """Null, and unset again."""
        if (here := self._here) is not None:
            self._reshape(nulled(here, self.entries), here.path)

    def action_lines(self) -> None:
        """A text of several lines."""
        if (here := self._here) is not None:
            entry = self.entries.get(here.path, Entry())
            self._reshape({**self.entries, here.path: entry.of(f"{entry.text}\n")}, here.path)

    @on(PartMark.Pressed)
    def _pressed(self, message: PartMark.Pressed) -> None:
        message.stop()
        self._reshape(_stepped(message.field, self.entries, message.step), message.field.path)


def _stepped(one: Field, entries: dict[Path, Entry], step: int) -> dict[Path, Entry]:
    """A group opened or closed, a list with a row more or less; below no rows it is unset."""
    entry = entries.get(one.path, Entry())
    if one.kind == "group":
        return {**entries, one.path: entry.of("open" if step > 0 else "")}
    if step < 0 and entry.text in ("", "0"):
        return {**entries, one.path: Entry()}
    if step < 0:
        return without_row(one.path, int(entry.text) - 1, entries)
    return with_rows(one, entries, step)
