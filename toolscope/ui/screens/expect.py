"""Which tool a query ought to find: any of the catalog, one that was lost, or a name as typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import query_one
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from toolscope.plain import one_line
from toolscope.retrieval.search import Result
from toolscope.ui.present.expect import Candidate, matching
from toolscope.ui.present.search import name_within
from toolscope.ui.present.text import assemble, number, spread
from toolscope.ui.widgets.row_list import RowList

_NOBODY, _TYPED = "\0nobody", "\0typed"


class CandidateList(RowList, can_focus=False):
    """The tools that match what was typed."""

    def __init__(self, result: Result) -> None:
        super().__init__()
        self._result = result
        self._shown: Mapping[str, Candidate] = {}
        self.typed = ""

    def offer(self, found: Sequence[Candidate], typed: str, clearable: bool) -> None:
        """Show these, and the name as typed unless it is one of them."""
        self.typed = typed
        self._shown = {candidate.name: candidate for candidate in found}
        keys = [*([_NOBODY] if clearable and not typed else []), *self._shown]
        if typed and typed not in self._shown:
            keys.append(_TYPED)
        self.keys = ()
        self.cursor = 0
        self.show(keys)

    def draw(self, key: str, width: int) -> Content:
        """Name, and where the query has it now."""
        if key == _NOBODY:
            return assemble((" expect no tool", "$soft"))
        if key == _TYPED:
            return assemble((f" {one_line(self.typed, width - 12)}", "$ink"), ("  as typed", "$soft"))
        candidate = self._shown[key]
        hit = self._result.ranks.get(key)
        note = candidate.note or (f"rank {number(hit.rank)}" if hit else "")
        return spread(assemble(" ", name_within(candidate.shown, width - len(note) - 4)), (f"{note} ", "$soft"), width)


class ExpectScreen(ModalScreen[str | None]):
    """Returns a name, ``""`` for no tool, ``None`` when it was left with Escape."""

    CSS_PATH = ["dialogs.tcss", "search.tcss"]
    HELP_TITLE = "Expect a tool"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("up", "move(-1)", "Tool above", show=False),
        Binding("down", "move(1)", "Tool below", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
    ]

    candidates = query_one(CandidateList)

    def __init__(self, known: Sequence[Candidate], result: Result, wanted: str | None) -> None:
        super().__init__()
        self._known, self._result, self._wanted = known, result, wanted

    def compose(self) -> ComposeResult:
        """Question, field, tools."""
        query = one_line(self._result.query, 50)
        with Vertical(classes="dialog -expect"):
            yield Static(assemble(("Which tool should ", "$ink"), (query or "it", "bold $ink"), (" find?", "$ink")))
            yield Input(placeholder="part of its name, or server/tool")
            yield CandidateList(self._result)
            yield Static(assemble(("Enter expects it, ↑ ↓ choose, Esc leaves", "$soft")), classes="note")

    def on_mount(self) -> None:
        """All of them."""
        self._offer("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._offer(event.value.strip())

    def _offer(self, typed: str) -> None:
        self.candidates.offer(matching(self._known, typed), typed, self._wanted is not None)

    def action_move(self, step: int) -> None:
        """Choose another."""
        self.candidates.action_move(step)

    def action_page(self, pages: int) -> None:
        """A page on."""
        self.candidates.action_page(pages)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        if self.candidates.key is not None:
            self._take(self.candidates.key)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._take(event.key)

    def _take(self, key: str) -> None:
        self.dismiss({_NOBODY: "", _TYPED: self.candidates.typed}.get(key, key))
