"""Streams of events that are large, or break off before the answer."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.connections.serving import remote, serving
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import State

TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("dropped", "numbered", "gone", "large")]


class Dropping:
    """A server that ends the stream of a call before its answer; what it numbered can be had again."""

    def __init__(self) -> None:
        self.resumed: list[str] = []
        self.waiting = ""

    async def message(self, request: Request) -> Response:
        if request.method == "GET":
            return self.resume(request)
        sent = json.loads(await request.body())
        if "id" not in sent:
            return Response(status_code=202)
        method = sent["method"]
        if method == "tools/call":
            return self.call(sent)
        results: dict[str, Any] = {
            "initialize": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "dropping", "version": "1"},
            },
            "tools/list": {"tools": TOOLS},
        }
        if method not in results:
            return JSONResponse({}, 404)
        return JSONResponse({"jsonrpc": "2.0", "id": sent["id"], "result": results[method]})

    def call(self, sent: dict[str, Any]) -> Response:
        name = sent["params"]["name"]
        self.waiting = answer(sent["id"], "x" * 3_000_000 if name == "large" else "here it is")
        first = {"dropped": ": nothing yet\n\n", "large": f"data: {self.waiting}\n\n"}
        return events(first.get(name, f"id: {name}-1\nretry: 10\ndata: \n\n"))

    def resume(self, request: Request) -> Response:
        last = request.headers.get("last-event-id")
        if last is None:
            return Response(status_code=405)
        self.resumed.append(last)
        if last == "gone-1":
            return Response("no such stream", 404, media_type="text/plain")
        return events(f"id: numbered-2\ndata: {self.waiting}\n\n")


def answer(identifier: Any, text: str) -> str:
    result = {"content": [{"type": "text", "text": text}]}
    return json.dumps({"jsonrpc": "2.0", "id": identifier, "result": result})


def events(text: str) -> Response:
    async def parts() -> AsyncIterator[str]:
        yield text

    return StreamingResponse(parts(), media_type="text/event-stream")


@pytest.fixture
def server() -> Dropping:
    return Dropping()


@pytest.fixture
def address(server: Dropping) -> Iterator[str]:
    with serving(Starlette(routes=[Route("/mcp", server.message, methods=["GET", "POST"])])) as found:
        yield f"{found}/mcp"


async def test_a_call_whose_stream_breaks_off_is_resumed_where_it_stopped(server: Dropping, address: str) -> None:
    async with Fleet([remote(address)]) as fleet:
        await fleet.settled()
        reply = await fleet.call("remote", "numbered", {})
    assert reply.error is None
    assert reply.result["content"][0]["text"] == "here it is"
    assert server.resumed == ["numbered-1"]


@pytest.mark.parametrize(
    ("name", "reason", "tries"),
    [
        ("dropped", "the stream broke off before the answer, and its events have no ids to resume it by", 0),
        ("gone", "the stream broke off before the answer, and could not be resumed", 2),
    ],
)
async def test_a_call_that_cannot_be_resumed_says_so_and_the_server_stays(
    server: Dropping, address: str, name: str, reason: str, tries: int
) -> None:
    async with Fleet([remote(address)]) as fleet:
        await fleet.settled()
        reply = await fleet.call("remote", name, {})
        assert reply.error == f"{reason}; the server may have acted"
        assert reply.sent
        assert not reply.unreachable
        assert len(server.resumed) == tries
        (status,) = fleet.statuses
        assert status.state is State.READY
        again = await fleet.call("remote", "numbered", {})
        assert again.error is None


async def test_an_event_of_three_megabytes_is_read(address: str) -> None:
    async with Fleet([remote(address)]) as fleet:
        await fleet.settled()
        reply = await fleet.call("remote", "large", {})
    assert reply.error is None
    assert len(reply.result["content"][0]["text"]) == 3_000_000
