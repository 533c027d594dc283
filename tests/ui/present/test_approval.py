"""What the approval dialog says."""

from __future__ import annotations

from tests.build import tool
from tests.ui.calling import TITLED, desk, prepared
from toolscope.config.model import Guardrail
from toolscope.invocation.guardrail import HermesDecision, decide
from toolscope.invocation.passage import Passage
from toolscope.plain import Plain
from toolscope.ui.present.approval import argument_lines, question, rows

HERMES = HermesDecision("ask", Plain("the server is untrusted"))


def test_every_row_fits_and_a_cut_one_shows_that_it_is_cut() -> None:
    call = prepared(desk(), **TITLED)
    lines = list(rows(Passage(call, decide(Guardrail(), call.tool)), HERMES, "x" * 400, 60))
    assert all(line.cell_length <= 60 for line in lines)
    assert sum("xxx" in line.plain for line in lines) == 2
    assert any(line.plain.endswith("…") for line in lines)


def test_a_name_that_was_made_safe_is_shown_with_the_real_one() -> None:
    moment = desk(tool("drop table!", "Odd"))
    call = prepared(moment, "mcp__tracker__drop_table_")
    text = "\n".join(line.plain for line in rows(Passage(call, decide(Guardrail(), call.tool)), HERMES, "npx", 78))
    assert "mcp__tracker__drop_table_  is drop table!" in text
    assert "would ask" in text


def test_the_clock_never_goes_below_nothing() -> None:
    call = prepared(desk(), **TITLED)
    verdict = decide(Guardrail(), call.tool)
    assert "no answer in 4:52 is a no" in question(call, verdict, 292.2, 78).plain
    assert "no answer in 0:00 is a no" in question(call, verdict, -3, 78).plain


def test_hints_say_what_is_declared_and_what_is_assumed() -> None:
    moment = desk(tool("wipe", "Wipe", annotations={"destructiveHint": True, "openWorldHint": False}))
    call = prepared(moment, "mcp__tracker__wipe")
    text = "\n".join(line.plain for line in rows(Passage(call, decide(Guardrail(), call.tool)), HERMES, "npx", 140))
    assert "writes assumed" in text
    assert "may destroy declared" in text
    assert "stays inside declared" in text


def test_large_arguments_keep_every_line() -> None:
    lines = argument_lines({"rows": list(range(20_000))}, 60)
    assert len(lines) == 20_004
