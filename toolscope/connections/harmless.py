"""What the SDK is given in place of a server's results.

The SDK checks each result as a whole, so one malformed tool or content block would lose all the others. Therefore raw
results are kept as they were sent, and the SDK gets a harmless one of the same kind.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolscope.canonical import Json, compact

_HARMLESS: Mapping[str, Mapping[str, Json]] = {
    "initialize": {"capabilities": {}, "serverInfo": {"name": "", "version": ""}},
    "server/discover": {"capabilities": {}},
    "tools/list": {"tools": []},
    "tools/call": {"content": [], "isError": True},
    "resources/list": {"resources": []},
    "resources/read": {"contents": []},
    "prompts/list": {"prompts": []},
    "prompts/get": {"messages": []},
}
"""By method, what the SDK accepts in every protocol version. ``isError`` keeps it from checking structured content."""
_COMPLETE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
"""Required from 2026-07-28 on, ignored before."""
_NEGOTIATED = ("protocolVersion", "supportedVersions")
"""What the SDK itself needs of a handshake."""


def stand_in(method: str, result: Json) -> dict[str, Json]:
    """What the SDK sees in place of a raw result; a request for more input is its own business and passes."""
    raw: dict[str, Json] = result if isinstance(result, dict) else {}
    if method not in _HARMLESS or raw.get("resultType") == "input_required":
        return raw
    made = {**_COMPLETE, **_HARMLESS[method], **{key: raw[key] for key in _NEGOTIATED if key in raw}}
    if method == "tools/list":
        # Before 2026-07-28, which brought result types, no argument is repeated as a header.
        made["tools"] = [tool for tool in map(_mirrored, raw["tools"]) if tool] if _modern_list(raw) else []
        if isinstance(raw.get("nextCursor"), str):
            made["nextCursor"] = raw["nextCursor"]
    return made


def _mirrored(tool: Json) -> Json:
    """The part of a tool that the SDK must know to call it: which arguments it repeats as HTTP headers."""
    schema = tool.get("inputSchema") if isinstance(tool, dict) else None
    if not isinstance(schema, dict) or not isinstance(tool.get("name"), str) or schema.get("type") != "object":
        return None
    return {"name": tool["name"], "inputSchema": schema} if "x-mcp-header" in compact(schema) else None


def _modern_list(raw: Mapping[str, Json]) -> bool:
    return "resultType" in raw and isinstance(raw.get("tools"), list)
