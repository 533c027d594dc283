"""A web server on a loopback port, which it prints: ``http_server.py [PORT]``.

``/mcp`` is a server of the SDK over streamable HTTP, ``/old/mcp`` the same as it was before 2026-07-28, ``/sse`` over
the old transport. ``/status/500`` answers everything with that status, ``/html`` with a page, ``/nonsense`` with
something that is no JSON-RPC, ``/words`` with a status and an error, ``/moved`` with a redirect to another host.
"""

from __future__ import annotations

import socket
import sys

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

server = MCPServer("over http")


@server.tool()
def shout(text: str) -> str:
    """Say it louder."""
    return text.upper()


@server.tool()
def large() -> str:
    """More than the SDK's limit for one event."""
    return "x" * 3_000_000


@server.tool()
def headers(context: Context[None]) -> str:
    """The Authorization header of the request."""
    return str((context.headers or {}).get("authorization"))


async def refuse(request: Request) -> Response:
    return JSONResponse({"detail": "no"}, status_code=request.path_params["status"])


async def say_why(request: Request) -> Response:
    error = {"code": -32001, "message": "the trial is over"}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status_code=402)


async def move(request: Request) -> Response:
    return RedirectResponse("http://elsewhere.invalid/mcp", 307)


async def page(request: Request) -> Response:
    return HTMLResponse("<html><body>Sign in</body></html>")


async def nonsense(request: Request) -> Response:
    return JSONResponse([1, 2])


class Old:
    """The SDK's server, which refuses to be discovered: clients then fall back to the handshake."""

    def __init__(self, modern: ASGIApp) -> None:
        self.modern = modern

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        if b"server/discover" in body:
            return await JSONResponse({}, 404)(scope, receive, send)
        unread = [body]

        async def again() -> Message:
            return {"type": "http.request", "body": unread.pop()} if unread else await receive()

        return await self.modern({**scope, "path": "/mcp", "root_path": ""}, again, send)


def application() -> Starlette:
    found = server.streamable_http_app()
    every = ["GET", "POST", "DELETE"]
    found.router.routes += [
        Route("/status/{status:int}", refuse, methods=every),
        Route("/words", say_why, methods=every),
        Route("/moved", move, methods=every),
        Route("/html", page, methods=every),
        Route("/nonsense", nonsense, methods=every),
        Mount("/old", Old(Router(list(found.router.routes)))),
        *server.sse_app().routes,
    ]
    return found


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0))
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(application(), log_level="error")).run([listener])
