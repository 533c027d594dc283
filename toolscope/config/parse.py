"""A configuration file of Hermes or of another MCP client, recognised by its content."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from toolscope.canonical import Json
from toolscope.config.contexts import window
from toolscope.config.hooks import Hook, hooks
from toolscope.config.inputs import Declared, used
from toolscope.config.interpolate import Variables, fill
from toolscope.config.model import Complaint, ConfigError, ServerConfig
from toolscope.config.profiles import Profile
from toolscope.config.secrets import harmless
from toolscope.config.section import Section, kind
from toolscope.config.server import server
from toolscope.config.settings import Layer, tool_search
from toolscope.config.source import Keys, Source

Shape: TypeAlias = Literal["hermes", "client", "editor"]
"""``mcp_servers`` and its settings, ``mcpServers``, or ``servers`` as VS Code writes it."""
_HERMES_KEYS = ("mcp_servers", "tools", "tool_search", "model", "hooks")


@dataclass(frozen=True, slots=True)
class Document:
    """What one configuration file asks for."""

    shape: Shape
    servers: tuple[ServerConfig, ...] = ()
    layer: Layer = field(default_factory=Layer)
    hooks: tuple[Hook, ...] = ()
    complaints: tuple[Complaint, ...] = ()


def shape(raw: Json) -> Shape | None:
    """Which kind of configuration a value is; an empty file is an empty Hermes configuration."""
    if raw is None:
        return "hermes"
    if not isinstance(raw, dict) or "format" in raw:
        return None
    if isinstance(raw.get("mcpServers"), dict) and "mcp_servers" not in raw:
        return "client"
    nested = raw.get("mcp")
    if isinstance(raw.get("servers"), dict) or (isinstance(nested, dict) and isinstance(nested.get("servers"), dict)):
        return "editor"
    if any(key in raw for key in _HERMES_KEYS) and not isinstance(raw.get("tools"), list):
        return "hermes"
    return "client" if "mcpServers" in raw or "projects" in raw else None


def document(source: Source, profile: Profile, variables: Variables, workspace: Path, hermes: bool = False) -> Document:
    """Read a file's servers and settings; raises ``ConfigError`` when it is no configuration.

    ``hermes`` says that the file is where Hermes keeps its own, whatever is in it.
    """
    found: Shape | None = "hermes" if hermes and isinstance(source.value, dict) else shape(source.value)
    if found is None:
        raise ConfigError(_not_known(source))
    top = Section(source.value, (), source.origin)
    for keys in _duplicates(source):
        top.complain("is written more than once; the last one holds", *keys)
    if found != "hermes":
        asked = Declared(top.child("inputs"))
        servers = _servers(_maps(top, workspace), replace(variables, defaults=True), asked)
        return Document(found, servers, complaints=tuple(top.complaints))
    return _hermes(source, top, profile, variables)


def _hermes(source: Source, top: Section, profile: Profile, variables: Variables) -> Document:
    _check_keys(top)
    servers = _servers([top.child("mcp_servers")], variables)
    found = hooks(top, variables)
    if variables.environ.get("HERMES_SAFE_MODE", "").lower() not in ("", "0", "false", "no", "off"):
        top.complain("HERMES_SAFE_MODE is set: all servers are disabled; unset it to use them", "mcp_servers")
        servers, found = tuple(replace(entry, enabled=False) for entry in servers), ()
    layer = _settings(top, profile, variables)
    twice = _duplicates(source)
    if profile.strict_yaml and twice:
        top.complain(f"for this {profile.name} resets the whole file to its defaults; remove one of them", *twice[0])
        layer, found = Layer(), ()
    return Document("hermes", servers, layer, found, tuple(top.complaints))


def _check_keys(top: Section) -> None:
    """Complain about misspelt keys. Hermes has many that are not known here: only what is close to one of ours is."""
    _check_near(top, "mcp_servers")
    _check_near(top.child("tools"), "tool_search")
    _check_near(top.child("model"), "context_length")
    for keys in _misplaced(top.value if isinstance(top.value, dict) else {}):
        top.complain("has no effect here; move it under tools:", *keys)


def _check_near(section: Section, known: str) -> None:
    for key in section.value if isinstance(section.value, dict) else ():
        if key != known and difflib.get_close_matches(str(key), [known], 1, 0.8):
            section.complain(f"unknown key; did you mean {known}?", str(key))


def _misplaced(value: dict[Json, Json]) -> Iterator[Keys]:
    """Where a ``tool_search`` stands that Hermes does not look for there."""
    for key, part in value.items():
        if key == "tool_search":
            yield (key,)
        elif key not in ("tools", "mcp_servers") and isinstance(part, dict) and "tool_search" in part:
            yield (str(key), "tool_search")


def _settings(top: Section, profile: Profile, variables: Variables) -> Layer:
    tools = top.child("tools")
    tools.is_mapping("a mapping with tool_search")
    search = tool_search(fill(tools.child("tool_search"), variables), profile)
    model = _model(fill(top.child("model"), variables), profile)
    return Layer({**search.values, **model.values}, {**search.origins, **model.origins})


def _model(section: Section, profile: Profile) -> Layer:
    """The context window: ``context_length`` as written, else that of the configured model (hermes.md §13)."""
    given = section.child("context_length")
    if isinstance(given.value, int) and not isinstance(given.value, bool) and given.value > 0:
        return _layer(given, given.value, None)
    if given.value is not None:
        given.complain("must be a number of tokens above 0; the model's own window is used")
    if isinstance(section.value, str):
        named = section
    elif section.is_mapping("a model id, or a mapping with default and context_length"):
        named = next((c for c in map(section.child, ("default", "model")) if c.value), section.child("default"))
    else:
        return Layer()
    if named.value is not None and not isinstance(named.value, str):
        named.complain(f"must be a model id, not {kind(named.value)}; ignored")
    model = named.value.strip() if isinstance(named.value, str) else ""
    return _layer(named, window(model, profile), model) if model else Layer()


def _layer(section: Section, length: int | None, model: str | None) -> Layer:
    values = {"context_length": length, "model": model}
    return Layer(values, dict.fromkeys(values, section.origin))


def _maps(top: Section, workspace: Path) -> Iterator[Section]:
    """Each mapping of servers in another client's file; Claude Code keeps some of them by project folder."""
    yield top.child("mcpServers")
    yield top.child("servers")
    yield top.child("mcp").child("servers")
    projects = top.child("projects")
    for folder in (workspace, *workspace.parents):
        yield projects.child(str(folder)).child("mcpServers")


def _servers(maps: Iterable[Section], variables: Variables, asked: Declared | None = None) -> tuple[ServerConfig, ...]:
    """The servers of these mappings; ``asked`` holds the inputs of another client's file."""
    entries = (
        entry for section in maps if section.is_mapping("a mapping of names to servers") for entry in section.children()
    )
    return tuple(made for name, entry in entries if (made := _server(name, entry, variables, asked)) is not None)


def _server(name: str, entry: Section, variables: Variables, asked: Declared | None) -> ServerConfig | None:
    # What a server that is switched off would lack is of no interest yet.
    client = asked is not None
    is_off = server(name, replace(entry, complaints=[]), client)
    quiet = is_off is not None and not is_off.enabled
    filled = fill(replace(entry, complaints=[]) if quiet else entry, variables)
    made = server(name, replace(filled, complaints=entry.complaints), client)
    if made is None:
        return None
    put_in = {value for variable, value in variables.used(entry.value) if not harmless(variable, value)}
    made = replace(made, secrets=frozenset(put_in))
    if asked is None:
        return made
    return replace(made, questions=tuple(map(asked.question, dict.fromkeys(used(filled.value)))))


def _duplicates(source: Source) -> list[Keys]:
    """The outermost keys that were written twice, also in the file below."""
    every = [*source.duplicates, *(source.under.duplicates if source.under else ())]
    return [keys for keys in every if not any(keys[:length] in every for length in range(1, len(keys)))]


def _not_known(source: Source) -> str:
    raw = source.value
    if isinstance(raw, list) or (isinstance(raw, dict) and ("format" in raw or isinstance(raw.get("tools"), list))):
        return f"{source.name}: is not a configuration; if it is a recording, open it with --recording"
    return f"{source.name}: is not a configuration; expected mcp_servers (Hermes), mcpServers, or servers (VS Code)"
