"""Where configurations are found when none is named: one agent's is opened, the others are only listed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolscope.canonical import Json
from toolscope.config import source
from toolscope.config.model import ConfigError, Looked
from toolscope.config.parse import shape

PROJECT = "project"
"""What stands for the client of a project file."""
_PROJECT_FILES = (".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json")


@dataclass(frozen=True, slots=True)
class Discovery:
    """The configuration to open, and every place that was looked in."""

    hermes: Path | None = None
    """Hermes' own file."""
    managed: Path | None = None
    """The managed file that wins over it."""
    project: Path | None = None
    """The nearest project file, when Hermes is not configured; its servers need approval."""
    looked: tuple[Looked, ...] = ()


def discover(cwd: Path, home: Path, environ: Mapping[str, str], platform: str = sys.platform) -> Discovery:
    """Look in the places of Hermes, then of the project, then of other clients."""
    hermes, managed = hermes_file(home, environ, platform), managed_file(environ)
    has_hermes = _there(hermes) or _there(managed)
    projects = list(_project_files(cwd, home))
    nearest = next((path for path in projects if _there(path)), None)
    looked = [_looked("Hermes", hermes, ""), *([_looked("Hermes, managed", managed, "")] if _there(managed) else [])]
    for path in projects:
        if _there(path):
            unused = "not used: Hermes is configured" if has_hermes else "not used: a nearer project file was found"
            looked.append(_looked(PROJECT, path, "" if path == nearest and not has_hermes else unused))
    others = [*_profiles(home, platform, environ), *_clients(home, environ, platform)]
    looked += [_looked(client, path, f"{client}; choose it with --config") for client, path in others if path != hermes]
    return Discovery(
        hermes if _there(hermes) else None,
        managed if _there(managed) else None,
        None if has_hermes else nearest,
        tuple(looked),
    )


def hermes_file(home: Path, environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Hermes' own configuration (hermes.md §12)."""
    if environ.get("HERMES_HOME"):
        return Path(environ["HERMES_HOME"]) / "config.yaml"
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "hermes" / "config.yaml"
    return home / ".hermes" / "config.yaml"


def managed_file(environ: Mapping[str, str]) -> Path:
    """The managed layer, set by an administrator."""
    return Path(environ.get("HERMES_MANAGED_DIR") or "/etc/hermes") / "config.yaml"


def _project_files(cwd: Path, home: Path) -> Iterator[Path]:
    """Project files from ``cwd`` upwards. The home folder is no project: its files are the clients' own."""
    for folder in (cwd, *cwd.parents):
        if folder == home:
            return
        yield from (folder / name for name in _PROJECT_FILES)


def _clients(home: Path, environ: Mapping[str, str], platform: str) -> list[tuple[str, Path]]:
    """Each other client with the file it keeps its servers in."""
    if platform == "win32":
        applications = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif platform == "darwin":
        applications = home / "Library" / "Application Support"
    else:
        applications = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return [
        ("Claude Desktop", applications / "Claude" / "claude_desktop_config.json"),
        ("Claude Code", home / ".claude.json"),
        ("Cursor", home / ".cursor" / "mcp.json"),
        ("VS Code", applications / "Code" / "User" / "mcp.json"),
        ("Windsurf", home / ".codeium" / "windsurf" / "mcp_config.json"),
        ("Gemini CLI", home / ".gemini" / "settings.json"),
    ]


def _profiles(home: Path, platform: str, environ: Mapping[str, str]) -> list[tuple[str, Path]]:
    """The configurations of Hermes' named profiles, each a home of its own below the default one."""
    default = hermes_file(home, {name: value for name, value in environ.items() if name != "HERMES_HOME"}, platform)
    try:
        files = sorted((default.parent / "profiles").glob("*/config.yaml"))
    except OSError:
        return []
    named = [(f"Hermes profile {path.parent.name}", path) for path in files]
    return [("Hermes, default profile", default), *named] if environ.get("HERMES_HOME") else named


def _there(path: Path) -> bool:
    """Whether a file is there. ``Path.is_file`` raises for a folder that may not be entered; this says no."""
    return os.path.isfile(path)


def _looked(client: str, path: Path, note: str) -> Looked:
    if not _there(path):
        return Looked(path, False, client)
    try:
        return Looked(path, True, client, _count(source.read(path).value), note)
    except ConfigError as error:
        return Looked(path, True, client, 0, str(error).removeprefix(str(path)).lstrip(": "))


def _count(raw: Json) -> int:
    """How many servers a file configures, at first sight."""
    if shape(raw) is None or not isinstance(raw, dict):
        return 0
    nested = raw["mcp"].get("servers") if isinstance(raw.get("mcp"), dict) else None
    maps = (raw.get("mcp_servers"), raw.get("mcpServers"), raw.get("servers"), nested)
    return sum(len(servers) for servers in maps if isinstance(servers, dict))
