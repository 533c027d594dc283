"""Servers behind a sign-in, and people who sign in."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.connections.serving import serving
from tests.servers.oauth_server import Behaviour, protected
from toolscope.connections.fleet import Fleet
from toolscope.connections.requests import Answer, ServerRequest
from toolscope.connections.state import ServerStatus, State


@contextmanager
def behind_a_sign_in(behaviour: Behaviour) -> Iterator[str]:
    """Runs the server; gives its address without a path."""
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(protected(f"http://127.0.0.1:{listener.getsockname()[1]}", behaviour), listener=listener) as address:
        yield address


class Person:
    """Somebody who opens the page in a browser that signs in by itself, and waits."""

    def __init__(self, opens: bool = True) -> None:
        self.opens = opens
        self.asked: list[ServerRequest] = []
        self.pages: list[httpx2.Response] = []

    async def __call__(self, request: ServerRequest) -> Answer:
        self.asked.append(request)
        if not self.opens:
            return Answer("cancel")
        async with httpx2.AsyncClient(follow_redirects=True) as browser:
            self.pages.append(await browser.get(request.url))
        await asyncio.Event().wait()
        raise AssertionError


async def signed_in(fleet: Fleet, name: str = "remote") -> ServerStatus:
    """Sign in to a server and wait for what becomes of it."""
    await fleet.sign_in(name)
    async with asyncio.timeout(20):
        async for news in fleet.news():
            if isinstance(news, ServerStatus) and not news.state.pending and "waiting for you" not in str(news.reason):
                return news
    raise AssertionError


def kept(home: Path) -> list[tuple[Path, dict[str, Any]]]:
    """The files of sign-ins below a home."""
    return [(path, json.loads(path.read_text())) for path in home.rglob("sign-ins/*.json")]


__all__ = ["Person", "State", "behind_a_sign_in", "kept", "signed_in"]
