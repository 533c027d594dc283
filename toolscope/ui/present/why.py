"""Why a tool is where it is for a query: the parts of its score, the text that was searched, and what would find it."""

from __future__ import annotations

from textual.content import Content

from toolscope.plain import one_line
from toolscope.retrieval.explain import Explanation
from toolscope.retrieval.verdict import VerdictName
from toolscope.tokens import estimate
from toolscope.ui.present.reasons import Given, Why
from toolscope.ui.present.search import Row, hit_line, name_within, top_score, word_style
from toolscope.ui.present.searched_text import searched_text
from toolscope.ui.present.text import Part, assemble, badge, number, plural, spread
from toolscope.ui.present.word_table import word_table
from toolscope.ui.present.wrapping import wrap

_GOOD, _DOUBT, _BAD = "$verdict-allow", "$verdict-ask", "$verdict-deny"
BADGES: dict[VerdictName, tuple[str, str]] = {
    "found": ("FOUND", _GOOD),
    "outranked": ("OUTRANKED", _DOUBT),
    "gate_absent": ("NOT ADMITTED", _DOUBT),
    "coverage": ("TOO FEW WORDS", _DOUBT),
    "out_of_scope": ("NOT SEARCHED", _DOUBT),
    "collided": ("COLLIDED", _DOUBT),
    "unknown_word": ("UNKNOWN WORD", _BAD),
    "no_words": ("NO WORDS", _BAD),
    "server_unavailable": ("NOT LISTED", _BAD),
    "no_such_tool": ("NO SUCH TOOL", _BAD),
}


def why_rows(why: Why, width: int) -> list[Row]:
    """The pane's lines in ``width`` cells."""
    blocks = [_head(why, width), word_table(why, width)]
    if why.explanation is not None:
        blocks.append(searched_text(why.explanation, why.profile, width))
        blocks.append(_above(why, why.explanation, width))
    blocks += [_others(why, width), _suggestions(why, width)]
    rows: list[Row] = []
    for block in blocks:
        rows += [Row(Content("")), *block] if rows and block else block
    return rows


def intro_rows(width: int) -> list[Row]:
    """What the pane says before anything was asked."""
    text = (
        "Ask as a model would: one query a line. Here you then see which tool it finds, why, and what a miss is due to."
    )
    title = Row(assemble(("Why", "bold $ink")))
    return [title, Row(Content("")), *_wrapped(assemble((text, "$soft")), width)]


def given_rows(answer: Given, width: int, key: str) -> list[Row]:
    """What a model gets, in two lines."""
    title = Row(spread(("What a model gets", "bold $ink"), (f"{key} shows the JSON", "$soft"), width))
    if answer.error is not None:
        return [title, *_wrapped(assemble((one_line(answer.error), _BAD)), width)]
    tools = f"{plural(answer.tools, 'tool')} in {plural(answer.groups, 'group')}"
    chars = len(answer.text)
    cost = assemble(number(chars), (" characters · ", "$soft"), number(estimate(chars)), (" tokens", "$soft"))
    return [title, Row(spread((tools, "$ink"), cost, width))]


# blocks


def _head(why: Why, width: int) -> list[Row]:
    words, colour = BADGES[why.verdict.name]
    right: list[Part] = [badge(words, colour)]
    explained = why.explanation
    if explained is not None and explained.rank:
        total = number(len(why.found.result.ranking))
        right += ["  ", (number(explained.rank), "bold $ink"), (f" of {total}", "$soft")]
    room = width - assemble(*right).cell_length - 2
    name = name_within(one_line(why.name), room, "bold $ink") if why.name else assemble(("This query", "bold $ink"))
    return [Row(spread(name, assemble(*right), width)), Row(Content("")), *_wrapped(_sentence(why), width)]


def _sentence(why: Why) -> Content:
    """The verdict's sentence, the words it quotes marked as everywhere."""
    text = why.verdict.sentence
    line = assemble((text, "$ink"))
    for word in why.found.words:
        at = text.find(f"“{word.spelling}”")
        if at >= 0:
            line = line.stylize(f"bold {word_style(word)}", at + 1, at + 1 + len(word.spelling))
    return line


def _above(why: Why, explained: Explanation, width: int) -> list[Row]:
    result = why.found.result
    if not explained.above or explained.rank is None:
        return []
    top = top_score(result)
    rows = [Row(assemble(("Just above it", "bold $ink")))]
    rows += [Row(hit_line(one.hit, top, width), tool=one.hit.tool.name) for one in explained.above]
    lacks = explained.short_of_limit
    note = f"{lacks:.2f} short of rank {result.limit}" if 0 < lacks < float("inf") else ""
    if not note:
        return [*rows, Row(hit_line(result.ranking[explained.rank - 1], top, width, wanted=True))]
    name = name_within(explained.tool.name, width - len(note) - 7, "bold $here")
    rows.append(Row(spread(assemble((f"{explained.rank:>3}  ", "bold $here"), name), (note, "$soft"), width)))
    return rows


def _others(why: Why, width: int) -> list[Row]:
    rows = []
    for other in why.others[:3]:
        first = other.ranking[0].tool.name if other.ranking else ""
        left: list[Part] = [("↳ ", "$here"), (other.words[0].spelling, "bold $ink"), (" first: ", "$ink")]
        left += [(plural(len(other.ranking), "tool"), "bold $ink"), ("  ", "$soft")]
        room = width - assemble(*left).cell_length
        rows.append(Row(assemble(*left, name_within(first, max(8, room))).truncate(width), query=other.query))
    title = Row(spread(("Words as rare as the gate", "bold $ink"), ("of equals the first decides", "$soft"), width))
    return [title, *rows] if rows else []


def _suggestions(why: Why, width: int) -> list[Row]:
    if not why.suggestions:
        return []
    given_words = {word.spelling.lower() for word in why.found.words}
    rows = [Row(spread(("What would find it", "bold $ink"), ("rank it really reaches", "$soft"), width))]
    for position, suggestion in enumerate(why.suggestions):
        parts: list[Part] = [(" ⏎ " if not position else "   ", "$here")]
        for word in suggestion.query.split():
            parts += [(word, "$ink" if word.lower() in given_words else "bold $mode-names"), " "]
        right = assemble(("#", "$soft"), (str(suggestion.rank), f"bold {_GOOD}"))
        rows.append(Row(spread(assemble(*parts), right, width), query=suggestion.query))
    return rows


def _wrapped(line: Content, width: int) -> list[Row]:
    return [Row(part) for part in wrap([line], width)]
