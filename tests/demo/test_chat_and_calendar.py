"""The demo's chat and calendar."""

from __future__ import annotations

import json
from typing import Any


async def test_a_sent_message_is_read_in_its_channel(connect: Any) -> None:
    async with connect("chat") as chat:
        await chat.text("send_message", channel="#design", text="Margins are remembered now.")
        read = json.loads(await chat.text("read_channel", channel="#design", limit=1))
        assert read["messages"][0]["text"] == "Margins are remembered now."
        assert "Margins" in await chat.text("search_messages", query="margins remembered", author="ines")


async def test_a_channel_for_others_refuses_and_says_where_to_post(connect: Any) -> None:
    async with connect("chat") as chat:
        refused = await chat.refusal("send_message", channel="#legal", text="Hello")
        assert "#general" in refused
        assert "Hello" not in await chat.text("read_channel", channel="#legal")


async def test_a_reply_stays_in_its_thread(connect: Any) -> None:
    async with connect("chat") as chat:
        await chat.text("reply_in_thread", message_id="m_101", text="On it.")
        thread = json.loads(await chat.text("read_channel", channel="#design", thread="m_101"))
    assert [said["text"] for said in thread["messages"]] == ["On it."]


async def test_a_status_is_set_and_cleared(connect: Any) -> None:
    async with connect("chat") as chat:
        await chat.text("set_status", text="Away")
        assert "Away" in await chat.text("list_users")
        await chat.text("set_status", text=None)
        assert "Away" not in await chat.text("list_users")


async def test_a_created_event_shows_between_its_days(connect: Any) -> None:
    async with connect("calendar") as calendar:
        guests = [{"email": "bao@example.org", "optional": True}]
        given = {"title": "Retro", "start": "2026-12-07T15:00", "end": "2026-12-07T16:00", "guests": guests}
        await calendar.text("create_event", **given)
        listed = json.loads(await calendar.text("list_events", first_day="2026-12-07", last_day="2026-12-07"))
    assert [event["title"] for event in listed["events"]] == ["Retro"]


async def test_an_event_cannot_end_before_it_starts(connect: Any) -> None:
    async with connect("calendar") as calendar:
        given = {"title": "Retro", "start": "2026-12-07T15:00", "end": "2026-12-07T14:00"}
        assert "before it starts" in await calendar.refusal("create_event", **given)


async def test_a_taken_room_names_rooms_that_are_free(connect: Any) -> None:
    async with connect("calendar") as calendar:
        given = {"title": "Talk", "start": "2026-12-02T10:30", "end": "2026-12-02T11:30"}
        event = json.loads(await calendar.text("create_event", **given))
        refused = await calendar.refusal("book_room", event_id=event["id"], room_id="birch")
        assert refused == "birch is taken by “Export review” at that time. Free then: cedar, hall."
        await calendar.text("book_room", event_id=event["id"], room_id="cedar")
        free = await calendar.text("list_rooms", free_from="2026-12-02T11:00", free_to="2026-12-02T12:00")
        assert "cedar" not in free


async def test_free_time_lies_around_what_is_planned(connect: Any) -> None:
    async with connect("calendar") as calendar:
        answer = json.loads(await calendar.text("find_free_time", day="2026-12-02", minutes=60, latest="13:00"))
    assert answer["free_from"] == ["09:00", "11:00"]


async def test_working_hours_change_only_for_the_days_given(connect: Any) -> None:
    async with connect("calendar") as calendar:
        hours = json.loads(
            await calendar.text("set_working_hours", monday={"from": "10:00", "to": "15:00"}, friday=None)
        )
    assert (hours["monday"]["from"], hours["tuesday"]["from"], hours["friday"]) == ("10:00", "09:00", None)


async def test_an_event_does_not_move_into_a_time_when_its_room_is_taken(connect: Any) -> None:
    async with connect("calendar") as calendar:
        moved = {"event_id": "ev_1", "start": "2026-12-02T10:30", "end": "2026-12-02T11:30"}
        assert "birch is taken" in await calendar.refusal("update_event", **moved)
        assert "2026-12-01T09:30" in await calendar.text("get_event", event_id="ev_1")
        await calendar.text("update_event", **moved, room_id=None)
