"""The three bridge tools: the reference's sizes, and our own words for showing and exact counts."""

from __future__ import annotations

from dataclasses import dataclass

from toolscope.canonical import Json
from toolscope.config.profiles import Profile
from toolscope.disclosure.ladder import Form, Rung


@dataclass(frozen=True, slots=True)
class Bridge:
    """Characters of the bridge schemas as Hermes sends them, in compact JSON (hermes.md §7)."""

    search: int
    """With the embedded manifest."""
    describe: int
    call: int

    @property
    def chars(self) -> int:
        """All three together."""
        return self.search + self.describe + self.call


def measure(profile: Profile, deferred: int, rung: Rung) -> Bridge:
    """The bridge of a session with ``deferred`` deferred tools and this manifest."""
    sizes = profile.bridge
    listing = sizes.frame[rung.form] + rung.length.escaped if rung.form != "none" else 0
    return Bridge(sizes.search + len(str(deferred)) + listing, sizes.describe, sizes.call)


_LEAD: dict[Form, str] = {
    "full": "Every one of them is listed here:",
    "names": "Every one of them is listed here by name:",
    "mixed": "Some servers are listed by name; of the others only a line stands here, so search for what they offer:",
    "groups": "They are too many to name; these servers have them, so search for what they offer:",
    "none": "They are not listed: search for what you need.",
}


def schemas(profile: Profile, deferred: int, form: Form, manifest: str) -> list[Json]:
    """The bridge tools in our own words, with the manifest where Hermes puts it: for exact counts and for reading."""
    lead = f"Search the {deferred} tools that are available on demand. {_LEAD[form]}"
    search = f"{lead}\n\n{manifest}" if manifest else lead
    text = {"type": "string"}
    if profile.batched:
        asked: Json = {
            "queries": {"type": "array", "items": text, "description": "What you want to do, one query each"}
        }
        described: Json = {"names": {"type": "array", "items": text, "description": "Exact tool names"}}
    else:
        asked = {"query": {**text, "description": "What you want to do"}}
        described = {"name": {**text, "description": "Exact tool name"}}
    limit = {"limit": {"type": "integer", "description": "Most results for each query"}}
    one_call = {
        "name": {**text, "description": "Exact tool name"},
        "arguments": {"type": "object", "description": "Arguments by the tool's own schema"},
    }
    called: Json = one_call
    if profile.batched_calls:
        items = {"type": "object", "properties": one_call, "required": ["name", "arguments"]}
        called = {"calls": {"type": "array", "items": items, "description": "The calls to run"}}
    return [
        _function("tool_search", search, {**asked, **limit}, list(asked)),
        _function("tool_describe", "Read the full schema of tools before calling them.", described, list(described)),
        _function("tool_call", "Run a tool that is available on demand.", called, list(called)),
    ]


def _function(name: str, description: str, properties: Json, required: list[str]) -> Json:
    parameters = {"type": "object", "properties": properties, "required": required}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}
