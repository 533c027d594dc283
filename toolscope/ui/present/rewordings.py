"""Other wordings of a query, and what each finds."""

from __future__ import annotations

from textual.content import Content

from toolscope.retrieval.suggest import Suggestion
from toolscope.ui.present.reasons import Why
from toolscope.ui.present.rows import Row, name_within
from toolscope.ui.present.text import Part, assemble, plural, spread


def other_gates(why: Why, width: int) -> list[Row]:
    """The query with an equally rare word first."""
    rows = []
    for other in why.others[:3]:
        first = other.ranking[0].tool.name if other.ranking else ""
        left: list[Part] = [("↳ ", "$here"), (other.words[0].spelling, "bold $ink"), (" first: ", "$ink")]
        left += [(plural(len(other.ranking), "tool"), "bold $ink"), ("  ", "$soft")]
        room = width - assemble(*left).cell_length
        line = assemble(*left, name_within(first, max(8, room))).truncate(width)
        rows.append(Row(line, queries=(other.query,)))
    title = Row(spread(("Words as rare as the gate", "bold $ink"), ("of equals the first decides", "$soft"), width))
    return [title, *rows] if rows else []


def suggestions(why: Why, width: int) -> list[Row]:
    """The shortest edits that find the tool; the first one is taken by Enter."""
    if not why.suggestions:
        return []
    given = {word.spelling.lower() for word in why.found.words}
    rows = [Row(spread(("What would find it", "bold $ink"), ("rank it really reaches", "$soft"), width))]
    for position, suggestion in enumerate(why.suggestions):
        left = assemble((" ⏎ " if not position else "   ", "$here"), _wording(suggestion, given))
        right = assemble(("#", "$soft"), (str(suggestion.rank), "bold $verdict-allow"))
        rows.append(Row(spread(left, right, width), queries=suggestion.split or (suggestion.query,)))
    return rows


def _wording(suggestion: Suggestion, given: set[str]) -> Content:
    """The words, those that are new set apart; of several queries how many they are."""
    parts: list[Part] = []
    for word in suggestion.query.split():
        parts += [(word, "$ink" if word.lower() in given else "bold $mode-names"), " "]
    others = len(suggestion.split) - 1
    return assemble(*parts, (f" and {plural(others, 'other name')}, one a line", "$soft") if others > 0 else "")
