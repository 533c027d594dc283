"""The tools a host adds for a server's resources and prompts, in our own words with the reference's sizes."""

from __future__ import annotations

from collections.abc import Iterable

from toolscope.canonical import Json
from toolscope.catalog.naming import UTILITIES
from toolscope.catalog.tool import Tool
from toolscope.config.model import ToolFilter
from toolscope.connections.state import Listing

_SUMMARY = {
    "list_resources": "List available resources from",
    "read_resource": "Read a resource by URI from",
    "list_prompts": "List available prompts from",
    "get_prompt": "Get a prompt by name from",
}
_PARAMETERS: dict[str, Json] = {
    "list_resources": {"type": "object", "properties": {}},
    "read_resource": {
        "type": "object",
        "properties": {"uri": {"type": "string", "description": "URI of the resource to read"}},
        "required": ["uri"],
    },
    "list_prompts": {"type": "object", "properties": {}},
    "get_prompt": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Name of the prompt to fetch"},
            "arguments": {
                "type": "object",
                "description": "Values for the prompt's arguments by name; every value is a string here",
                "properties": {},
            },
        },
        "required": ["name"],
    },
}


def announced(listing: Listing, names: ToolFilter) -> tuple[str, ...]:
    """Which of them a server gets: two for each announced capability that is not filtered out (hermes.md §1)."""
    wanted = {"resources": names.resources, "prompts": names.prompts}
    return tuple(
        kind for family in wanted if family in listing.families and wanted[family] for kind in UTILITIES[family]
    )


def count(tools: Iterable[Tool]) -> int:
    """How many of these tools a host has added."""
    return sum(tool.utility is not None for tool in tools)


def wire(kind: str, server: str) -> Json:
    """The tool as a server would have listed it. Word lengths as in the golden values ``utility_docs``."""
    return {
        "name": kind,
        "description": f"{_SUMMARY[kind]} MCP server '{server}'",
        "inputSchema": _PARAMETERS[kind],
    }
