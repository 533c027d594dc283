"""Recordings: the listings of servers in a file, read as servers and written for others (design §5.2)."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from toolscope.canonical import Json
from toolscope.config import atomic
from toolscope.config.launch import Recorded
from toolscope.config.model import ConfigError, Origin, ServerConfig, ToolFilter
from toolscope.config.section import Section
from toolscope.config.server import server
from toolscope.config.source import bytes_of, why_unreadable
from toolscope.connections.state import Listing, ServerStatus
from toolscope.plain import one_line
from toolscope.veil import hidden_json

FORMAT = "toolscope.recording"
VERSION = 1
_MOST_BYTES = 512 << 20
"""Of a recording, and of what is packed in it."""
_GZIP = b"\x1f\x8b"
_SHAPES = f"a {FORMAT}, {{server, tools}}, a tools/list result, or a list of function definitions"


def is_recording(raw: Json) -> bool:
    """Whether a value read from a file is a recording in one of its four shapes, whatever the file is called."""
    if isinstance(raw, list):
        return bool(raw) and all(_is_function(item) for item in raw)
    return isinstance(raw, dict) and (raw.get("format") == FORMAT or isinstance(raw.get("tools"), list))


def read(path: Path) -> tuple[ServerConfig, ...]:
    """Read a recording as servers that list their tools and answer no calls.

    Raises ``ConfigError`` for a file that is missing, no JSON, no recording, or of another version.
    """
    raw = _load(path)
    if isinstance(raw, dict) and "format" in raw:
        entries = _entries(path, raw)
    elif isinstance(raw, dict) and isinstance(raw.get("tools"), list):
        entries = [{**raw, "name": _named(raw.get("server")) or _stem(path)}]
    elif is_recording(raw):
        entries = [{"name": _stem(path), "functions": raw}]
    else:
        raise ConfigError(f"{path}: not a recording; give {_SHAPES}")
    return tuple(_configured(entry, Origin(str(path))) for entry in entries)


def _named(server: Json) -> str:
    return server if isinstance(server, str) else ""


def listing(entry: Json) -> Listing:
    """What a recorded server offers: its tools, or function definitions. Absent capabilities mean tools only."""
    capabilities = entry.get("capabilities")
    instructions = entry.get("instructions")
    return Listing(
        tools=tuple(entry.get("functions") or entry.get("tools") or ()),
        pages=1,
        protocol=entry["protocol"] if isinstance(entry.get("protocol"), str) else None,
        server_info=entry.get("server_info") or entry.get("serverInfo"),
        capabilities=capabilities if isinstance(capabilities, dict) else {"tools": {}},
        instructions=instructions if isinstance(instructions, str) else None,
    )


def dump(statuses: Iterable[ServerStatus]) -> Json:
    """A recording of every server that has a list. How servers are started and reached never enters it.

    A secret that a server repeats in its definitions is masked: a recording is made to be given away.
    """
    entries = [_entry(status, status.listing) for status in statuses if status.listing is not None]
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    return {"format": FORMAT, "version": VERSION, "recorded_at": moment, "servers": hidden_json(entries)}


def write(path: Path, statuses: Iterable[ServerStatus]) -> bool:
    """Save a recording, compressed when the name ends in ``.gz``; an older file stays whole until this one is.

    Returns whether another recording was replaced. Raises ``ConfigError`` when the file cannot be written, or when it
    holds something else.
    """
    data = json.dumps(dump(statuses), indent=1).encode() + b"\n"
    with atomic.explained(path):
        if path.exists() and not path.is_file():
            raise ConfigError(f"{path}: cannot be written: it is there and is not a regular file; name another")
        replaced = path.exists() and path.stat().st_size > 0
    if replaced:
        try:
            read(path)
        except ConfigError:
            raise ConfigError(f"{path}: not written: it is there and is no recording; name another file") from None
    atomic.write(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return replaced


def _load(path: Path) -> Json:
    data = bytes_of(path, _MOST_BYTES)
    try:
        return json.loads((_unpacked(path, data) if data.startswith(_GZIP) else data).decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise ConfigError(f"{path}: broken JSON at line {error.lineno}: {error.msg}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: JSON nested too deeply") from error
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not JSON text: {one_line(str(error), 120)}") from error
    except ValueError as error:
        raise ConfigError(f"{path}: cannot be read: {why_unreadable(error)}") from error


def _unpacked(path: Path, data: bytes) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        text = file.read(_MOST_BYTES + 1)
    if len(text) > _MOST_BYTES:
        raise ConfigError(f"{path}: is larger than {_MOST_BYTES >> 20} MB once it is unpacked")
    return text


def _entries(path: Path, raw: dict[str, Json]) -> list[dict[str, Json]]:
    if raw["format"] != FORMAT:
        raise ConfigError(f"{path}: format is {one_line(str(raw['format']), 60)!r}, not {FORMAT!r}")
    if raw.get("version") != VERSION:
        version = one_line(str(raw.get("version")), 20)
        raise ConfigError(f"{path}: version {version} of {FORMAT}; this toolscope reads version {VERSION}")
    entries = raw.get("servers")
    if not isinstance(entries, list):
        raise ConfigError(f"{path}: servers: must be a list")
    seen = set()
    for index, entry in enumerate(entries):
        if fault := _fault(entry):
            raise ConfigError(f"{path}: servers[{index}]: {fault}")
        if entry["name"] in seen:
            raise ConfigError(f"{path}: servers[{index}]: the name {one_line(entry['name'], 60)!r} is given twice")
        seen.add(entry["name"])
    return entries


def _fault(entry: Json) -> str | None:
    if not isinstance(entry, dict):
        return "must be an object with name and tools"
    if not isinstance(entry.get("name"), str) or not entry["name"]:
        return "name is missing"
    if not isinstance(entry.get("tools", entry.get("functions")), list):
        return "tools: must be a list"
    return None


def _configured(entry: dict[str, Json], origin: Origin) -> ServerConfig:
    name, launch, block = entry["name"], Recorded(entry), entry.get("config")
    # What the configuration lacks, a command above all, is of no interest here: only what it says counts.
    found = server(name, Section(block, (name,), lambda keys: origin)) if isinstance(block, dict) else None
    return replace(found or ServerConfig(name, launch, origin), launch=launch, untrusted=False)


def _entry(status: ServerStatus, found: Listing) -> dict[str, Json]:
    launch = status.config.launch
    entry: dict[str, Json] = {"name": status.name, "tools": list(found.tools)}
    if isinstance(launch, Recorded) and "functions" in launch.entry:
        entry = {"name": status.name, "functions": launch.entry["functions"]}
    for key in ("server_info", "protocol", "capabilities", "instructions"):
        if (value := getattr(found, key)) is not None:
            entry[key] = value
    if tools := _filter(status.config.filter):
        entry["config"] = {"tools": tools}
    return entry


def _filter(chosen: ToolFilter) -> dict[str, Json]:
    """The ``tools`` block that says the same; empty when everything takes part."""
    block: dict[str, Json] = {}
    if chosen.include is not None:
        block["include"] = list(chosen.include)
    if chosen.exclude:
        block["exclude"] = list(chosen.exclude)
    return block | {name: False for name in ("resources", "prompts") if not getattr(chosen, name)}


def _is_function(item: Json) -> bool:
    if not isinstance(item, dict):
        return False
    function = item.get("function", item)
    return isinstance(function, dict) and isinstance(function.get("name"), str) and "inputSchema" not in function


def _stem(path: Path) -> str:
    """The file's name without its endings, ``.json`` and ``.json.gz``."""
    return (path.with_suffix("") if path.suffix == ".gz" else path).stem
