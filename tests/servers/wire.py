"""Hand-written JSON-RPC over standard streams, for servers that a library would not let misbehave."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any


def send(message: Any) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def answer(identifier: Any, result: Any) -> None:
    send({"jsonrpc": "2.0", "id": identifier, "result": result})


def refuse(identifier: Any, code: int, message: str) -> None:
    send({"jsonrpc": "2.0", "id": identifier, "error": {"code": code, "message": message}})


def messages() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def serve(handle: Callable[[dict[str, Any]], Any], **hello: Any) -> None:
    """Answer ``initialize``; give everything else to ``handle``, whose value is the result unless it is ``None``.

    ``hello`` replaces members of the answer to ``initialize``.
    """
    for message in messages():
        identifier = message.get("id")
        if "method" not in message:
            continue  # a reply that nobody waits for any more
        if message["method"] == "initialize":
            info = {"name": "by hand", "version": "1"}
            usual = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
            answer(identifier, usual | hello)
        elif message["method"] == "server/discover":
            refuse(identifier, -32601, "Method not found")
        elif (result := handle(message)) is not None and identifier is not None:
            answer(identifier, result)


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", "properties": {}}, **more}
