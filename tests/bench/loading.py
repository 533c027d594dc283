"""Large recordings in the running app: how long the screen stops while they load, and what a step of a slider takes."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from textual.pilot import Pilot

from tests.bench.catalogs import servers
from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from toolscope.cli.run import search_seldom
from toolscope.config.gather import Sources
from toolscope.connections import recording
from toolscope.opening import load
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.widgets.deck import Deck

_BOUND = 120.0
"""Seconds after which something that was waited for counts as missing."""
_STEPS = 24
"""Of a slider, up and down."""


def rows(sizes: Sizes) -> Iterator[Row]:
    """Two sizes of recording, each in an app of its own."""
    search_seldom()  # as the program does
    for count, limit in ((sizes.many, 16), (sizes.most, 33)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "recording.json"
            recording.write(path, servers(count))
            step, shown, gaps, whole = anyio.run(_measured, path)
        what = f"slider step to repainted numbers, {count:,} tools"
        yield below(what, step, limit, "ms", f"work of the screen's thread; on screen after {shown:.0f} ms")
        beside = f"{len([gap for gap in gaps if gap > 0.02])} over 20 ms; exact counts after {whole:.1f} s"
        yield below(f"longest gap of the event loop, {count:,} tools load", max(gaps) * 1000, 50, "ms", beside)


async def _measured(path: Path) -> tuple[float, float, list[float], float]:
    """Milliseconds of work and of time from a step to its picture; gaps and seconds until all was counted."""
    app = ToolscopeApp(load(Sources(), (path,)))
    async with app.run_test(size=(120, 36)) as pilot:
        start = time.perf_counter()
        async with _watched() as gaps:
            await _until(lambda: app.survey.catalog.tools and app.exact is not None and app.exact.rungs)
            whole = time.perf_counter() - start
        await pilot.pause()
        step, shown = await _steps(app, pilot)
    return step, shown, gaps, whole


@asynccontextmanager
async def _watched() -> AsyncIterator[list[float]]:
    """The gaps between two turns of the event loop, in seconds, gathered while the block runs."""
    gaps = [0.0]

    async def beat() -> None:
        while True:
            before, used = time.perf_counter(), time.process_time()
            await asyncio.sleep(0.001)
            # What other programs on the machine took is no gap of ours.
            gaps.append(min(time.perf_counter() - before, time.process_time() - used))

    task = asyncio.create_task(beat())
    try:
        yield gaps
    finally:
        task.cancel()


async def _steps(app: ToolscopeApp, pilot: Pilot[Any]) -> tuple[float, float]:
    """Milliseconds of the screen's thread, and by the clock, from a key to the picture: a quarter were quicker."""
    slider = app.main.query_one(Deck).sliders[0]
    slider.focus()
    await pilot.pause()
    work, shown = [], []
    for number in range(_STEPS):
        painted = asyncio.Event()
        before, start, used = app.survey, time.perf_counter(), time.thread_time()
        await slider.run_action("step(1)" if number < _STEPS // 2 else "step(-1)")
        await _until(lambda before=before: app.survey is not before)
        app.main.call_after_refresh(painted.set)
        await painted.wait()
        work.append(time.thread_time() - used)
        shown.append(time.perf_counter() - start)
        await pilot.pause()
    return sorted(work)[_STEPS // 4] * 1000, sorted(shown)[_STEPS // 4] * 1000


async def _until(condition: Any) -> None:
    with anyio.fail_after(_BOUND):
        while not condition():
            await asyncio.sleep(0.001)
