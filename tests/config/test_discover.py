"""One agent's configuration is opened; the others are listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolscope.config.discover import Discovery, discover, hermes_file

Write = Callable[[str, str], Path]
SERVERS = '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}'


@pytest.fixture
def look(tmp_path: Path, empty_home: Path) -> Callable[..., Discovery]:
    def build(cwd: str = "work", platform: str = "linux", **environ: str) -> Discovery:
        managed = {"HERMES_MANAGED_DIR": str(tmp_path / "managed")}
        return discover(tmp_path / cwd, empty_home, {**managed, **environ}, platform)

    return build


def test_with_nothing_there_every_place_is_named(look: Callable[..., Discovery]) -> None:
    found = look()
    assert (found.hermes, found.managed, found.project) == (None, None, None)
    assert len(found.looked) == 7
    assert not any(place.found for place in found.looked)


def test_hermes_comes_before_a_project_file(look: Callable[..., Discovery], write: Write) -> None:
    hermes = write("home/.hermes/config.yaml", "mcp_servers: {a: {command: x}}")
    project = write("work/.mcp.json", SERVERS)
    found = look()
    assert (found.hermes, found.project) == (hermes, None)
    notes = {place.path: (place.servers, place.note) for place in found.looked if place.found}
    assert notes == {hermes: (1, ""), project: (2, "not used: Hermes is configured")}


def test_the_nearest_project_file_is_opened(look: Callable[..., Discovery], write: Write) -> None:
    far = write("work/.mcp.json", SERVERS)
    near = write("work/deep/.vscode/mcp.json", '{"servers": {"a": {"command": "x"}}}')
    found = look("work/deep/er")
    assert found.project == near
    assert [(place.path, place.note) for place in found.looked if place.found] == [
        (near, ""),
        (far, "not used: a nearer project file was found"),
    ]


def test_the_home_folder_is_no_project(look: Callable[..., Discovery], write: Write) -> None:
    cursor = write("home/.cursor/mcp.json", SERVERS)
    found = look("home/code")
    assert found.project is None
    (place,) = [place for place in found.looked if place.found]
    assert (place.path, place.servers, place.note) == (cursor, 2, "Cursor; choose it with --config")


def test_a_broken_file_of_another_client_is_listed_with_its_fault(look: Callable[..., Discovery], write: Write) -> None:
    write("home/.claude.json", "{")
    (place,) = [place for place in look().looked if place.found]
    assert place.servers == 0
    assert place.note.startswith("1: not valid JSON")


def test_places_differ_by_system(empty_home: Path, look: Callable[..., Discovery]) -> None:
    assert hermes_file(empty_home, {"HERMES_HOME": "/x"}) == Path("/x/config.yaml")
    assert hermes_file(empty_home, {"LOCALAPPDATA": "/local"}, "win32") == Path("/local/hermes/config.yaml")
    mac = [str(place.path) for place in look(platform="darwin").looked]
    assert any("Application Support/Claude/claude_desktop_config.json" in path for path in mac)
    windows = [str(place.path) for place in look(platform="win32", APPDATA="/roaming").looked]
    assert any(path.startswith("/roaming") and "Code" in path for path in windows)
