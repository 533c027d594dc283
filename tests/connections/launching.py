"""Servers to connect to, and ways to wait for what they do."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

from toolscope.config.launch import Http, InProcess, Stdio
from toolscope.config.model import Origin, ServerConfig
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import News, ServerStatus

SERVERS = Path(__file__).parent.parent / "servers"


def script(file: str, *args: str, name: str | None = None, **more: Any) -> ServerConfig:
    """A test server as a child process, named after its arguments."""
    launch = Stdio(sys.executable, (str(SERVERS / f"{file}.py"), *args))
    return ServerConfig(name or "-".join((file, *args)), launch, Origin("test"), **more)


def at(url: str, name: str = "remote", sse: bool = False, headers: dict[str, str] | None = None) -> ServerConfig:
    """A server on the network."""
    return ServerConfig(name, Http(url, headers or {}, sse), Origin("test"), connect_timeout=20)


def inside(server: object, name: str = "inside", **more: Any) -> ServerConfig:
    """A server object of the SDK in this process."""
    return ServerConfig(name, InProcess(lambda: server), Origin("test"), **more)


def status(fleet: Fleet, name: str) -> ServerStatus:
    """One server as it is now."""
    return next(each for each in fleet.statuses if each.name == name)


async def until(fleet: Fleet, met: Callable[[], bool], seconds: float = 20) -> list[News]:
    """Read the fleet's news until a condition holds; returns what was read."""
    read: list[News] = []
    async with asyncio.timeout(seconds), aclosing(fleet.news()) as news:
        while not met():
            read.append(await anext(news))
    return read


async def heard(fleet: Fleet, wanted: Callable[[News], bool], seconds: float = 20) -> list[News]:
    """Read the fleet's news up to the one that is wanted; returns all of them."""
    read: list[News] = []
    async with asyncio.timeout(seconds), aclosing(fleet.news()) as news:
        async for each in news:
            read.append(each)
            if wanted(each):
                break
    return read


def alive(pid: int) -> bool:
    """Whether a process runs; one that is dead but not yet reaped does not."""
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
