"""The demo's tracker."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any

from jsonschema import validate


async def test_a_created_issue_is_listed_by_the_next_call(connect: Any) -> None:
    async with connect("tracker") as tracker:
        made = json.loads(
            await tracker.text("create_issue", title="Export forgets the cover", project_id="PX", priority="high")
        )
        listed = json.loads(await tracker.text("list_issues", project_id="PX", limit=1))
    assert listed["issues"] == [{key: made[key] for key in ("id", "title", "state", "priority")}]
    assert made["id"] == "PX-234"


async def test_two_trackers_do_not_share_their_memory(connect: Any) -> None:
    async with connect("tracker") as one, connect("tracker") as other:
        await one.text("delete_issue", issue_id="PX-231")
        assert "PX-231" in await one.refusal("get_issue", issue_id="PX-231")
        assert "PX-231" in await other.text("get_issue", issue_id="PX-231")


async def test_a_refused_assignee_leaves_no_issue_behind(connect: Any) -> None:
    async with connect("tracker") as tracker:
        before = await tracker.text("list_issues", project_id="PX")
        refused = await tracker.refusal("create_issue", title="Nobody", project_id="PX", assignee={"user_id": "u_0"})
        assert "u_1842" in refused
        assert await tracker.text("list_issues", project_id="PX") == before


async def test_null_clears_a_field_and_what_is_not_named_stays(connect: Any) -> None:
    async with connect("tracker") as tracker:
        await tracker.text("update_issue", issue_id="PX-231", estimate=5, due_date="2026-12-24")
        issue = json.loads(await tracker.text("update_issue", issue_id="PX-231", estimate=None))
    assert (issue["estimate"], issue["due_date"]) == (None, "2026-12-24")


async def test_search_answers_with_structure_that_fits_its_schema(connect: Any) -> None:
    async with connect("tracker") as tracker:
        tool = next(tool for tool in await tracker.tools() if tool.name == "search_issues")
        answer = await tracker.call("search_issues", query="empty pages", limit=3)
    validate(answer.structured_content, tool.output_schema)
    assert answer.structured_content["total"] == 6
    assert answer.content[0].text == "Found 6 issues that match “empty pages”. 3 shown."


async def test_a_long_list_is_read_part_by_part(connect: Any) -> None:
    seen: list[str] = []
    async with connect("tracker") as tracker:
        more: dict[str, str] = {}
        while True:
            part = json.loads(await tracker.text("list_issues", project_id="PX", limit=10, **more))
            seen += [issue["id"] for issue in part["issues"]]
            if "next_cursor" not in part:
                break
            more = {"cursor": part["next_cursor"]}
    assert len(set(seen)) == len(seen) == 36


async def test_a_closed_issue_can_be_reopened_but_not_twice(connect: Any) -> None:
    async with connect("tracker") as tracker:
        await tracker.text("close_issue", issue_id="PX-231", resolution="wont_do")
        assert '"open"' in await tracker.text("reopen_issue", issue_id="PX-231")
        assert await tracker.refusal("reopen_issue", issue_id="PX-231") == "PX-231 is open already."


async def test_a_moved_issue_has_a_number_of_its_new_project(connect: Any) -> None:
    async with connect("tracker") as tracker:
        await tracker.text("move_issue", issue_id="PX-231", project_id="WEB")
        assert "WEB-89" in await tracker.text("list_issues", project_id="WEB")
        await tracker.refusal("get_issue", issue_id="PX-231")


async def test_the_burndown_chart_is_a_png(connect: Any) -> None:
    async with connect("tracker") as tracker:
        answer = await tracker.call("burndown_chart", cycle_id="cycle-12")
    picture = base64.b64decode(answer.content[1].data)
    assert answer.content[1].mime_type == "image/png"
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = [], 8
    while at < len(picture):
        (size,) = struct.unpack(">I", picture[at : at + 4])
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]
        assert struct.unpack(">I", picture[at + 8 + size : at + 12 + size]) == (zlib.crc32(kind + data),)
        chunks.append((kind, data))
        at += 12 + size
    assert [kind for kind, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"]
    width, height = struct.unpack(">II", chunks[0][1][:8])
    assert len(zlib.decompress(chunks[1][1])) == height * (1 + 3 * width)


async def test_a_download_is_text_content_and_a_link(connect: Any) -> None:
    async with connect("tracker") as tracker:
        await tracker.text("attach_file", issue_id="PX-231", name="steps.txt", content="1. Export")
        answer = await tracker.call("get_attachment", attachment_id="att-2")
    assert [block.type for block in answer.content] == ["text", "resource", "resource_link"]
    assert answer.content[1].resource.text == "1. Export"


async def test_cycles_do_not_overlap(connect: Any) -> None:
    async with connect("tracker") as tracker:
        refused = await tracker.refusal("create_cycle", project_id="PX", start="2026-12-10", end="2026-12-20")
        assert "cycle-12" in refused
        await tracker.text("create_cycle", project_id="PX", start="2026-12-14", end="2026-12-20")
        assert "cycle-13" in await tracker.text("list_cycles", project_id="PX")
