"""One draft of a call, seen as a form or as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.getters import query_one
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from toolscope.canonical import Json
from toolscope.catalog.tool import Tool
from toolscope.plain import Plain, one_line
from toolscope.ui.present.draft import Draft, Entry, read_editor, spell
from toolscope.ui.present.filling import collect, fill, unset_count
from toolscope.ui.present.form import Form, Path, read_form
from toolscope.ui.present.prepared import Judged, notes_by_path, waited_for
from toolscope.ui.present.text import Part, assemble, plural, stack, tool_name
from toolscope.ui.present.wrapping import wrapped
from toolscope.ui.widgets.call_form import CallForm
from toolscope.ui.widgets.form_field import FormField
from toolscope.ui.widgets.json_editor import JsonEditor

_SENTENCE = re.compile(r"\.\s|\n\s*\n")
"""Where the first one ends."""
Mode: TypeAlias = Literal["form", "json"]
Unwrap: TypeAlias = Callable[[Json], tuple[str, dict[str, Json]] | None]


class CallHead(Static):
    """The tool, its first sentence, and which view of the draft this is."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.tool: Tool | None = None
        self.mode: Mode = "form"
        self.unset = 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line more where the sentence needs it."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The tool in a few lines, then the views."""
        return stack(self._lines(max(1, self.size.width)))

    def _lines(self, width: int) -> list[Content]:
        if self.tool is None:
            return [Content("")]
        first = one_line(_SENTENCE.split(self.tool.shown_description, maxsplit=1)[0])
        named = assemble(tool_name(self.tool.name, "bold $ink"), (f"  {first}", "$soft"))
        views = assemble(("F6 ", "$soft"), self._view("form", "Form"), self._view("json", "JSON"))
        unset: Part = (f"   {plural(self.unset, 'more', 'more')} left unset", "$soft") if self.unset else ""
        stars: Part = assemble(("   ", ""), ("*", "$here"), (" required", "$soft"))
        second = assemble(views, stars, unset) if self.mode == "form" else views
        return [
            *wrapped(named, width, 2 if self.screen.has_class("-low") else 3),
            second.truncate(width, ellipsis=True),
        ]

    def _view(self, mode: Mode, words: str) -> Content:
        here = mode == self.mode
        return assemble((f" {words} ", "bold $ink on $raised" if here else "$soft"))

    @dataclass
    class Switched(Message):
        """Somebody clicked on the switch."""

    def on_click(self) -> None:
        """A click is F6."""
        self.post_message(self.Switched())


class CallEditor(Vertical):
    """Holds the draft. Leaving the form writes it to the JSON, leaving the JSON fills the form."""

    @dataclass
    class Changed(Message):
        """The draft changed."""

        draft: Draft

    mode: reactive[Mode] = reactive("form")

    head = query_one(CallHead)
    form_view = query_one(CallForm)
    json_view = query_one(JsonEditor)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tool: Tool | None = None
        self.form = Form()
        self.draft = Draft()
        self.unwrap: Unwrap = lambda _: None
        self._shown = Form()

    def compose(self) -> ComposeResult:
        """Head and both views, of which one is seen."""
        yield CallHead()
        yield CallForm()
        yield JsonEditor()

    def on_mount(self) -> None:
        """Only what is seen takes the focus."""
        self._show_mode()

    def begin(self, tool: Tool, arguments: dict[str, Json] | None, mode: Mode = "form") -> None:
        """Start a draft for a tool; without arguments from what must be typed as JSON anyway. ``paint`` shows it."""
        self.tool, self.head.tool = tool, tool
        self.form = read_form(tool.registry_schema)
        if arguments is None:
            arguments = self.form.sample if self.form.reason else _samples(self.form)
        self.mode = "json" if self.form.reason else mode
        self.draft = Draft(arguments)
        if self.mode == "json":
            self.json_view.show(spell(arguments, 2), self.form.reason)

    async def paint(self) -> None:
        """Show the draft that was begun."""
        if self.mode == "form":
            await self._fill(self.draft.arguments)
        self._announce()

    async def switch(self) -> Plain | None:
        """The other view of the draft; or the reason why it stays this one."""
        if self.draft.problems:
            path, why = next(iter(self.draft.problems.items()))
            return one_line(f"{path[-1]}: {why}" if path else why)
        if self.mode == "form":
            self.json_view.show(spell(self.draft.arguments, 2), None)
            self.mode = "json"
        elif self.form.reason:
            return one_line(f"no form: {self.form.reason}")
        else:
            self.mode = "form"
            await self._fill(self.draft.arguments)
        self._announce()
        return None

    async def _fill(self, arguments: dict[str, Json]) -> None:
        self._shown, entries = fill(self.form, arguments)
        await self.form_view.show(self._shown, entries)
        self.draft = collect(self._shown, entries)

    def watch_mode(self) -> None:
        """The other view."""
        if self.is_mounted:
            self._show_mode()

    def _show_mode(self) -> None:
        """Show one view; what is hidden cannot be focused."""
        for view, own in ((self.form_view, "form"), (self.json_view, "json")):
            view.display = own == self.mode

    def focus_first(self) -> bool:
        """Put the focus where one types; whether there is such a place."""
        if self.mode == "json":
            self.json_view.area.focus()
            return True
        return self.form_view.focus_first()

    def annotate(self, judged: Judged) -> None:
        """What is wrong and what changes, at its place."""
        if self.mode == "json":
            self.json_view.say(judged.draft.problems.get(()))
            return
        entries = self.form_view.entries
        fields = tuple(row.field for row in self.form_view.rows)
        typed = {one.path: _stands(one.path, entries) for one in fields}
        notes = notes_by_path(fields, judged, typed)
        wrong = frozenset(path for path, note in notes.items() if note.plain.startswith("✕"))
        self.form_view.annotate(notes, wrong)

    def waiting_row(self, judged: Judged) -> FormField | None:
        """The row of the form that a call waits for."""
        rows = self.form_view.rows if self.mode == "form" else []
        field = waited_for(tuple(row.field for row in rows), judged)
        return next((row for row in rows if row.field is field), None)

    @on(CallForm.Changed)
    def _typed(self, message: CallForm.Changed) -> None:
        message.stop()
        self.draft = collect(self._shown, message.entries)
        self._announce()

    @on(JsonEditor.Changed)
    def _written(self, message: JsonEditor.Changed) -> None:
        message.stop()
        if self.mode == "json":
            self.draft = read_editor(message.text, self.unwrap)
            self._announce()

    def _announce(self) -> None:
        self.head.mode = self.mode
        self.head.unset = unset_count(self._shown, self.form_view.entries) if self.mode == "form" else 0
        self.head.refresh(layout=True)
        self.post_message(self.Changed(self.draft))


def _samples(form: Form) -> dict[str, Json]:
    """Required parameters that are typed as JSON, from their skeletons."""
    return {str(one.path[-1]): one.sample for one in form.fields if one.kind == "json" and one.required}


def _stands(path: Path, entries: dict[Path, Entry]) -> bool:
    """Whether something stands in a field, or in a group's fields."""
    return any(entry.text for own, entry in entries.items() if own[: len(path)] == path)
