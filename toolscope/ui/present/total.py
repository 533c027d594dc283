"""The last row of the server table: what its rows do not account for, and what the what-ifs change."""

from __future__ import annotations

from collections.abc import Iterator

from toolscope.disclosure.costs import Bill
from toolscope.survey import Survey
from toolscope.ui.present.missing import without
from toolscope.ui.present.no_bar import Words
from toolscope.ui.present.text import number

_AWAY = 17
"""Cells in which the absent servers can be counted."""


def total_words(survey: Survey, bill: Bill, room: int) -> Words:
    """What stands in the total's row where the others have their bar; less of it where there is little room."""
    change, beyond = what_if(survey), list(_beyond(survey, bill))
    if not change:
        told = ((without(survey, room - len(text) - 3), text) for text in beyond)
        away, text = next((pair for pair in told if pair[0][0]), (("", ""), ""))
        if text:
            return away, ("·", "$soft"), (text, "$soft")
        counted = without(survey, max(room, _AWAY))
        return (counted,) if counted[0] else ((_first(beyond, room), "$soft"),)
    away = without(survey, max(room - _width(change) - 3, _AWAY))
    lacking = (away, ("·", "$soft")) if away[0] else ()
    candidates = [(*lacking, *change, ("·", "$soft"), (text, "$soft")) for text in beyond]
    return next((words for words in (*candidates, (*lacking, *change), change) if _width(words) <= room), change[:2])


def _width(words: Words) -> int:
    return sum(len(text) + 1 for text, _ in words) - 1


def what_if(survey: Survey) -> Words:
    """What all what-ifs together change in a turn, sent and eager; nothing when there are none."""
    plan, without = survey.disclosure, survey.unchanged
    if without is None:
        return ()
    sent, eager = plan.sent_tokens - without.sent_tokens, plan.eager_tokens - without.eager_tokens
    return (("what-if", "$soft"), _change(sent, "sent"), ("·", "$soft"), _change(eager, "eager"))


def _change(tokens: int, word: str) -> tuple[str, str]:
    style = "$soft" if not tokens else "bold $verdict-allow" if tokens < 0 else "bold $verdict-deny"
    return f"{number(tokens, signed=bool(tokens))} {word}", style


def _beyond(survey: Survey, bill: Bill) -> Iterator[str]:
    """What the total has beyond its rows, the longest way to say it first."""
    plan, overhead = survey.disclosure, bill.overhead
    if not plan.activated:
        yield from ("every schema is sent, no bridge", "every schema is sent")
        return
    sent, listed = overhead.sent.tokens, overhead.listed.tokens
    if plan.form == "none":
        yield from (f"no manifest is sent · bridge {number(sent)}", f"bridge {number(sent)}")
        return
    header, bridge = f"header {number(listed, signed=True)}", f"bridge {number(sent - listed)}"
    tools = f"the 3 {bridge.replace('bridge', 'bridge tools')}"
    beyond = f"manifest's {header}"
    if overhead.eager.tokens:
        yield f"{beyond} · {tools} · rounding of schemas {number(overhead.eager.tokens)}"
    yield from (f"{beyond} · {tools}", f"{beyond} · {bridge}", f"{header} · {bridge}", bridge)


def _first(texts: list[str], room: int) -> str:
    return next((text for text in texts if len(text) <= room), texts[-1])
