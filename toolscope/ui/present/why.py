"""Why a tool is where it is for a query: the parts of its score, the text that was searched, and what would find it."""

from __future__ import annotations

from textual.content import Content

from toolscope.plain import one_line
from toolscope.retrieval.absence import unlisted
from toolscope.retrieval.verdict import VerdictName
from toolscope.tokens import estimate
from toolscope.ui.present.neighbours import above
from toolscope.ui.present.reasons import Given, Why
from toolscope.ui.present.rewordings import other_gates, suggestions
from toolscope.ui.present.rows import Row, name_within, quoting
from toolscope.ui.present.searched_text import searched_text
from toolscope.ui.present.text import COMING, Part, assemble, badge, number, plural, spread, state
from toolscope.ui.present.word_table import word_table
from toolscope.ui.present.wrapping import wrap

_MOST_HIDDEN = 5
"""Tools that are named of those that would match and are not searched."""
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
        blocks.append(searched_text(why.explanation, width))
        blocks.append(above(why, why.explanation, width))
    blocks += [other_gates(why, width), suggestions(why, width), _beyond(why, width)]
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
    tools = f"{plural(answer.tools, 'tool')} for {plural(answer.groups, 'query', 'queries')}"
    chars = len(answer.text)
    cost = token_cost(chars, answer.exact)
    whole = assemble((f"{number(chars)} characters · ", "$soft"), cost)
    fits = len(tools) + 2 + whole.cell_length <= width
    return [title, Row(spread((tools, "$ink"), whole if fits else cost, width))]


def token_cost(chars: int, exact: int | None) -> Content:
    """The tokens that Hermes would assume for so many characters, and the exact count once it is there."""
    counted = number(exact) if exact is not None else COMING
    return assemble(number(estimate(chars)), (f" tokens · exact {counted}", "$soft"))


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
    return [
        Row(spread(name, assemble(*right), width)),
        Row(Content("")),
        *_wrapped(quoting(why.verdict.sentence, why.found.words), width),
    ]


def _beyond(why: Why, width: int) -> list[Row]:
    """Tools and servers that are not searched and would have been an answer."""
    rows = []
    for status in why.beyond.servers:
        line = assemble(state(status.state, words=False), (f" {unlisted(status)}", "$ink"))
        rows.append(Row(line.truncate(width, ellipsis=True)))
    left_out = (
        assemble("– ", one_line(name, 40), (" was left out by --server", "$soft")) for name in why.beyond.left_out
    )
    rows += [Row(line.truncate(width, ellipsis=True)) for line in left_out]
    for lost in why.beyond.tools[:_MOST_HIDDEN]:
        name = name_within(one_line(lost.name), max(16, width - len(lost.fate) - 2))
        rows.append(Row(spread(name, (lost.fate, "$soft"), width).truncate(width), tool=lost.name))
    more = len(why.beyond.tools) - _MOST_HIDDEN
    if more > 0:
        rows.append(Row(assemble((f"{number(more)} more", "$soft"))))
    title = spread(("Would match, and is not searched", "bold $ink"), ("why", "$soft"), width)
    return [Row(title), *rows] if rows else []


def _wrapped(line: Content, width: int) -> list[Row]:
    return [Row(part) for part in wrap([line], width)]
