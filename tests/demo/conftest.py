"""Demo servers behind a real client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult, Tool

from toolscope.config.launch import InProcess
from toolscope.config.model import ServerConfig
from toolscope.demo.fleet import servers

CONFIGS = {config.name: config for config in servers()}


class Caller:
    """A connected client that lists everything and calls with keyword arguments."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.pages = 0

    async def tools(self) -> list[Tool]:
        found: list[Tool] = []
        cursor, self.pages = None, 0
        while True:
            part = await self.client.list_tools(cursor=cursor)
            found, cursor, self.pages = found + part.tools, part.next_cursor, self.pages + 1
            if cursor is None:
                return found

    async def call(self, tool: str, /, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(tool, arguments)

    async def text(self, tool: str, /, **arguments: Any) -> str:
        """The text of a call that must succeed."""
        answer = await self.call(tool, **arguments)
        said = "\n".join(block.text for block in answer.content if block.type == "text")
        assert not answer.is_error, said
        return said

    async def refusal(self, tool: str, /, **arguments: Any) -> str:
        """The text of a call that must be refused."""
        answer = await self.call(tool, **arguments)
        assert answer.is_error
        assert answer.content[0].type == "text"
        return answer.content[0].text


Connect = Callable[[str], Any]


@asynccontextmanager
async def _connected(config: ServerConfig, mode: str) -> AsyncIterator[Caller]:
    assert isinstance(config.launch, InProcess)
    server: Any = config.launch.build()
    async with Client(server, mode=mode) as client:
        yield Caller(client)


@pytest.fixture(params=["legacy", "auto"])
def connect(request: pytest.FixtureRequest) -> Connect:
    """Opens a new server by name, once in each era of the protocol."""
    return lambda name: _connected(CONFIGS[name], request.param)
