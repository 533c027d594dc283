"""A desk with a few tools that count how often they are used, and catalogs of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.build import catalog, export, status, tool
from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool
from toolscope.config.launch import InProcess
from toolscope.config.model import Origin, ServerConfig
from toolscope.connections.fleet import Fleet

NUMBERS = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a"]}


@pytest.fixture
def add() -> Tool:
    """A tool with a required whole number."""
    return one(tool("add", "Add numbers", inputSchema=NUMBERS))


@pytest.fixture
def small() -> Catalog:
    """Two tools of a server ``desk``, and a core tool that is not deferred."""
    core = {"type": "function", "function": {"name": "terminal", "description": "Run", "parameters": {}}}
    return catalog(
        status("desk", [tool("add", "Add numbers", inputSchema=NUMBERS), tool("ping")]), export("own", [core])
    )


@pytest.fixture
def used() -> Counter[str]:
    """How often each tool of the live desk has run."""
    return Counter()


@pytest.fixture
async def fleet(used: Counter[str], anyio_backend: str) -> AsyncIterator[Fleet]:
    """The desk as a real server in this process."""

    def build() -> object:
        from mcp.server import MCPServer

        server = MCPServer("desk")

        @server.tool()
        def add(a: int, b: int = 0) -> int:
            used["add"] += 1
            return a + b

        return server

    async with Fleet([ServerConfig("desk", InProcess(build), Origin("test"))]) as live:
        await live.settled()
        yield live


def one(raw: dict[str, Any], server: str = "desk") -> Tool:
    """The tool of a server that lists nothing else."""
    return catalog(status(server, [raw])).tools[0]
