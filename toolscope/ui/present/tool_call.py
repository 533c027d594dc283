"""A pasted ``tool_call``: looked through to the arguments inside."""

from __future__ import annotations

from toolscope.canonical import Json
from toolscope.catalog.snapshot import Catalog
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.invocation.envelope import Refusal, addressed
from toolscope.ui.present.draft import UnreadableError

_KEYS = frozenset({"name", "arguments"})


def unwrap(profile: Profile, catalog: Catalog, tool: Tool, value: Json) -> tuple[str, dict[str, Json]] | None:
    """Name and arguments of a value that is a whole ``tool_call``; ``None`` for plain arguments of the tool.

    A tool with parameters of the envelope's names keeps them. Raises ``UnreadableError`` where a call would be refused.
    """
    if not isinstance(value, dict) or not _looks_whole(value) or value.keys() <= _parameters(tool):
        return None
    read = addressed(profile, value, catalog)
    if isinstance(read, Refusal):
        raise UnreadableError(read.message)
    return read.name, read.arguments


def _looks_whole(value: dict[str, Json]) -> bool:
    return (value.keys() == _KEYS and isinstance(value["name"], str)) or value.keys() == {"calls"}


def _parameters(tool: Tool) -> frozenset[str]:
    schema = tool.registry_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return frozenset(properties) if isinstance(properties, dict) else frozenset()
