"""A server that dies: in the middle of a call, or before the handshake with the argument ``early``.

With ``once FILE`` it starts as long as there is no such file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from wire import serve, tool  # type: ignore[import-not-found]


def die(code: int, words: str) -> None:
    print(words, file=sys.stderr, flush=True)
    sys.exit(code)


def handle(message: dict[str, Any]) -> Any:
    match message["method"]:
        case "tools/list":
            return {"tools": [tool("die")]}
        case "tools/call":
            die(3, "out of paper")
    return None


if __name__ == "__main__":
    if "once" in sys.argv:
        Path(sys.argv[-1]).touch(exist_ok=False)
    if "early" in sys.argv:
        die(1, "TOKEN is not set")
    serve(handle)
