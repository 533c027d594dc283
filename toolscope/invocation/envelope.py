"""What a model or a person hands to ``tool_call``: read into a name and arguments, or refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Literal, TypeAlias

from toolscope.canonical import Json
from toolscope.catalog.bridge import BRIDGE_TOOLS
from toolscope.catalog.snapshot import Catalog
from toolscope.config.profiles import Profile
from toolscope.invocation.reading import read_json
from toolscope.plain import Plain, one_line

Code: TypeAlias = Literal[
    "no_name",
    "bridge_tool",
    "bad_json",
    "not_object",
    "not_deferrable",
    "unknown_tool",
    "direct_tool",
    "batch",
    "no_calls",
    "entry_not_object",
]
_NEAR = 10
_SIMILAR = 3
_SHOWN = 60


class Standing(StrEnum):
    """Where a name stands in a session."""

    DEFERRED = "deferred"
    """Hidden by tool search: callable through the bridge."""
    DIRECT = "direct"
    """In the model's own list: called without the bridge."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Envelope:
    """A call as it was asked for."""

    name: str
    """The model-visible name, trimmed."""
    arguments: dict[str, Json]
    """Before coercion."""
    lossy: bool = False
    """Reading the arguments from a string lost something: a repeated key, a number out of range."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing is called."""

    code: Code
    """As in the golden values; the seed's ``not_deferrable`` covers unknown and direct tools alike."""
    message: Plain
    """One line: what is wrong and what to do."""
    standing: Standing | None = None
    """Where the name stands, once it was looked at."""
    received: tuple[str, ...] = ()
    """The keys that came instead of a name."""
    near: tuple[str, ...] = ()
    """Deferred tools that may be meant. Suggestions: nothing is called by guess."""


def parse(
    profile: Profile, envelope: Json, known: Callable[[str], Standing], names: Sequence[str] = ()
) -> Envelope | Refusal:
    """Read the argument object of ``tool_call`` as a release does (hermes.md §10, §14).

    ``names`` are the deferred tools, from which near names are suggested.
    """
    if not isinstance(envelope, dict):
        return _refuse("entry_not_object", f"a call is an object with a name and arguments, not {_kind(envelope)}")
    entry = envelope
    if profile.batched_calls and envelope.get("calls") is not None:
        only = _only_entry(envelope["calls"])
        if isinstance(only, Refusal):
            return only
        entry = only
    name = str(entry.get("name") or "").strip()
    if not name:
        return _nameless(entry)
    if name in BRIDGE_TOOLS:
        return _refuse("bridge_tool", f"{name} is a bridge tool and cannot be called through tool_call")
    arguments = _arguments(profile, entry.get("arguments"))
    if isinstance(arguments, Refusal):
        return arguments
    standing = known(name)
    if standing is not Standing.DEFERRED:
        return _misplaced(profile, name, standing, names)
    return Envelope(name, *arguments)


def addressed(profile: Profile, envelope: Json, catalog: Catalog) -> Envelope | Refusal:
    """The same in a session with this catalog: only what it defers can be called."""
    return parse(profile, envelope, lambda name: _standing(catalog, name), [tool.name for tool in catalog.deferred])


def _standing(catalog: Catalog, name: str) -> Standing:
    tool = catalog.find(name)
    if tool is None:
        return Standing.UNKNOWN
    return Standing.DEFERRED if catalog.defers(tool) else Standing.DIRECT


def near(name: str, names: Sequence[str]) -> tuple[str, ...]:
    """Known names that a wrong one may have meant, best first: its suffix, another spelling, then a similar word."""
    suffix = [known for known in names if known.endswith(f"__{name}")]
    wanted = _folded(name)
    spelled = [known for known in names if _folded(known) == wanted or _folded(known).endswith(f"__{wanted}")]
    similar = [] if suffix or spelled else get_close_matches(name, names, n=_SIMILAR)
    return tuple(dict.fromkeys([*suffix, *spelled, *similar]))[:_NEAR]


def _only_entry(calls: Json) -> dict[str, Json] | Refusal:
    """The one entry of ``calls``, given as a list, an object or either as JSON text (hermes.md §10, 0.22)."""
    if isinstance(calls, str):
        read = read_json(calls)
        if read.error is not None:
            return _refuse("bad_json", f"calls is not JSON: {read.error}")
        calls = read.value
    if isinstance(calls, dict):
        calls = [calls]
    if not isinstance(calls, list) or not calls:
        return _refuse("no_calls", "calls is empty: give one entry with a name and arguments")
    if len(calls) > 1:
        return _refuse("batch", f"calls has {len(calls)} entries: a tool of this host takes one call at a time")
    if not isinstance(calls[0], dict):
        return _refuse("entry_not_object", f"an entry of calls is an object, not {_kind(calls[0])}")
    return calls[0]


def _arguments(profile: Profile, given: Json) -> tuple[dict[str, Json], bool] | Refusal:
    """The arguments as an object, and whether reading them lost something."""
    if given is None:
        return {}, False
    lossy = False
    if isinstance(given, str):
        if not given.strip() and profile.lenient_arguments:
            return {}, False
        read = read_json(given)
        if read.error is not None:
            return _refuse("bad_json", _unreadable(given, str(read.error)))
        given, lossy = read.value, read.lossy
        if given is None and profile.null_string_is_empty:
            return {}, False
    if not isinstance(given, dict):
        return _refuse("not_object", f"arguments is an object of parameters and their values, not {_kind(given)}")
    return given, lossy


def _unreadable(given: str, error: str) -> str:
    if not given.strip():
        return "arguments is an empty string, which is not JSON: leave it out or send {}; hermes-0.22 takes it as {}"
    return f"arguments is a string that is not JSON: {error}"


def _nameless(entry: dict[str, Json]) -> Refusal:
    received = tuple(str(key) for key in entry)
    keys = ", ".join(one_line(key, _SHOWN) for key in received) or "nothing"
    message = f"name is missing; received: {keys}. Give the tool's name, and its parameters inside arguments"
    return _refuse("no_name", message, received=received)


def _misplaced(profile: Profile, name: str, standing: Standing, names: Sequence[str]) -> Refusal:
    shown = one_line(name, _SHOWN)
    own_codes = profile.lenient_arguments
    if standing is Standing.DIRECT:
        message = f"{shown} is not deferred: it is already in the model's list, call it directly as {shown}"
        return _refuse("direct_tool" if own_codes else "not_deferrable", message, standing=standing)
    close = near(name, names)
    hint = f"did you mean {' or '.join(close)}? " if close else ""
    message = f"{shown}: no such tool in this session; {hint}tool_search finds the names there are"
    return _refuse("unknown_tool" if own_codes else "not_deferrable", message, standing=standing, near=close)


def _refuse(
    code: Code,
    message: str,
    *,
    standing: Standing | None = None,
    received: tuple[str, ...] = (),
    near: tuple[str, ...] = (),
) -> Refusal:
    return Refusal(code, one_line(message), standing, received, near)


def _folded(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "_", name.lower())


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    kinds = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list", dict: "an object"}
    return kinds.get(type(value), type(value).__name__)
