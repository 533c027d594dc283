"""A server whose replies are far too large: ten megabytes of one line, of lines, of JSON, of blocks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from wire import serve, tool  # type: ignore[import-not-found]

SIZE = 10_000_000
ROW = {"id": 10_000_000, "name": "a row of the table", "tags": ["red", "blue"], "where": {"x": 0.5, "y": None}}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def rows(size: int) -> list[dict[str, Any]]:
    return [{**ROW, "id": ROW["id"] + number} for number in range(size // len(json.dumps(ROW)))]  # type: ignore[operator]


def line() -> dict[str, Any]:
    return {"content": [text("x" * SIZE)]}


def lines() -> dict[str, Any]:
    return {"content": [text("one of very many lines\n" * (SIZE // 23))]}


def spelled() -> dict[str, Any]:
    return {"content": [text(json.dumps(rows(SIZE)))]}


def structured() -> dict[str, Any]:
    return {"content": [], "structuredContent": {"rows": rows(SIZE)}}


def blocks() -> dict[str, Any]:
    return {
        "content": [text(f"block {number} " * 150) for number in range(4_900)] + [text(json.dumps(rows(4_000)))] * 100
    }


def small() -> dict[str, Any]:
    return {"content": [text("a few words")]}


REPLIES: dict[str, Callable[[], dict[str, Any]]] = {
    made.__name__: made for made in (line, lines, spelled, structured, blocks, small)
}


def handle(message: dict[str, Any]) -> Any:
    if message["method"] == "tools/list":
        schema = {"type": "object", "properties": {"note": {"type": "string"}, "many": {"type": "integer"}}}
        return {"tools": [tool(name, inputSchema=schema) for name in REPLIES]}
    if message["method"] == "tools/call":
        return REPLIES[message["params"]["name"]]()
    return None


if __name__ == "__main__":
    serve(handle)
