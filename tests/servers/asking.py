"""A server of the handshake era that asks the client what its tool is named after, and answers with what it heard."""

from __future__ import annotations

import json
import sys
from typing import Any

from wire import messages, send, serve, tool  # type: ignore[import-not-found]

TRIP = {
    "type": "object",
    "required": ["city"],
    "properties": {
        "city": {"type": "string", "minLength": 2, "description": "Where to."},
        "nights": {"type": "integer", "minimum": 1, "maximum": 30, "default": 1},
    },
}
TALK = [{"role": "user", "content": {"type": "text", "text": "Say a number."}}]
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "book": ("elicitation/create", {"message": "Where do you want to go?", "requestedSchema": TRIP}),
    "pay": (
        "elicitation/create",
        {"mode": "url", "message": "Pay.", "url": "https://pay.example/1", "elicitationId": "e1"},
    ),
    "think": ("sampling/createMessage", {"messages": TALK, "maxTokens": 20, "systemPrompt": "Be short."}),
    "folders": ("roots/list", {}),
}


def handle(message: dict[str, Any]) -> Any:
    if message["method"] == "tools/list":
        return {"tools": [tool(name) for name in ASKED]}
    if message["method"] != "tools/call":
        return None
    method, params = ASKED[message["params"]["name"]]
    send({"jsonrpc": "2.0", "id": "asked", "method": method, "params": params})
    for reply in messages():
        if reply.get("id") == "asked":
            heard = reply.get("result", reply.get("error"))
            return {"content": [{"type": "text", "text": json.dumps(heard)}], "isError": "error" in reply}
        if reply.get("method") == "notifications/cancelled":
            print("cancelled", file=sys.stderr, flush=True)
            return None
    return None


if __name__ == "__main__":
    serve(handle, protocolVersion="2025-11-25")
