"""Results as lines."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import pytest

from tests.ui.calling import TITLED, desk, prepared, record
from toolscope.demo.picture import burndown
from toolscope.invocation.result import blocks
from toolscope.plain import Plain
from toolscope.ui.present.block_file import file_name, savable, saved_bytes
from toolscope.ui.present.block_lines import EXPANDED, ONLY
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.measuring import measure
from toolscope.ui.present.result import Measured, body, head_line

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAAElFTkSuQmCC")


def image(data: bytes) -> dict[str, str]:
    return {"type": "image", "mimeType": "image/png", "data": base64.b64encode(data).decode()}


def done(*content: Any, **more: Any) -> CallRecord:
    return record(prepared(desk(), **TITLED), result={"content": list(content), **more}, elapsed_ms=412)


def said(record: CallRecord, expanded: frozenset[int] = frozenset(), width: int = 70, **more: Any) -> str:
    shown = body(record, expanded, 0, width, more.get("measured"))
    assert all(line.cell_length <= width for line in shown.lines)
    return "\n".join(line.plain for line in shown.lines)


def test_blocks_are_shown_one_by_one_with_their_cost() -> None:
    text = said(done({"type": "text", "text": "Found 34"}, image(PNG), structuredContent={"n": 34}))
    assert "1 text" in text
    assert "8 characters · 2 tokens" in text
    assert "2 image/png" in text
    assert "not counted" in text
    assert "2×3" in text
    assert '"n": 34' in text


def test_only_what_a_model_reads_is_counted() -> None:
    link = {"type": "resource_link", "uri": "note://one"}
    text = said(done({"type": "text", "text": "Found 34"}, link, {"type": "odd"}, structuredContent={"n": 34}))
    assert text.count("not counted") == 3
    alone = said(done(structuredContent={"n": 34}))
    assert "not counted" not in alone
    assert "tokens" in alone


def test_a_broken_block_says_why_and_leaves_the_others_alone() -> None:
    text = said(done({"type": "hologram"}, {"type": "text", "text": "fine"}, {"type": "image", "data": "%%%"}))
    assert "unreadable" in text
    assert "hologram" in text
    assert "fine" in text
    assert "not base64" in text


def test_a_long_text_is_folded_and_says_how_much_is_shown() -> None:
    long = done({"type": "text", "text": "line\n" * 2_100_000})
    began = time.perf_counter()
    folded = body(long, frozenset(), 0, 70, None).lines
    full = body(long, frozenset({0}), 0, 70, None).lines
    assert time.perf_counter() - began < 2
    assert len(folded) < ONLY.lines + 10
    assert len(full) < EXPANDED.lines + 10
    assert "of 10.0 MB" in folded[-2].plain
    assert "w saves it all" in full[-2].plain
    assert "e shows more" in folded[-2].plain
    assert "e shows more" not in full[-2].plain


def test_one_endless_line_is_cut_to_the_width() -> None:
    shown = body(done({"type": "text", "text": "x" * 1_000_000}), frozenset({0}), 0, 70, None)
    assert len(shown.lines) < EXPANDED.lines + 10


def test_long_structured_content_is_capped() -> None:
    shown = body(done(structuredContent={"rows": list(range(400_000))}), frozenset({0}), 0, 70, None)
    assert len(shown.lines) < EXPANDED.lines + 10


def test_of_many_blocks_each_shows_a_little() -> None:
    text = "line\n" * 300
    shown = body(done({"type": "text", "text": text}, {"type": "text", "text": text}), frozenset(), 0, 70, None)
    assert len(shown.starts) == 2
    assert shown.starts[1] < 40


@pytest.mark.parametrize(
    ("reply", "fate", "advice"),
    [
        ({"result": {"isError": True, "content": [{"type": "text", "text": "no"}]}}, "tool error", "reported an error"),
        ({"error": "it took too long", "elapsed_ms": 5.0}, "failed", "F5"),
        ({"error": "gone", "unreachable": True, "elapsed_ms": 5.0}, "unreachable", "F2"),
    ],
)
def test_every_failure_looks_like_itself_and_says_what_to_do(reply: dict[str, Any], fate: str, advice: str) -> None:
    failed = record(prepared(desk(), **TITLED), **reply)
    assert failed.fate == fate
    assert fate in head_line(failed, None, 70).plain
    assert advice in said(failed).replace("\n", " ")


def test_what_was_cancelled_may_have_been_done_all_the_same() -> None:
    cancelled = record(prepared(desk(), **TITLED), running=True).stopped("cancelled", Plain("by you"))
    assert cancelled.fate == "cancelled"
    assert not cancelled.running
    assert "cancelled" in head_line(cancelled, None, 70).plain
    assert "may have acted" in said(cancelled).replace("\n", " ")


def test_what_was_refused_never_ran() -> None:
    refused = record(prepared(desk(), **TITLED), refused="denied by you")
    assert refused.fate == "refused"
    text = said(refused)
    assert "denied by you" in text
    assert "never left this process" in text
    assert "Export fails" in text


def test_the_head_has_both_counts_of_the_reply() -> None:
    answer = done({"type": "text", "text": "Found 34 issues"})
    assert "… exact" in head_line(answer, None, 90).plain
    measured = measure(answer)
    assert measured.exact == 4
    line = head_line(answer, measured, 90).plain
    assert "✓ create_issue on tracker" in line
    assert "412 ms" in line
    assert "reply costs 4 tokens   4 exact" in line


def test_structured_content_is_held_against_its_output_schema() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    moment = desk({"name": "count", "inputSchema": {"type": "object"}, "outputSchema": schema})
    call = prepared(moment, "mcp__tracker__count")
    good = record(call, result={"content": [], "structuredContent": {"n": 1}})
    bad = record(call, result={"content": [], "structuredContent": {"n": "x"}})
    assert measure(good).fits
    assert "✓ fits its output schema" in said(good, measured=measure(good))
    assert "breaks its output schema" in said(bad, measured=measure(bad))
    assert measure(done()) == Measured(0)


def test_hostile_text_reaches_the_screen_as_text() -> None:
    text = said(done({"type": "text", "text": "[/red]\x1b]52;c;x\x07\u202e"}, {"type": "\x1b[31m"}))
    assert "[/red]" in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_what_is_saved_is_the_raw_block() -> None:
    answer = done(image(PNG), {"type": "text", "text": "raw \x1b"}, structuredContent={"n": 1})
    assert answer.outcome is not None
    picture, text, data = answer.outcome.blocks
    assert all(map(savable, answer.outcome.blocks))
    assert saved_bytes(picture) == PNG
    assert saved_bytes(text) == b"raw \x1b"
    assert saved_bytes(data) == b'{\n  "n": 1\n}'
    assert [file_name(answer, i) for i in range(3)] == [
        "create_issue-1.png",
        "create_issue-2.txt",
        "create_issue-3.json",
    ]


def test_a_text_that_is_json_is_shown_indented_and_saved_as_it_came() -> None:
    call = done({"type": "text", "text": '{"id":"PX-7","n":[1,2]}'})
    text = said(call)
    assert '      "id": "PX-7",' in text
    assert call.outcome is not None
    assert saved_bytes(call.outcome.blocks[0]) == b'{"id":"PX-7","n":[1,2]}'


@pytest.mark.parametrize("odd", ['{"a": 1, "a": 2}', "{not json}", "[]", "7"])
def test_a_text_that_indenting_would_change_is_shown_as_it_is(odd: str) -> None:
    assert f"    {odd}" in said(done({"type": "text", "text": odd})).splitlines()


def test_a_link_says_how_it_is_read() -> None:
    link = {"type": "resource_link", "uri": "note://one", "name": "one"}
    assert "o reads it from the server" in said(done(link))
    assert "o reads" not in said(done({"type": "resource_link"}))


def test_structured_content_of_an_error_is_not_held_against_the_schema() -> None:
    schema = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
    moment = desk({"name": "count", "inputSchema": {"type": "object"}, "outputSchema": schema})
    call = prepared(moment, "mcp__tracker__count")
    assert measure(record(call, result={"content": [], "structuredContent": {"n": "x"}})).misfits
    failed = measure(record(call, result={"content": [], "structuredContent": {"n": "x"}, "isError": True}))
    assert failed.misfits is None
    assert not failed.fits


def test_a_text_that_is_json_has_its_lists_folded_until_it_is_expanded() -> None:
    rows = json.dumps({"rows": [{"id": number} for number in range(30)]})
    answer = done({"type": "text", "text": rows}, {"type": "text", "text": "x"})
    text = said(answer)
    assert '"id": 2' in text
    assert '"id": 3' not in text
    assert "… 27 more" in text
    assert "e shows more" in text
    full = said(answer, frozenset({0}))
    assert '"id": 29' in full
    assert "e shows more" not in full


def test_how_much_is_shown_of_how_much_is_said() -> None:
    text = said(done({"type": "text", "text": "0123456789 " * 950_000}), frozenset({0}))
    assert "… showing" in text
    assert "of 10.0 MB" in text
    assert "w saves it all" in text


def test_a_picture_is_drawn_once_it_was_looked_at() -> None:
    pytest.importorskip("PIL")
    answer = done({"type": "text", "text": "a chart"}, image(burndown([5, 4, 3])))
    assert "▀" not in said(answer)
    text = said(answer, measured=measure(answer))
    assert text.count("▀") > 100
    assert "320×160" in text
    broken = done(image(PNG[:30]))
    assert "cannot be drawn" in said(broken, measured=measure(broken))


def test_only_the_first_of_very_many_pictures_are_decoded() -> None:
    answer = done(*[image(PNG)] * 60)
    pictures = measure(answer).pictures
    assert len(pictures) == 60
    assert "only the first 50" in str(pictures[59])
    assert "only the first 50" not in str(pictures[49])


def test_a_result_of_very_many_blocks_is_laid_out_in_part() -> None:
    answer = done(*[{"type": "text", "text": "line\n" * 40}] * 5_000)
    shown = body(answer, frozenset(), 2_000, 70, None)
    assert len(shown.lines) < 3_000
    assert 2_000 in shown.starts
    text = "\n".join(line.plain for line in shown.lines)
    assert "2001 text" in text
    assert "2,950 more blocks   ] goes on" in text
    assert "2,000 blocks before   [ goes back" in text


def test_large_json_is_folded_without_being_spelled_with_spaces() -> None:
    rows = [{"id": number, "name": f"row {number}"} for number in range(60_000)]
    answer = done(structuredContent={"rows": rows})
    text = said(answer)
    assert '"name": "row 19"' in text
    assert "… 59,980 more" in text
    assert "of 1.8 MB" in text
    assert "\n" not in str(blocks({"content": [], "structuredContent": {"rows": rows}})[0].text)
    assert "\n" in str(blocks({"content": [], "structuredContent": {"rows": rows[:9]}})[0].text)


def test_structured_content_that_cannot_be_checked_says_why() -> None:
    schema = {"type": "object", "properties": {"n": {"$ref": "https://elsewhere.invalid/n.json"}}}
    moment = desk({"name": "count", "inputSchema": {"type": "object"}, "outputSchema": schema})
    answer = record(prepared(moment, "mcp__tracker__count"), result={"content": [], "structuredContent": {"n": 1}})
    assert "not held against its output schema: " in said(answer, measured=measure(answer))
