"""The servers that were found on this machine, one a line: its name, what it starts, who names it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from toolscope.config.found import Found, Mention
from toolscope.config.suspicious import suspicion
from toolscope.plain import one_line
from toolscope.ui.present.text import assemble, middle, pad
from toolscope.ui.present.twins import given

_MARK, _NAME = 2, 20
_LEAST = 12
"""Cells in which a command says something."""


@dataclass(frozen=True, slots=True)
class FoundColumns:
    """Widths of the two columns that share what is left."""

    starts: int
    places: int

    @classmethod
    def of(cls, width: int) -> FoundColumns:
        """The columns of lines of ``width`` cells, with one cell of margin at both ends."""
        rest = width - 2 - _MARK - _NAME - 4
        places = min(44, max(18, rest * 2 // 5))
        return cls(max(8, rest - places), places)

    def head(self) -> Content:
        """The heads."""
        return self._line(Content(), *(assemble((word, "$soft")) for word in ("server", "starts", "found in")))

    def line(self, found: Found, chosen: bool, running: bool, apart: str = "") -> Content:
        """A server; ``running`` when the session has it already, ``apart`` what tells it from one that looks alike."""
        server = found.server
        mark = ("● ", "$state-ready") if running else ("✓ ", "$here") if chosen else ("  ", "")
        doubt = suspicion(server.launch)
        lead = assemble((f"! {doubt}: ", "$state-failed") if doubt else "", (apart, "$ink"))
        room = self.starts - lead.cell_length - (3 if apart else 0)
        if not apart or room >= _LEAST:
            starts = (f"{' · ' if apart else ''}{middle(one_line(server.endpoint), max(_LEAST, room))}", "$soft")
            lead = assemble(lead, starts)
        name = assemble((one_line(server.name), "$soft" if running else "bold $ink"))
        return self._line(assemble(mark), name, lead, assemble((_places(found.mentions), "$soft")))

    def _line(self, mark: Content, name: Content, starts: Content, places: Content) -> Content:
        cells = [pad(name, width=_NAME), pad(starts, width=self.starts), pad(places, width=self.places)]
        return assemble(" ", pad(mark, width=_MARK), assemble("  ").join(cells))


def _places(mentions: Sequence[Mention]) -> str:
    return " · ".join(dict.fromkeys(one_line(mention.client) for mention in mentions))


def detail(found: Found, width: int) -> list[Content]:
    """Everything about one server: the whole command, the file and line of each place."""
    server = found.server
    lines = [assemble((middle(one_line(server.endpoint), width), "$ink"))]
    if more := given(server.launch):
        lines.append(assemble((more, "$soft")))
    lines += [assemble((f"{one_line(m.client)}  ", "$ink"), (one_line(str(m.origin)), "$soft")) for m in found.mentions]
    asked = ", ".join(one_line(question.words) for question in server.questions)
    if asked:
        lines.append(assemble((f"asks for {asked}", "$soft")))
    return [line.truncate(width, ellipsis=True) for line in lines]
