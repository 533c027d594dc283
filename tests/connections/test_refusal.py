"""What a server says when it refuses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from mcp.server.mcpserver import MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.connections.serving import remote, serving, settled
from toolscope import veil
from toolscope.connections.fleet import Fleet
from toolscope.connections.refusal import said
from toolscope.connections.state import State

elsewhere: list[str] = []
"""Where a redirect leads to."""
EVERY = ["GET", "POST", "DELETE"]


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ('{"error": "invalid_token", "error_description": "it expired"}', "application/json", "it expired"),
        ('{"error": {"code": 7, "message": "over quota"}}', "application/json", "over quota"),
        ('{"detail": [{"msg": "x"}], "title": "Bad"}', "application/json", "Bad"),
        ('["first", "second"]', "application/json", "first"),
        ("{}", "application/json", ""),
        ("<html><head><title>502\nBad Gateway</title></head><body>x</body></html>", "text/html", "502\nBad Gateway"),
        ("  <p>Sign <b>in</b></p><script>x()</script>", "text/plain", "   Sign  in   "),
        ("quota exceeded", "text/plain", "quota exceeded"),
        ("[" * 5000, "application/json", "[" * 5000),
    ],
)
def test_the_telling_part_of_a_body_is_found(body: str, kind: str, words: str) -> None:
    assert said(body, kind) == words


async def long() -> AsyncIterator[bytes]:
    for _ in range(5000):
        yield b"no, and no, " * 1000


async def refuse(request: Request) -> Response:
    match request.path_params["how"]:
        case "challenged":
            value = 'Bearer error="invalid_token", error_description="the token \x1b[31mexpired"'
            return JSONResponse({}, 401, headers={"www-authenticate": value.replace("\x1b", "")})
        case "phrase":
            return PlainTextResponse("Not Found", 404)
        case "page":
            return Response("<title>Bad\x1b[31m Gateway</title>", 502, media_type="text/html")
        case "long":
            return StreamingResponse(long(), 503, media_type="text/plain")
        case "repeats":
            return PlainTextResponse(f"no such key: {request.headers['key']}", 403)
        case _:
            return RedirectResponse(f"{elsewhere[0]}/mcp?secret=1", 308)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(Starlette(routes=[Route("/{how}", refuse, methods=EVERY)])) as found:
        yield found


@pytest.mark.parametrize("sse", [False, True])
@pytest.mark.parametrize(
    ("how", "answered"),
    [
        ("challenged", "HTTP 401 Unauthorized: it wants credentials; it says: the token [31mexpired"),
        ("phrase", "HTTP 404 Not Found"),
        ("page", "HTTP 502 Bad Gateway: Bad␛[31m Gateway"),
        ("long", "HTTP 503 Service Unavailable: no, and no, no, and no, no, "),
    ],
)
async def test_a_refusal_is_told_with_its_words(address: str, how: str, answered: str, sse: bool) -> None:
    found = await settled(remote(f"{address}/{how}", sse=sse))
    assert found.state is State.FAILED
    assert str(found.reason).startswith(f"{address}/{how} answered {answered}")
    assert str(found.reason).count("Not Found") <= 1
    assert len(str(found.reason)) < 300


async def test_a_secret_that_a_refusal_repeats_is_masked(address: str) -> None:
    found = await settled(remote(f"{address}/repeats", Key="s3cret-and-long"))
    assert str(found.reason).endswith(f"it says: no such key: {veil.MASK}")


@pytest.mark.parametrize("sse", [False, True])
async def test_no_header_goes_to_another_origin_that_a_server_redirects_to(address: str, sse: bool) -> None:
    came: list[Request] = []

    async def note(request: Request) -> Response:
        came.append(request)
        return JSONResponse({})

    with serving(Starlette(routes=[Route("/mcp", note, methods=EVERY)])) as other:
        elsewhere[:] = [other]
        found = await settled(remote(f"{address}/moved", sse=sse, Authorization="Bearer s3cret-and-long"))
        assert f"it redirects to {other}/mcp, which is not followed" in str(found.reason)
    assert came == []


@pytest.mark.parametrize("from_the", ["first", "third"])
async def test_a_message_that_the_old_transport_cannot_deliver_ends_the_connection(from_the: str) -> None:
    """The SDK would wait for the answer until the call's time is over."""
    server = MCPServer("fickle")
    refusing = from_the == "first"

    @server.tool()
    def anything() -> str:
        """Never called."""
        return ""

    class Fickle:
        def __init__(self, app: ASGIApp) -> None:
            self.app = app

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            refused = refusing and scope.get("method") == "POST"
            await (PlainTextResponse("the disk is full", 500) if refused else self.app)(scope, receive, send)

    with serving(Fickle(server.sse_app())) as here:
        async with Fleet([remote(f"{here}/sse", sse=True)]) as fleet:
            (found,) = await fleet.settled()
            if not refusing:
                assert found.state is State.READY, found.reason
                refusing = True
                reply = await fleet.call("remote", "anything", {}, timeout=15)
                assert str(reply.error).endswith("answered HTTP 500 Internal Server Error: the disk is full")
                (found,) = fleet.statuses
            assert found.state is (State.FAILED if from_the == "first" else State.LOST)
            assert str(found.reason).endswith("answered HTTP 500 Internal Server Error: the disk is full")
