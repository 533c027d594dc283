"""What servers cost: starting them, waiting for them, and leaving them."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import anyio

from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from tests.bench.timing import child, least, python, surroundings
from toolscope.config.launch import Stdio
from toolscope.config.model import Origin, ServerConfig
from toolscope.connections import sdk
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import State

_PROGRAMS = Path(__file__).parent / "programs"
_SERVER = str(_PROGRAMS / "server.py")


def rows(sizes: Sizes) -> Iterator[Row]:
    """One server headless, then five together."""
    yield from _headless(sizes)
    sdk.load()
    yield from _together(sizes)


def _headless(sizes: Sizes) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environ = surroundings(Path(folder))
        server = python(_SERVER, "0", "20")
        ours = python("-m", "toolscope", "servers", "--json", "--", *server)
        bare = python(str(_PROGRAMS / "bare_client.py"), *server)
        runs = [(child(ours, environ), child(bare, environ)) for _ in range(sizes.starts)]
        mine, sdk = (least(column) for column in zip(*runs, strict=True))
        yield Row("servers --json, one local server", f"{mine.ms:.0f} ms", beside=mine.beside(sdk, "a bare SDK script"))


def _together(sizes: Sizes) -> Iterator[Row]:
    slow, quick = _server("slow", sizes.delay), [_server(f"quick-{n}", sizes.delay / 5) for n in range(4)]
    alone, _ = anyio.run(_lived, [slow])
    ready, closed = anyio.run(_lived, [slow, *quick])
    ratio = ready / alone
    beside = f"the slowest of them alone: {alone * 1000:.0f} ms, {ratio:.2f} times"
    yield below("connecting 5 servers", ready * 1000, alone * 1200, "ms", beside)
    yield below("closing 5 servers", closed, 1, "s")
    _, stubborn = anyio.run(_lived, [_server("stubborn", 0.0, "stubborn"), *quick])
    yield below("closing 5, one ignores EOF and SIGTERM", stubborn, 6, "s")


async def _lived(servers: list[ServerConfig]) -> tuple[float, float]:
    """Seconds until every server was ready, and seconds until all were gone."""
    start = time.perf_counter()
    async with Fleet(servers) as fleet:
        statuses = await fleet.settled()
        ready = time.perf_counter()
        assert all(status.state is State.READY for status in statuses), statuses
    return ready - start, time.perf_counter() - ready


def _server(name: str, delay: float, *more: str) -> ServerConfig:
    return ServerConfig(name, Stdio(sys.executable, (_SERVER, str(delay), "5", *more)), Origin("bench"))
