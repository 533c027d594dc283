"""What servers ask of a person: put, answered, refused, in both eras of the protocol."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any

import pytest
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp.types import CreateMessageResult, ListRootsResult, SamplingMessage, TextContent
from pydantic import BaseModel

from tests.connections.launching import inside, script
from toolscope.connections.fleet import Fleet
from toolscope.connections.requests import DECLINED, PERSON, Answer, Asks, ServerRequest, summary


class Trip(BaseModel):
    """Where to."""

    city: str


async def where() -> Trip | Elicit[Trip]:
    return Elicit("Where do you want to go?", Trip)


async def number() -> Sample:
    message = SamplingMessage(role="user", content=TextContent(type="text", text="Say a number."))
    return Sample([message], max_tokens=20)


async def roots() -> ListRoots:
    return ListRoots()


server = MCPServer("stateless")


@server.tool()
def book(trip: Annotated[Trip, Resolve(where)]) -> str:
    """Book."""
    return trip.city


@server.tool()
def think(said: Annotated[CreateMessageResult, Resolve(number)]) -> str:
    """Think."""
    return f"{said.model}: {said.content.text}"  # type: ignore[union-attr]


@server.tool()
def folders(known: Annotated[ListRootsResult, Resolve(roots)]) -> str:
    """List."""
    return str(known.roots[0].uri)


def person(*answers: Answer) -> tuple[Asks, list[ServerRequest]]:
    """Somebody who gives these answers, and what was asked."""
    asked: list[ServerRequest] = []
    left = list(answers)

    async def asks(request: ServerRequest) -> Answer:
        asked.append(request)
        return left.pop(0)

    return asks, asked


def text(result: Any) -> str:
    return str(result["content"][0]["text"])


async def test_the_handshake_era_asks_in_the_middle_of_a_call() -> None:
    asks, asked = person(Answer("accept", {"city": "Rome"}), DECLINED, Answer("accept"), Answer("accept", "seven"))
    async with Fleet([script("asking")], asks=asks) as fleet:
        await fleet.settled()
        replies = [await fleet.call("asking", name, {}) for name in ("book", "book", "pay", "think")]
    heard = [json.loads(text(reply.result)) for reply in replies]
    assert heard[0] == {"action": "accept", "content": {"city": "Rome"}}
    assert [one["action"] for one in heard[1:3]] == ["decline", "accept"]
    assert (heard[3]["model"], heard[3]["content"]["text"]) == (PERSON, "seven")
    assert [(one.server, one.kind) for one in asked[1:]] == [("asking", kind) for kind in ("form", "url", "sampling")]
    assert asked[0].schema["required"] == ["city"]
    assert asked[2].url == "https://pay.example/1"
    assert summary(asked[3]) == "asks for a model's answer: Say a number."


async def test_the_stateless_era_asks_between_two_rounds_of_a_call() -> None:
    asks, asked = person(Answer("accept", {"city": "Rome"}), Answer("accept", "seven"))
    async with Fleet([inside(server)], asks=asks) as fleet:
        await fleet.settled()
        booked = await fleet.call("inside", "book", {})
        thought = await fleet.call("inside", "think", {})
    assert (text(booked.result), text(thought.result)) == ("Rome", f"{PERSON}: seven")
    assert [one.kind for one in asked] == ["form", "sampling"]


async def test_a_refusal_is_an_answer_and_the_connection_goes_on() -> None:
    asks, _ = person(DECLINED, Answer("cancel"))
    async with Fleet([script("asking"), inside(server)], asks=asks) as fleet:
        await fleet.settled()
        thought = await fleet.call("asking", "think", {})
        booked = await fleet.call("inside", "book", {})
        folder = await fleet.call("asking", "folders", {})
    assert "the person refused" in text(thought.result)
    assert booked.is_error
    assert not folder.is_error


async def test_roots_are_the_working_folder() -> None:
    async with Fleet([script("asking"), inside(server)]) as fleet:
        await fleet.settled()
        legacy = await fleet.call("asking", "folders", {})
        stateless = await fleet.call("inside", "folders", {})
    here = Path.cwd().as_uri()
    assert json.loads(text(legacy.result))["roots"][0]["uri"] == here
    assert text(stateless.result) == here


@pytest.mark.parametrize("name", ["asking", "inside"])
async def test_without_anybody_to_ask_a_call_fails_and_says_so(name: str) -> None:
    async with Fleet([script("asking"), inside(server)]) as fleet:
        await fleet.settled()
        reply = await fleet.call(name, "book", {}, timeout=10)
    assert reply.is_error
    assert "licitation" in (reply.error or text(reply.result))


async def test_a_call_does_not_run_out_of_time_while_a_person_thinks() -> None:
    over = asyncio.Event()

    async def asks(request: ServerRequest) -> Answer:
        await over.wait()
        return DECLINED

    async with Fleet([script("asking")], asks=asks) as fleet:
        await fleet.settled()
        call = asyncio.create_task(fleet.call("asking", "book", {}, timeout=0.2))
        done, _ = await asyncio.wait([call], timeout=0.6)
        assert not done
        over.set()
        assert json.loads(text((await call).result))["action"] == "decline"


async def test_a_question_ends_with_its_call() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def asks(request: ServerRequest) -> Answer:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return DECLINED

    async with Fleet([script("asking")], asks=asks) as fleet:
        await fleet.settled()
        call = asyncio.create_task(fleet.call("asking", "book", {}))
        await begun.wait()
        await fleet.disconnect("asking")
        await call
        await asyncio.wait_for(ended.wait(), 10)
