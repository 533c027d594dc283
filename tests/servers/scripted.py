"""A server that answers each method with what a JSON file holds for it: a result, or what stands beside ``jsonrpc``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from wire import answer, messages, refuse, send  # type: ignore[import-not-found]

ANSWERS = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))

if __name__ == "__main__":
    for message in messages():
        identifier, method = message.get("id"), message.get("method")
        if identifier is None or method is None:
            continue
        if method in ANSWERS.get("members", {}):
            send({"jsonrpc": "2.0", "id": identifier, **ANSWERS["members"][method]})
        elif method in ANSWERS["results"]:
            answer(identifier, ANSWERS["results"][method])
        else:
            refuse(identifier, -32601, "Method not found")
