"""A server whose one reply holds every kind of block, good and broken, and breaks its own output schema."""

from __future__ import annotations

import base64
import io
import json
import wave
from typing import Any

from wire import serve, tool  # type: ignore[import-not-found]

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAAElFTkSuQmCC"
OUTPUT = {"type": "object", "properties": {"count": {"type": "integer"}}}


def sound() -> str:
    held = io.BytesIO()
    with wave.open(held, "wb") as written:
        written.setparams((1, 1, 8_000, 0, "NONE", ""))
        written.writeframes(bytes(12_000))
    return base64.b64encode(held.getvalue()).decode()


def blocks() -> list[Any]:
    rows = [{"id": number, "state": "open"} for number in range(9)]
    note = {"uri": "file:///notes/today.md", "mimeType": "text/markdown", "text": "# Today"}
    return [
        {"type": "text", "text": "Found nine."},
        {"type": "text", "text": json.dumps({"rows": rows})},
        {"type": "image", "mimeType": "image/png", "data": PIXEL},
        {"type": "audio", "mimeType": "audio/wav", "data": sound()},
        {"type": "audio", "mimeType": "audio/mpeg", "data": "%%%"},
        {"type": "resource", "resource": note},
        {"type": "resource", "resource": {"uri": "file:///a.bin", "blob": "AAAA"}},
        {"type": "resource_link", "uri": "note://one", "name": "one"},
        {"type": "hologram", "depth": 3},
        17,
    ]


def handle(message: dict[str, Any]) -> Any:
    failed = message.get("params", {}).get("name") == "failing"
    match message["method"]:
        case "tools/list":
            return {"tools": [tool(name, outputSchema=OUTPUT) for name in ("every", "failing")]}
        case "tools/call":
            return {"content": blocks(), "structuredContent": {"count": "nine"}, "isError": failed}
        case "resources/read":
            return {"contents": [{"uri": message["params"]["uri"], "text": "what the link leads to"}]}
    return None


if __name__ == "__main__":
    serve(handle, capabilities={"tools": {}, "resources": {}})
