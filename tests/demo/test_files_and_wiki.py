"""The demo's files and wiki."""

from __future__ import annotations

import json
from typing import Any

import anyio


async def test_a_moved_file_is_at_its_new_path_only(connect: Any) -> None:
    async with connect("files") as files:
        before = await files.text("read_file", path="/notes/todo.md")
        await files.text("move_file", source="/notes/todo.md", destination="/notes/trips/todo.md")
        assert await files.text("read_file", path="/notes/trips/todo.md") == before
        assert "does not exist" in await files.refusal("read_file", path="/notes/todo.md")


async def test_a_moved_folder_takes_along_what_it_holds(connect: Any) -> None:
    async with connect("files") as files:
        await files.text("move_file", source="/notes/recipes", destination="/notes/trips/food")
        assert "Bread" in await files.text("read_file", path="/notes/trips/food/bread.md")
        assert "itself" in await files.refusal("move_file", source="/notes/trips", destination="/notes/trips/in")


async def test_nothing_outside_of_the_notes_can_be_touched(connect: Any) -> None:
    async with connect("files") as files:
        for path in ("/etc/passwd", "../x", "/notes/../x", "/notesx"):
            assert "only folder" in await files.refusal("write_file", path=path, content="")


async def test_a_dry_run_shows_the_change_and_makes_none(connect: Any) -> None:
    edits = [{"old_text": "printer", "new_text": "binder"}]
    async with connect("files") as files:
        assert "+- write to the binder" in await files.text(
            "edit_file", path="/notes/todo.md", edits=edits, dry_run=True
        )
        assert "printer" in await files.text("read_file", path="/notes/todo.md")
        await files.text("edit_file", path="/notes/todo.md", edits=edits)
        assert (
            await files.text("grep_files", pattern="BINDER", ignore_case=True)
            == "/notes/todo.md:4: - write to the binder"
        )


async def test_an_edit_that_does_not_fit_changes_nothing(connect: Any) -> None:
    edits = [{"old_text": "printer", "new_text": "binder"}, {"old_text": "no such line", "new_text": ""}]
    async with connect("files") as files:
        await files.refusal("edit_file", path="/notes/todo.md", edits=edits)
        assert "printer" in await files.text("read_file", path="/notes/todo.md")


async def test_a_full_folder_is_deleted_only_when_asked_for(connect: Any) -> None:
    async with connect("files") as files:
        assert "not empty" in await files.refusal("delete_file", path="/notes/recipes")
        await files.text("delete_file", path="/notes/recipes", recursive=True)
        assert await files.text("list_directory") == "todo.md\ntrips/"
        assert "not empty" in await files.refusal("delete_file", path="/notes", recursive=True)


async def test_a_pattern_that_cannot_be_read_is_refused(connect: Any) -> None:
    async with connect("files") as files:
        assert "cannot be read" in await files.refusal("grep_files", pattern="(")


async def test_an_edited_page_has_versions_to_compare(connect: Any) -> None:
    async with connect("wiki") as wiki:
        await wiki.text("update_page", page_id="p_3", text="Pages are exported at noon.", based_on=1)
        assert len(json.loads(await wiki.text("list_versions", page_id="p_3"))["versions"]) == 2
        assert "+Pages are exported at noon." in await wiki.text("diff_versions", page_id="p_3", old=1)
        assert "version 2" in await wiki.refusal("update_page", page_id="p_3", text="", based_on=1)
        assert "no version 9" in await wiki.refusal("get_version", page_id="p_3", version=9)


async def test_an_archived_page_is_found_again_once_restored(connect: Any) -> None:
    async with connect("wiki") as wiki:
        assert "below it" in await wiki.refusal("archive_page", page_id="p_3")
        gone = json.loads(await wiki.text("archive_page", page_id="p_3", with_children=True))
        assert gone == {"archived": ["p_3", "p_4"]}
        assert json.loads(await wiki.text("search_pages", query="exported night"))["total"] == 0
        await wiki.text("restore_page", page_id="p_3")
        assert json.loads(await wiki.text("search_pages", query="exported night"))["total"] == 1


async def test_a_page_cannot_move_below_itself(connect: Any) -> None:
    async with connect("wiki") as wiki:
        assert "lies below" in await wiki.refusal("move_page", page_id="p_3", parent_id="p_4")
        await wiki.text("move_page", page_id="p_4", parent_id="p_2")
        tree = await wiki.text("get_page_tree", space="HB")
    assert tree == "Handbook (p_1)\n  How we work (p_2)\n    Paper sizes (p_4)\n  Printing (p_3)"


async def test_an_export_tells_how_far_it_is(connect: Any) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with connect("wiki") as wiki:
        given = {"page_id": "p_2", "format": "html", "steps": 4, "pause_ms": 0}
        answer = await wiki.client.call_tool("export_page", given, progress_callback=listen)
    assert told == [(step, 4, f"part {step} of 4") for step in range(1, 5)]
    assert "<h1>How we work</h1>" in answer.content[1].text
    assert [block.type for block in answer.content] == ["text", "text", "resource_link"]


async def test_an_export_can_be_cancelled_and_the_wiki_goes_on(connect: Any) -> None:
    begun = anyio.Event()

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        begun.set()

    async with connect("wiki") as wiki:
        given = {"page_id": "p_2", "steps": 100, "pause_ms": 100}
        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(lambda: wiki.client.call_tool("export_page", given, progress_callback=listen))
                await begun.wait()
                tasks.cancel_scope.cancel()
            assert "Handbook" in await wiki.text("get_page", page_id="p_1")
