"""The servers of every configuration on this machine, each once with all the places that name it; and pasted ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from toolscope.canonical import Json, fingerprint
from toolscope.config import source
from toolscope.config.discover import PROJECT
from toolscope.config.gather import Surroundings, by_itself
from toolscope.config.launch import Http, Stdio
from toolscope.config.model import ConfigError, Looked, Origin, ServerConfig
from toolscope.config.named import name_of
from toolscope.config.options import Options
from toolscope.config.parse import shape
from toolscope.config.source import Source

PASTED = "pasted"
"""What stands in the place of a file for text that a person pasted."""
_STARTS = ("command", "url", "httpUrl", "serverUrl")


@dataclass(frozen=True, slots=True)
class Mention:
    """One place that names a server."""

    client: str
    """Whose place it is, for example ``Cursor``."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class Found:
    """One server, as the first of its places describes it."""

    server: ServerConfig
    mentions: tuple[Mention, ...]


def identity(server: ServerConfig) -> str:
    """What makes two entries the same server, whatever they call it: all that is started or connected to.

    What a person typed into one of them makes it no other server.
    """
    launch = server.written or server.launch
    return fingerprint(asdict(launch) if isinstance(launch, Stdio | Http) else repr(launch))


def found(
    places: Iterable[Looked], options: Options, around: Surroundings
) -> tuple[tuple[Found, ...], tuple[str, ...]]:
    """The servers of these places in order, and in one line each why a place could not be read."""
    servers: dict[str, Found] = {}
    broken = []
    for place in places:
        if not place.found:
            continue
        try:
            for server in _at(place, options, around):
                key = identity(server)
                known = servers.get(key, Found(server, ()))
                servers[key] = replace(known, mentions=(*known.mentions, Mention(place.client, server.origin)))
        except ConfigError as error:
            broken.append(str(error))
    return tuple(servers.values()), tuple(broken)


def _at(place: Looked, options: Options, around: Surroundings) -> tuple[ServerConfig, ...]:
    read = source.read(place.path, options.release().strict_yaml)
    found = shape(read.value)
    if found is None:
        return ()  # the settings of a client that has no servers yet
    env_file = place.path.parent / ".env" if found == "hermes" else None
    return by_itself(read, options, replace(around, cwd=_workspace(place, around)), env_file).servers


def _workspace(place: Looked, around: Surroundings) -> Path:
    """The folder that a file means by ``workspaceFolder``."""
    if place.client != PROJECT:
        return around.cwd
    return place.path.parent.parent if place.path.parent.name in (".vscode", ".cursor") else place.path.parent


def pasted(text: str, options: Options, around: Surroundings) -> tuple[ServerConfig, ...]:
    """The servers of a pasted text: a whole file, its mapping of servers, or one entry of it.

    Raises ``ConfigError`` when there is no server in it.
    """
    read = _read(text)
    whole = _whole(read.value)
    if whole is None:
        raise ConfigError('no server in it; paste {"name": {"command": "...", "args": [...]}} or one with a "url"')
    servers = by_itself(Source(PASTED, whole), options, around).servers
    if not servers:
        raise ConfigError("no server in it that can be used; give it a command or a url")
    return servers


def _read(text: str) -> Source:
    """The value of a text; a member cut out of an object gets its braces back."""
    stripped = text.strip().rstrip(",")
    if stripped.startswith('"'):
        stripped = f"{{{stripped}}}"
    return source.parse(PASTED, stripped)


def _whole(value: Json) -> Json:
    """The value as a file would hold it; ``None`` when it holds no server."""
    if not isinstance(value, dict):
        return None
    if shape(value) is not None:
        return value
    if any(isinstance(value.get(key), str) for key in _STARTS):
        return {"mcpServers": {_name(value): value}}
    entries = {name: entry for name, entry in value.items() if isinstance(entry, dict)}
    starts = any(isinstance(entry.get(key), str) for entry in entries.values() for key in _STARTS)
    return {"mcpServers": entries} if starts else None


def _name(entry: dict[str, Json]) -> str:
    """What to call an entry that came without a name."""
    if isinstance(entry.get("name"), str):
        return str(entry["name"])
    command, args = entry.get("command"), entry.get("args")
    if isinstance(command, str):
        return name_of([command, *(str(word) for word in (args if isinstance(args, list) else []))])
    from urllib.parse import urlsplit

    try:
        return urlsplit(next(entry[key] for key in _STARTS if isinstance(entry.get(key), str))).hostname or "server"
    except ValueError:
        return "server"
