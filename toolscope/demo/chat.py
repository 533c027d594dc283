"""The demo's chat: a few channels and the people in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolscope.canonical import Json
from toolscope.demo.fields import choice, date, flag, many, moment, nullable, text, whole
from toolscope.demo.shelf import Clock, Record, Refusal, Shelf, page
from toolscope.demo.toolbox import ADDS, CHANGES, READS, SILENT, Toolbox, serve, tool

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

CHANNEL = text("The channel with its #, or a person with their @.", "#design", pattern="^[#@][a-z][a-z0-9-]*$")
MESSAGE = text("Which message, for example m_101.", "m_101")
BODY = text("What to say; *bold*, _italic_ and links are understood.", "Lunch at twelve?", minLength=1, maxLength=4000)
EMOJI = text("Name of the emoji, without colons.", "tada", pattern="^[a-z0-9_+-]+$")
LIMIT = whole("How many at most.", 1, 200)
YOU = "ines"


def _seed() -> list[Record]:
    said = (
        ("#design", "bao", "The new export dialog is up for comments."),
        ("#design", "tove", "Looks calm. Can the margins be remembered?"),
        ("#general", "wanda", "The wiki moves on Friday, please finish your drafts."),
        ("#general", "samir", "Export of empty pages is fixed on main."),
        ("#legal", "wanda", "Minutes of the licence review are in the wiki."),
    )
    return [
        {
            "channel": channel,
            "author": author,
            "text": text,
            "at": f"2026-11-30T1{index}:15",
            "thread": None,
            "reactions": {},
        }
        for index, (channel, author, text) in enumerate(said)
    ]


class Chat:
    """Everything that was said, and who is there."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._channels = Shelf(
            "channel",
            [
                {"id": "#general", "topic": "News for everyone", "members": 5, "may_post": True},
                {"id": "#design", "topic": "How it looks and feels", "members": 3, "may_post": True},
                {"id": "#legal", "topic": "Contracts and licences", "members": 2, "may_post": False},
            ],
        )
        people = ("ines", "bao", "tove", "samir", "wanda")
        self._people = Shelf(
            "person", [{"id": f"@{name}", "active": name != "samir", "status": None} for name in people]
        )
        self._messages = Shelf("message", _seed(), "m_{}", 101)

    def _say(self, channel: str, text: str, thread: str | None = None, **more: Json) -> Record:
        place = self._channels.get(channel) if channel.startswith("#") else self._people.get(channel)
        if not place.get("may_post", True):
            raise Refusal(
                f"You may read {channel} but not post there: only its 2 members may. Ask @wanda, or post in #general."
            )
        said = {"channel": channel, "author": YOU, "text": text, "at": self._clock.now(), "thread": thread}
        return self._messages.add(**said, reactions={}, **more)

    @tool(
        SILENT,
        channel=CHANNEL,
        text=BODY,
        mentions=many("People who get a notification.", text("A person with their @.", "@bao")),
        silent=flag("Show no notification at all."),
        urgency=choice("How loud it is.", "quiet", "normal", "page"),
    )
    def send_message(self, channel: str, text: str, **more: Json) -> Json:
        """Send a message to a channel or a person. Everyone in the channel can read it, and it cannot be taken back."""
        for person in more.get("mentions", []):
            self._people.get(person)
        said = self._say(channel, text, **more)
        return f"Sent to {channel} as {said['id']}."

    @tool(ADDS, message_id=MESSAGE, text=BODY, broadcast=flag("Show the reply in the channel too."))
    def reply_in_thread(self, message_id: str, text: str, broadcast: bool = False) -> Json:
        """Reply to a message in its thread."""
        first = self._messages.get(message_id)
        said = self._say(first["channel"], text, first["thread"] or message_id)
        if broadcast:
            self._say(first["channel"], f"↳ {text}")
        return f"Replied to {first['author']} as {said['id']}."

    @tool(READS, writable=flag("Only channels in which you may post."))
    def list_channels(self, writable: bool = False) -> Json:
        """List the channels you have joined."""
        return {"channels": self._channels.where(may_post=True if writable else None)}

    @tool(
        READS,
        channel=CHANNEL,
        limit=LIMIT,
        thread=text("Only the replies to this message.", "m_101"),
    )
    def read_channel(self, channel: str, limit: int = 20, thread: str | None = None) -> Json:
        """Read the last messages of a channel, oldest first."""
        if channel.startswith("#"):
            self._channels.get(channel)
        return {"messages": self._messages.where(channel=channel, thread=thread)[-limit:]}

    @tool(
        READS,
        query=text("Words that all occur in the message.", "export"),
        author=text("Only what this person said.", "bao"),
        since=date("Nothing older than this day.", "2026-11-30"),
        limit=LIMIT,
    )
    def search_messages(
        self, query: str, author: str | None = None, since: str = "2000-01-01", limit: int = 20
    ) -> Json:
        """Search messages by text, author or date in every channel you have joined, also where you may only read."""
        found = [
            said
            for said in self._messages.search(query, "text", "channel")
            if author in (None, said["author"]) and said["at"] >= since
        ]
        return page("messages", found[::-1], limit)

    @tool(CHANGES, message_id=MESSAGE, emoji=EMOJI)
    def add_reaction(self, message_id: str, emoji: str) -> Json:
        """React to a message with an emoji."""
        reactions: dict[str, list[str]] = self._messages.get(message_id)["reactions"]
        reactions[emoji] = sorted({*reactions.get(emoji, []), YOU})
        return reactions

    @tool(READS, active=flag("Only people who are there now."))
    def list_users(self, active: bool = False) -> Json:
        """List the people of the workspace."""
        return {"people": self._people.where(active=True if active else None)}

    @tool(
        CHANGES,
        text=nullable(text("What you are up to; null clears the status.", "Reviewing exports", maxLength=100)),
        emoji=EMOJI,
        until=moment("When it goes away by itself."),
    )
    def set_status(self, text: str | None, emoji: str | None = None, until: str | None = None) -> Json:
        """Set your status text and emoji."""
        status = {"text": text, "emoji": emoji, "until": until} if text else None
        self._people.get(f"@{YOU}")["status"] = status
        return status or "Your status is cleared."


def build() -> Server[Any]:
    """A new chat with its own memory."""
    return serve("chat", "0.9.2", Toolbox(Chat()), "You are @ines. Read a channel before you post in it.")
