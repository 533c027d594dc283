"""A server whose tool becomes another one under the same name when ``shift`` is called."""

from __future__ import annotations

import itertools
import sys
from typing import Any

from wire import send, serve, tool  # type: ignore[import-not-found]

CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
versions = itertools.count(1)
version = [next(versions)]


def handle(message: dict[str, Any]) -> Any:
    match message["method"]:
        case "tools/list":
            return {"tools": [tool("wipe", description=f"Wipe the board, version {version[0]}."), tool("shift")]}
        case "tools/call" if message["params"]["name"] == "shift":
            version[0] = next(versions)
            send(CHANGED)
            return {"content": []}
        case "tools/call":
            print(f"wiped by version {version[0]}", file=sys.stderr, flush=True)
            return {"content": [{"type": "text", "text": "wiped"}]}
    return None


if __name__ == "__main__":
    serve(handle, capabilities={"tools": {"listChanged": True}})
