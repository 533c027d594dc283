"""The demo's calendar: events, guests and meeting rooms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from toolscope.canonical import Json
from toolscope.demo.fields import choice, date, flag, many, moment, nullable, record, text, whole
from toolscope.demo.shelf import Record, Refusal, Shelf
from toolscope.demo.toolbox import ADDS, CHANGES, DESTROYS, READS, SILENT, Toolbox, serve, tool

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

EVENT = text("Which event, for example ev_1.", "ev_1")
ADDRESS = text("Mail address.", "bao@example.org", format="email")
TITLE = text("What it is about.", "Export review", maxLength=200)
START, END = moment("When it begins.", "2026-12-03T10:00"), moment("When it is over.", "2026-12-03T10:30")
CALENDAR = text("Which calendar.", "work")
CLOCK = r"^([01]\d|2[0-3]):[0-5]\d$"
GUEST: Json = record("Somebody invited.", ("email",), email=ADDRESS, optional=flag("It works without them."))
HOURS: Json = record(
    "From when to when.",
    ("from", "to"),
    **{"from": text("Earliest.", "09:00", pattern=CLOCK), "to": text("Latest.", "17:00", pattern=CLOCK)},
)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")
YOU = "ines@example.org"


def _seed() -> Iterator[Record]:
    for title, day, start, end, room, guests in (
        ("Planning", "2026-12-01", "09:30", "10:30", "birch", ("bao", "tove")),
        ("Export review", "2026-12-02", "10:00", "11:00", "birch", ("samir",)),
        ("Lunch with the printer", "2026-12-02", "12:00", "13:00", None, ("wanda",)),
        ("Demo day", "2026-12-04", "14:00", "16:00", "hall", ("bao", "samir", "tove", "wanda")),
    ):
        invited = [{"email": f"{name}@example.org", "answer": "accepted"} for name in guests]
        times = {"start": f"{day}T{start}", "end": f"{day}T{end}"}
        yield {
            "title": title,
            **times,
            "calendar_id": "work",
            "room_id": room,
            "guests": invited,
            "answer": "needs_action",
        }


class Calendar:
    """All events, and who may see them."""

    def __init__(self) -> None:
        self._calendars = Shelf("calendar", [{"id": name, "shared_with": {}} for name in ("work", "home")])
        self._events = Shelf("event", _seed(), "ev_{}")
        rooms = (("birch", 6, ["screen"]), ("cedar", 10, ["screen", "camera"]), ("hall", 60, ["stage"]))
        self._rooms = Shelf("room", [{"id": name, "seats": seats, "has": has} for name, seats, has in rooms])
        self._hours: Record = {day: {"from": "09:00", "to": "17:00"} for day in DAYS}

    def _overlapping(self, start: str, end: str, **wanted: Json) -> list[Record]:
        return [event for event in self._events.where(**wanted) if event["start"] < end and event["end"] > start]

    @tool(
        READS,
        first_day=date("From this day on.", "2026-12-01"),
        last_day=date("Up to this day.", "2026-12-07"),
        calendar_id=CALENDAR,
    )
    def list_events(self, first_day: str, last_day: str, calendar_id: str | None = None) -> Json:
        """List events between two dates."""
        found = self._overlapping(first_day, f"{last_day}T24:00", calendar_id=calendar_id)
        return {"events": sorted(found, key=lambda event: str(event["start"]))}

    @tool(READS, event_id=EVENT)
    def get_event(self, event_id: str) -> Json:
        """Read one event with its guests."""
        return self._events.get(event_id)

    @tool(
        ADDS,
        defs={"Guest": GUEST},
        title=TITLE,
        start=START,
        end=END,
        guests=many("Who is invited.", {"$ref": "#/$defs/Guest"}),
        calendar_id=choice("Where it is kept.", "work", "home"),
        remind=many("Minutes before the start.", whole("Minutes.", 0, 10_080, 10)),
        colour=choice("How it looks.", "moss", "sand", "sky", "plum"),
    )
    def create_event(
        self, title: str, start: str, end: str, guests: Any = None, calendar_id: str = "work", **more: Json
    ) -> Json:
        """Create an event and invite guests. Every guest receives a mail with the time and place at once."""
        _in_order(start, end)
        invited = [{**guest, "answer": "needs_action"} for guest in guests or []]
        made = {"title": title, "start": start, "end": end, "calendar_id": calendar_id, "guests": invited}
        return self._events.add(**made, room_id=None, answer="accepted", **more)

    @tool(
        SILENT,
        event_id=EVENT,
        title=TITLE,
        start=START,
        end=END,
        room_id=nullable(text("The room; null gives it back.", "cedar")),
        notify=choice("Who hears of it.", "everyone", "nobody"),
    )
    def update_event(self, event_id: str, notify: str = "everyone", **parts: Json) -> Json:
        """Change an event; guests are told."""
        event = self._events.get(event_id)
        changed = {**event, **parts}
        _in_order(changed["start"], changed["end"])
        if changed["room_id"]:
            self._take(changed["room_id"], changed)
        event.update(parts)
        told = [guest["email"] for guest in event["guests"]] if notify == "everyone" else []
        return {**event, "told": told}

    @tool(DESTROYS, event_id=EVENT, message=text("Sent to the guests.", "Sorry, another time."))
    def delete_event(self, event_id: str, message: str = "") -> Json:
        """Cancel an event."""
        gone = self._events.remove(event_id)
        return f"Cancelled “{gone['title']}”; {len(gone['guests'])} guests were told. {message}".strip()

    @tool(
        READS,
        day=date("On which day.", "2026-12-02"),
        minutes=whole("How long.", 15, 480, 45),
        guests=many("Who has to be free besides you.", ADDRESS),
        earliest=text("Not before.", "09:00", pattern=CLOCK),
        latest=text("Over by then.", "17:00", pattern=CLOCK),
    )
    def find_free_time(
        self, day: str, minutes: int, guests: Any = None, earliest: str = "09:00", latest: str = "17:00"
    ) -> Json:
        """Find times at which all guests are free, in steps of a quarter of an hour."""
        names = {YOU, *(guests or [])}
        busy = [
            (_minutes(event["start"][11:]), _minutes(event["end"][11:]))
            for event in self._overlapping(day, f"{day}T24:00")
            if names & {YOU, *(guest["email"] for guest in event["guests"])}
        ]
        starts = range(_minutes(earliest), _minutes(latest) - minutes + 1, 15)
        free = [at for at in starts if all(at >= end or at + minutes <= start for start, end in busy)]
        return {"day": day, "minutes": minutes, "free_from": [f"{at // 60:02}:{at % 60:02}" for at in free]}

    @tool(
        CHANGES,
        event_id=EVENT,
        answer=choice("What you say.", "accepted", "declined", "tentative"),
        comment=text("For the host."),
    )
    def respond_to_event(self, event_id: str, answer: str, comment: str | None = None) -> Json:
        """Accept or decline an invitation."""
        event = self._events.change(event_id, answer=answer, comment=comment)
        return f"You {answer} “{event['title']}”." if answer != "tentative" else f"You may come to “{event['title']}”."

    @tool(READS)
    def list_calendars(self) -> Json:
        """List your calendars."""
        return {"calendars": list(self._calendars)}

    @tool(SILENT, calendar_id=CALENDAR, email=ADDRESS, role=choice("What they may do.", "see_busy", "read", "write"))
    def share_calendar(self, calendar_id: str, email: str, role: str = "read") -> Json:
        """Share a calendar with a person."""
        shared: Record = self._calendars.get(calendar_id)["shared_with"]
        shared[email] = role
        return self._calendars.get(calendar_id)

    @tool(
        CHANGES,
        defs={"Hours": HOURS},
        **{day: nullable({"description": "Null: not at all.", "$ref": "#/$defs/Hours"}) for day in DAYS},
    )
    def set_working_hours(self, **days: Json) -> Json:
        """Set the hours in which you can be booked, day by day; days that you leave out stay as they are."""
        self._hours.update(days)
        return self._hours

    @tool(READS, seats=whole("At least so many seats.", 1, 100, 8), free_from=START, free_to=END)
    def list_rooms(self, seats: int = 1, free_from: str | None = None, free_to: str | None = None) -> Json:
        """List meeting rooms and their size."""
        rooms = [room for room in self._rooms if room["seats"] >= seats]
        if free_from and free_to:
            rooms = [room for room in rooms if not self._overlapping(free_from, free_to, room_id=room["id"])]
        return {"rooms": rooms}

    @tool(SILENT, event_id=EVENT, room_id=text("Which room; list_rooms knows them.", "cedar"))
    def book_room(self, event_id: str, room_id: str) -> Json:
        """Book a meeting room for an event."""
        event = self._events.get(event_id)
        self._take(room_id, event)
        event["room_id"] = room_id
        return f"{room_id} is yours from {event['start']} to {event['end']}."

    def _take(self, room_id: str, event: Record) -> None:
        """Raises ``Refusal`` when a room is taken or too small, and says which one is free."""
        room, people = self._rooms.get(room_id), len(event["guests"]) + 1
        others = [one for one in self._overlapping(event["start"], event["end"]) if one["id"] != event["id"]]
        taken = {one["room_id"]: one["title"] for one in others}
        free = [one["id"] for one in self._rooms if one["id"] not in taken and one["seats"] >= people]
        instead = f"Free then: {', '.join(free) or 'no room'}."
        if room_id in taken:
            raise Refusal(f"{room_id} is taken by “{taken[room_id]}” at that time. {instead}")
        if room["seats"] < people:
            raise Refusal(f"{room_id} has {room['seats']} seats for {people} people. {instead}")


def _in_order(start: str, end: str) -> None:
    if end <= start:
        raise Refusal(f"It would end ({end}) before it starts ({start}).")


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


def build() -> Server[Any]:
    """A new calendar with its own memory."""
    return serve("calendar", "3.1.0", Toolbox(Calendar()), "Times are local and look like 2026-12-02T10:00.")
