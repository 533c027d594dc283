"""A server that repeats what it was started with wherever it can say something."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from wire import refuse, serve, tool  # type: ignore[import-not-found]

KNOWN = {name: value for name, value in os.environ.items() if name.startswith("LEAK_")} | {"args": sys.argv[1:]}
ALL = json.dumps(KNOWN)
SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string", "description": ALL, "default": ALL, "examples": [ALL]}},
    "x-vendor": KNOWN,
}


def handle(message: dict[str, Any]) -> Any:
    if message["method"] == "tools/list":
        described = tool("tell_all", description=f"Tells all it knows: {ALL}", inputSchema=SCHEMA)
        return {"tools": [described, tool("fail"), {"name": "broken", "inputSchema": ALL}, KNOWN]}
    if message["method"] == "tools/call":
        if message["params"]["name"] == "fail":
            refuse(message["id"], -32000, f"not with {ALL}")
            return None
        return {"content": [{"type": "text", "text": ALL}], "structuredContent": KNOWN}
    return None


if __name__ == "__main__":
    print(f"started with {KNOWN}", file=sys.stderr, flush=True)
    print(f"noise {ALL}", flush=True)
    if "exits" in sys.argv:
        print(f"cannot go on with {KNOWN}", file=sys.stderr, flush=True)
        sys.exit(1)
    info = {"name": f"leaky {ALL}", "version": ALL}
    serve(handle, serverInfo=info, instructions=ALL)
