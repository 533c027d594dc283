"""A server with a tool that says whether another call of it, on any server, was begun before it answered."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from wire import serve, tool  # type: ignore[import-not-found]

BEGUN = Path(sys.argv[1])
PATIENCE = 10.0


def handle(message: dict[str, Any]) -> Any:
    match message["method"]:
        case "tools/list":
            return {"tools": [tool("meet", description="Meet somebody."), tool("ping", description="Say something.")]}
        case "tools/call":
            text = meet(message["params"].get("arguments", {}).get("wait", False))
            return {"content": [{"type": "text", "text": text}]}
    return None


def meet(wait: bool) -> str:
    """Come, and look who is there; ``wait`` for somebody."""
    BEGUN.mkdir(exist_ok=True)
    mine = BEGUN / f"{time.time_ns()}"
    mine.touch()
    until = time.monotonic() + PATIENCE
    while wait and len(list(BEGUN.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    met = wait and len(list(BEGUN.iterdir())) >= 2
    return "met" if met else "alone"


if __name__ == "__main__":
    serve(handle)
