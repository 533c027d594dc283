"""A server whose tools and results are broken in every way that was seen in public."""

from __future__ import annotations

import sys
from typing import Any

from wire import answer, refuse, send, serve, tool  # type: ignore[import-not-found]

TOOLS: list[Any] = [
    tool("good", description="well formed"),
    {"name": "no_schema"},
    {"name": "null_schema", "inputSchema": None},
    {"name": "empty_schema", "inputSchema": {}},
    {"name": "text_schema", "inputSchema": "object"},
    {"name": "list_schema", "inputSchema": []},
    {"name": "boolean_schema", "inputSchema": True},
    {"name": "string_type", "inputSchema": {"type": "string"}},
    {"name": "null_property", "inputSchema": {"type": "object", "properties": {"a": True, "b": None}}},
    {"inputSchema": {"type": "object"}},
    {"name": 7, "inputSchema": {"type": "object"}},
    None,
    "a tool",
    tool("list_annotations", annotations=[]),
    tool("list_output", outputSchema=[]),
    tool("promises_output", outputSchema={"type": "object", "required": ["total"]}),
    tool("same"),
    tool("same"),
    tool("unknown_field", x_vendor={"kept": True}),
]
GOOD = {"type": "text", "text": "kept"}
RESULTS: dict[str, Any] = {
    "unknown_block": {"content": [GOOD, {"type": "hologram", "data": 1}]},
    "bad_base64": {"content": [GOOD, {"type": "image", "data": "%%%", "mimeType": 5}]},
    "null_block": {"content": [GOOD, None, 7]},
    "no_content": {},
    "text_content": {"content": "just text"},
    "list_structured": {"content": [GOOD], "structuredContent": [1, 2]},
    "promises_output": {"content": [GOOD]},
    "not_an_object": [1, 2],
    "null_result": None,
}


def handle(message: dict[str, Any]) -> Any:
    if message["method"] == "tools/list":
        return {"tools": TOOLS}
    if message["method"] != "tools/call":
        return None
    name, identifier = message["params"]["name"], message["id"]
    if name in RESULTS:
        answer(identifier, RESULTS[name])
    elif name == "echo":
        return {"content": [], "structuredContent": {"arguments": message["params"].get("arguments")}}
    elif name == "text_error":
        send({"jsonrpc": "2.0", "id": identifier, "error": "plain words"})
    elif name == "no_version":
        send({"id": identifier, "result": {"content": [GOOD]}})
    elif name == "text_identifier":
        answer(str(identifier), {"content": [GOOD]})
    else:
        refuse(identifier, -32602, f"Unknown tool: {name}")
    return None


if __name__ == "__main__":
    if "null" in sys.argv:
        TOOLS = None  # type: ignore[assignment]
    if "none" in sys.argv:
        TOOLS = []
    serve(handle)
