"""What ``tool_describe`` answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from toolscope.canonical import Json
from toolscope.catalog.bridge import BRIDGE_TOOLS
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.invocation.envelope import near

_HINT = "Names in not_found are not in this session's catalog; use tool_search to find the exact name of a tool."


class Described(Protocol):
    """The part of a catalog that is asked: ``catalog.snapshot.Catalog``."""

    @property
    def deferred(self) -> tuple[Tool, ...]:
        """The tools that tool search hides."""
        ...

    def find(self, name: str) -> Tool | None:
        """The tool of a model-visible name."""
        ...

    def defers(self, tool: Tool) -> bool:
        """Whether tool search hides the tool's schema."""
        ...


def describe(profile: Profile, catalog: Described, names: Sequence[str] | str) -> Json:
    """The payload a model receives (hermes.md §9, §14); over the cap of names it holds the error alone."""
    wanted = distinct(names)
    if not profile.batched:
        return _single(profile, catalog, wanted)
    if not wanted:
        return {"error": "names is empty: give the names of the tools to describe"}
    if len(wanted) > profile.max_names:
        return {
            "error": f"{len(wanted)} names given, at most {profile.max_names} are described at once: nothing was done"
        }
    return answers(catalog, wanted)


def answers(catalog: Described, names: Iterable[str]) -> Json:
    """``tools``, and where there is cause ``not_found`` with a ``hint``, and ``errors``: any number of names."""
    tools: dict[str, Json] = {}
    not_found: list[str] = []
    errors: dict[str, str] = {}
    for name in names:
        tool = None if name in BRIDGE_TOOLS else catalog.find(name)
        if tool is None:
            not_found.append(name)
        elif catalog.defers(tool):
            tools[name] = {"description": tool.description, "parameters": tool.parameters}
        else:
            errors[name] = _direct(name)
    payload: dict[str, Json] = {"tools": tools}
    if not_found:
        payload |= {"not_found": not_found, "hint": _hint(catalog, not_found)}
    return payload | ({"errors": errors} if errors else {})


def distinct(names: Sequence[str] | str) -> tuple[str, ...]:
    """The names that are asked for: trimmed, blanks dropped, each once; a string is one name."""
    given = [names] if isinstance(names, str) else names
    return tuple(dict.fromkeys(name for name in (str(name).strip() for name in given) if name))


def _single(profile: Profile, catalog: Described, names: Sequence[str]) -> Json:
    """The answer of releases that describe one tool a call."""
    if len(names) != 1:
        return {"error": f"{profile.name} describes one tool a call, not {len(names)}" if names else "name is missing"}
    name = names[0]
    found = answers(catalog, names)
    if found["tools"]:
        return {"name": name, **found["tools"][name]}
    return {"error": found.get("errors", {}).get(name) or found["hint"]}


def _hint(catalog: Described, not_found: Sequence[str]) -> str:
    """What to do about missing names, with the tools they may have meant."""
    known = [tool.name for tool in catalog.deferred]
    meant = {name: near(name, known) for name in not_found if name not in BRIDGE_TOOLS}
    offers = "".join(f" For {name}, did you mean {' or '.join(close)}?" for name, close in meant.items() if close)
    return _HINT + offers


def _direct(name: str) -> str:
    return f"{name} is not deferred: its schema is already in your list of tools, call it directly as {name}"
