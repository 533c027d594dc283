"""``python -m tests.bench.large_result``: what each key of the Call tab costs while ten megabytes are shown."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from tests.connections.launching import SERVERS
from tests.journeys.screen import settled, until
from toolscope.config.gather import Sources
from toolscope.config.model import Config, Guardrail, Rule
from toolscope.opening import load
from toolscope.ui.app import ToolscopeApp

TARGET = 0.1
"""Seconds from a key to its repaint (design §6)."""
REPLIES = ("small", "line", "lines", "spelled", "structured", "blocks")
KEYS = (
    *("down", "up", "pagedown", "pageup", "end", "home", "e", "e", "right", "left", "]", "["),
    *("tab", "down", "up", "/", "x", "escape", "shift+tab", "?", "escape"),
    *("f2", "f4", "f5", "f4", "f8", "a", "tab", "f6", "f6", "f8", "ctrl+l", "escape"),
)


@dataclass(frozen=True, slots=True)
class Press:
    """One key while one result is shown. Seconds."""

    reply: str
    key: str
    repaint: float
    """From the key to the first repaint after it; 0 where nothing was repainted."""
    work: float
    """Processor time of the whole process until nothing was left to do."""


class Watched(ToolscopeApp):
    """Notes when it was painted first since somebody asked."""

    painted: float | None = None

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, renderable)
        if self.painted is None:
            self.painted = time.perf_counter()


def configured() -> Config:
    """The server of large replies; its calls are not asked about."""
    command = (sys.executable, str(SERVERS / "large.py"))
    config = load(Sources(command=command, name="large"))
    return replace(config, guardrail=Guardrail((Rule("large/*", "allow"),)))


@asynccontextmanager
async def shown(reply: str) -> AsyncIterator[tuple[Watched, Pilot[int]]]:
    """The app with this reply on the screen, everything about it counted, the focus in it."""
    app = Watched(configured())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        app.main.tab = "call"
        app.main.call_pane.open(f"mcp__large__{reply}", {"note": "n"})
        await until(pilot, lambda: app.main.call_pane.draft.judged is not None)
        await pilot.press("f9")
        results = app.main.call_pane.results
        await until(pilot, lambda: results.view.record is not None and not results.view.record.running)
        await until(pilot, lambda: results.view.measured is not None)
        await until(pilot, lambda: not any(one.group == "history" and one.is_running for one in app.workers))
        results.view.focus()
        await pilot.pause()
        yield app, pilot


async def pressed(app: Watched, pilot: Pilot[int], reply: str, key: str) -> Press:
    """Press a key and wait until nothing is left to do."""
    app.painted = None
    began, worked = time.perf_counter(), time.process_time()
    await pilot.press(key)
    await pilot.pause()
    work = time.process_time() - worked
    return Press(reply, key, (app.painted or began) - began, work)


async def presses(reply: str, keys: Sequence[str] = KEYS) -> list[Press]:
    """Each key, one after the other, in one run of the app."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TOOLSCOPE_CONFIG"] = str(Path(folder) / "own.yaml")
        os.environ["XDG_DATA_HOME"] = folder
        async with shown(reply) as (app, pilot):
            return [await pressed(app, pilot, reply, key) for key in keys]


def rows(sizes: Sizes) -> Iterator[Row]:
    """The slowest key of all, beside the slowest one while a few words are shown."""
    replies, keys = (("lines", "structured", "blocks"), KEYS) if sizes.rounds > 1 else (("small",), ("down", "e"))
    few, *large = (asyncio.run(presses(reply, keys)) for reply in ("small", *replies))
    worst = max((press for found in large for press in found), key=lambda press: press.repaint)
    beside = max(few, key=lambda press: press.repaint)
    what = f"key to repaint beside a 10 MB result: {worst.key} on {worst.reply}, the slowest"
    yield below(
        what, worst.repaint * 1e3, TARGET * 1e3, "ms", f"few words: {beside.repaint * 1e3:.0f} ms ({beside.key})"
    )


def slowest(found: Sequence[Press], most: int = 5) -> Iterator[str]:
    """The keys that take longest, in words."""
    for one in sorted(found, key=lambda press: max(press.repaint, press.work), reverse=True)[:most]:
        yield f"{one.key} {one.repaint * 1e3:.0f} ms ({one.work * 1e3:.0f} ms of work)"


def main() -> None:
    """One line a reply, then every key."""
    replies = tuple(sys.argv[1:]) or REPLIES
    every = {reply: asyncio.run(presses(reply)) for reply in replies}
    for reply, found in every.items():
        print(f"{reply:<11} {', '.join(slowest(found))}")
    print(f"\n{'key':<11}" + "".join(f"{reply:>16}" for reply in replies))
    for row in zip(*every.values(), strict=True):
        print(f"{row[0].key:<11}" + "".join(f"{one.repaint * 1e3:>8.0f} {one.work * 1e3:>7.0f}" for one in row))


if __name__ == "__main__":
    main()
