"""A tool's parameters, one under the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from textual import on
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from toolscope.ui.present.draft import Entries, Entry
from toolscope.ui.present.form import Field, Form, Path
from toolscope.ui.present.text import assemble
from toolscope.ui.widgets.form_field import FormField


class CallForm(VerticalScroll, can_focus=False):
    """The form of one tool; the entries are its state."""

    DEFAULT_CSS = """
    CallForm { height: 1fr; scrollbar-size-vertical: 1; }
    CallForm .form-empty { color: $soft; height: auto; }
    """

    @dataclass
    class Changed(Message):
        """An entry changed."""

        entries: Mapping[Path, Entry] = field(default_factory=dict)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: dict[Path, Entry] = {}
        self.rows: list[FormField] = []
        """The fields from top to bottom."""

    async def show(self, form: Form, entries: Entries) -> None:
        """Show another form, or the same with other entries."""
        self.entries = dict(entries)
        self.rows = [FormField(one, self.entries.get(one.path, Entry())) for one in _rows(form.fields, entries)]
        await self.remove_children()
        empty = Static(assemble(("This tool takes no parameters.", "$soft")), classes="form-empty")
        await self.mount_all(self.rows or [empty])
        self.scroll_home(animate=False)

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
        if message.field not in self.rows:
            return  # it belongs to the form that was here before
        self.entries[message.field.field.path] = message.field.entry
        self.post_message(self.Changed(self.entries))


def _rows(fields: tuple[Field, ...], entries: Entries) -> Iterator[Field]:
    for one in fields:
        yield one
        if one.kind == "group" and not entries.get(one.path, Entry()).as_json:
            yield from _rows(one.fields, entries)
