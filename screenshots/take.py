"""Retakes the screenshots of the README from the demo."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from toolscope.config.gather import Sources
from toolscope.opening import load_demo
from toolscope.ui.app import ToolscopeApp

FOLDER = Path(__file__).parent
SIZE = (120, 36)
Scene = Callable[[Pilot[int]], Awaitable[None]]


async def settled(pilot: Pilot[int]) -> None:
    """Wait until every server is there and exact counts are shown."""
    app = pilot.app
    assert isinstance(app, ToolscopeApp)
    while app.survey.pending or not app.survey.statuses or app.exact is None:
        await pilot.pause(0.05)
    await pilot.pause(0.2)


async def budget(pilot: Pilot[int]) -> None:
    """A small step of the first slider, so that the manifest shows what it changed."""
    await settled(pilot)
    await pilot.press("0", ".", "1", "5", "enter")
    await settled(pilot)
    await pilot.press("shift+right")
    await settled(pilot)


async def search(pilot: Pilot[int]) -> None:
    """A hit, a miss and an outranked tool."""
    await settled(pilot)
    await pilot.press("f3")
    await pilot.pause(0.5)
    for position, query in enumerate(("search wiki pages", "send slack message", "list project members")):
        if position:
            await pilot.press("ctrl+n")
        await pilot.press(*("space" if c == " " else c for c in query))
    await pilot.pause(0.8)
    await pilot.press("f7", *"tracker__list_members", "enter")
    await pilot.pause(0.8)


async def call(pilot: Pilot[int]) -> None:
    """A filled form with a coercion."""
    await settled(pilot)
    app = pilot.app
    assert isinstance(app, ToolscopeApp)
    app.main.tab = "call"
    await pilot.pause(0.2)
    arguments = {"title": "Export fails for empty pages", "project_id": "PX", "priority": "high", "estimate": "3"}
    app.main.call_pane.open("mcp__tracker__create_issue", arguments)
    await pilot.pause(0.8)


async def approval(pilot: Pilot[int]) -> None:
    """The dialog before a call."""
    await call(pilot)
    await pilot.press("f9")
    await pilot.pause(0.5)


async def result(pilot: Pilot[int]) -> None:
    """The answer of an approved call."""
    await approval(pilot)
    await pilot.press("o")
    await pilot.pause(1.0)


async def log(pilot: Pilot[int]) -> None:
    """What was written down meanwhile."""
    await result(pilot)
    await pilot.press("f5")
    await pilot.pause(0.5)


async def server(pilot: Pilot[int]) -> None:
    """One server opened."""
    await settled(pilot)
    app = pilot.app
    assert isinstance(app, ToolscopeApp)
    app.main.budget_pane.table.focus()
    await pilot.press("enter")
    await pilot.pause(0.5)


SCENES: dict[str, Scene] = {
    "budget": budget,
    "search": search,
    "call": call,
    "approval": approval,
    "result": result,
    "log": log,
    "server": server,
}


def framed(svg: str, ground: str) -> str:
    """Cells as wide as their font, and a ground behind them, so that blocks join without seams."""
    svg = svg.replace("font-size: 20px", "font-size: 20.3333px")
    rect = f'<rect fill="{ground}" x="0" y="0" width="100%" height="100%"/>'
    return re.sub(r'(<g transform="translate\(9, 41\)"[^>]*>)', rf"\1{rect}", svg, count=1)


async def take(name: str, scene: Scene, size: tuple[int, int] = SIZE, theme: str | None = None) -> str:
    """One screenshot as SVG, with nothing in it of what the person at this machine keeps."""
    with TemporaryDirectory() as empty:
        os.environ |= {"TOOLSCOPE_DATA": empty, "TOOLSCOPE_CONFIG": f"{empty}/config.yaml"}
        app = ToolscopeApp(load_demo(Sources()), theme=theme)
        async with app.run_test(size=size) as pilot:
            await scene(pilot)
            return framed(app.export_screenshot(title="toolscope"), app.theme_variables["ground"])


async def main() -> None:
    """All of them."""
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.svg").write_text(await take(name, scene), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
