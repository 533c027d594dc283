"""What the app holds and uses while nobody touches it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.catalogs import servers
from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from tests.bench.terminal import Terminal, terminal
from tests.bench.timing import python, surroundings
from toolscope.connections import recording

_COUNTED = "≈".encode()
"""Painted as soon as the exact counts are there: the last thing that comes by itself."""


def rows(sizes: Sizes) -> Iterator[Row]:
    """The demo and a large recording, each in a terminal of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environ, path = surroundings(Path(folder)), Path(folder) / "recording.json"
        recording.write(path, servers(sizes.many))
        app = ("-m", "toolscope")
        with terminal(python(*app, "--demo"), environ) as running:
            running.until(_COUNTED)
            yield below("memory, idle with the demo", _settled(running), 120, "MiB")
            yield Row("processor, idle with the demo", f"{_idle(running, sizes):.1f} %")
        with terminal(python(*app, "--recording", str(path)), environ) as running:
            running.until(_COUNTED)
            yield below(f"memory, idle with {sizes.many:,} tools", _settled(running), 250, "MiB")


def _settled(running: Terminal) -> float:
    """MiB once they stopped growing."""
    held = [running.memory]
    while len(held) < 5 or held[-1] > 1.01 * held[-5]:
        time.sleep(0.1)
        running.drain()
        held.append(running.memory)
    return held[-1]


def _idle(running: Terminal, sizes: Sizes) -> float:
    """Percent of one processor, in the quietest second."""
    return min(_used(running) for _ in range(sizes.rounds)) * 100


def _used(running: Terminal) -> float:
    before, start = running.cpu, time.perf_counter()
    time.sleep(1)
    running.drain()
    return (running.cpu - before) / (time.perf_counter() - start)
