"""Recordings: read in four shapes, written without secrets."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from toolscope.config.launch import Http, Recorded, Stdio
from toolscope.config.model import ConfigError, Origin, ServerConfig, ToolFilter
from toolscope.connections import recording
from toolscope.connections.state import Listing, ServerStatus, State

TOOL: dict[str, Any] = {"name": "a", "inputSchema": {"type": "object"}, "x_vendor": [None, 1.0]}
FUNCTION = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}, "toolset": "files"}


def saved(path: Path, value: object) -> Path:
    data = json.dumps(value).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def entries(path: Path) -> list[Any]:
    found = []
    for config in recording.read(path):
        assert isinstance(config.launch, Recorded)
        assert config.origin == Origin(str(path))
        found.append((config.name, {k: v for k, v in config.launch.entry.items() if k in ("tools", "functions")}))
    return found


@pytest.mark.parametrize("ending", [".json", ".json.gz"])
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            {"format": "toolscope.recording", "version": 1, "servers": [{"name": "one", "tools": [TOOL], "new": 1}]},
            ("one", {"tools": [TOOL]}),
        ),
        ({"server": "two", "tools": [TOOL], "serverInfo": {"name": "Two"}}, ("two", {"tools": [TOOL]})),
        ({"tools": [TOOL], "nextCursor": None}, ("my.file", {"tools": [TOOL]})),
        ([FUNCTION], ("my.file", {"functions": [FUNCTION]})),
        ([{"name": "bare", "parameters": {}}], ("my.file", {"functions": [{"name": "bare", "parameters": {}}]})),
    ],
)
def test_each_shape_is_recognised_by_its_content(tmp_path: Path, value: object, expected: object, ending: str) -> None:
    assert recording.is_recording(value)
    assert entries(saved(tmp_path / f"my.file{ending}", value)) == [expected]


@pytest.mark.parametrize(
    "value", [None, 1, "x", [], [1], {}, {"tools": {}}, {"mcp_servers": {}}, {"tools": {"tool_search": {}}}]
)
def test_other_values_are_no_recordings(value: object) -> None:
    assert not recording.is_recording(value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{\n{", "broken JSON at line 2: Expecting property name enclosed in double quotes"),
        ("[]", "not a recording; give a toolscope.recording, {server, tools}, a tools/list result, or a list of"),
        ('{"format": "other"}', "format is 'other', not 'toolscope.recording'"),
        (
            '{"format": "toolscope.recording", "version": 2}',
            "version 2 of toolscope.recording; this toolscope reads version 1",
        ),
        ('{"format": "toolscope.recording", "version": 1}', "servers: must be a list"),
        ('{"format": "toolscope.recording", "version": 1, "servers": [3]}', "servers[0]: must be an object with name"),
        (
            '{"format": "toolscope.recording", "version": 1, "servers": [{"name": "a"}]}',
            "servers[0]: tools: must be a list",
        ),
        (
            '{"format":"toolscope.recording","version":1,"servers":[{"name":"a","tools":[]},{"name":"a","tools":[]}]}',
            "servers[1]: the name 'a' is given twice",
        ),
        ("[" * 100_000, "JSON nested too deeply"),
        ('{"tools": [' + "9" * 5_000 + "]}", "cannot be read: it holds an integer of more than 4,300 digits"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(ConfigError) as raised:
        recording.read(path)
    assert str(raised.value).startswith(f"{path}: {message}")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "data",
    [
        b"\x1f\x8bbroken",
        b"\xff\xfe\x00",
        gzip.compress(b"{}" * 99, mtime=0)[:-9],
        b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 9,
    ],
    ids=["gzip", "wide", "half", "deflate"],
)
def test_bytes_that_are_no_text_are_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(data)
    with pytest.raises(ConfigError, match="not JSON text"):
        recording.read(path)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.json: no such file; check the path"):
        recording.read(tmp_path / "missing.json")
    with pytest.raises(ConfigError, match="is a folder; name the file in it"):
        recording.read(tmp_path)


def test_the_configuration_of_an_entry_filters_its_tools(tmp_path: Path) -> None:
    config = {"command": "rm", "tools": {"include": ["a*"], "exclude": "b", "prompts": False}, "timeout": 5}
    value = {"format": "toolscope.recording", "version": 1, "servers": [{"name": "x", "tools": [], "config": config}]}
    (found,) = recording.read(saved(tmp_path / "r.json", value))
    assert isinstance(found.launch, Recorded)
    assert found.filter == ToolFilter(("a*",), ("b",), prompts=False)
    assert found.timeout == 5


def test_what_is_written_is_read_again_and_holds_no_secrets(tmp_path: Path) -> None:
    listing = Listing((TOOL,), 1, "2025-06-18", {"name": "s"}, {"tools": {}}, "Read me \ud800")
    origin = Origin("test")
    chosen = ToolFilter(include=("a",), resources=False)
    statuses = [
        ServerStatus(
            ServerConfig("child", Stdio("run", ("--key", "s3cret"), {"TOKEN": "s3cret"}), origin, filter=chosen),
            State.READY,
            listing=listing,
        ),
        ServerStatus(
            ServerConfig("web", Http("https://u:s3cret@h/", {"A": "s3cret"}), origin), State.LOST, listing=listing
        ),
        ServerStatus(ServerConfig("failed", None, origin), State.FAILED),
    ]
    path = tmp_path / "all.json.gz"
    assert not recording.write(path, [])
    assert recording.write(path, statuses)
    assert list(tmp_path.glob("*.gz*")) == [path]
    text = gzip.decompress(path.read_bytes()).decode()
    assert "s3cret" not in text
    assert "TOKEN" not in text
    child, web = recording.read(path)
    assert (child.name, child.filter, web.filter) == ("child", chosen, ToolFilter())
    assert isinstance(child.launch, Recorded)
    assert recording.listing(child.launch.entry) == listing


def test_a_recording_of_function_definitions_keeps_them(tmp_path: Path) -> None:
    (found,) = recording.read(saved(tmp_path / "core.json", [FUNCTION]))
    assert isinstance(found.launch, Recorded)
    listing = recording.listing(found.launch.entry)
    assert listing.tools == (FUNCTION,)
    recording.write(tmp_path / "again.json", [ServerStatus(found, State.READY, listing=listing)])
    assert entries(tmp_path / "again.json") == [("core", {"functions": [FUNCTION]})]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"r\.json: cannot be written \(No such file"):
        recording.write(tmp_path / "nowhere" / "r.json", [])


def test_a_pipe_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "r.json"
    os.mkfifo(pipe)
    with pytest.raises(ConfigError, match=r"r\.json: is not a regular file"):
        recording.read(pipe)
    link = tmp_path / "link.json"
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(ConfigError, match="cannot be written: it is there and is not a regular file; name another"):
            recording.write(path, [])
    assert pipe.is_fifo()
    with pytest.raises(ConfigError, match="not a regular file"):
        recording.write(tmp_path, [])


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "real.json", tmp_path / "link.json"
    if exists:
        recording.write(
            target, statuses=[ServerStatus(ServerConfig("a", None, Origin("t")), State.READY, listing=Listing())]
        )
    link.symlink_to(target)
    recording.write(link, [])
    assert link.is_symlink()
    assert json.loads(target.read_text())["format"] == "toolscope.recording"
    assert list(target.parent.iterdir()) == [target]


def test_a_recording_without_measure_is_not_read_packed_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "_MOST_BYTES", 1 << 20)
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (1 << 20) + b"[]")
    with pytest.raises(ConfigError, match=r"large\.json: is larger than 1 MB"):
        recording.read(large)
    packed = tmp_path / "packed.json.gz"
    packed.write_bytes(gzip.compress(large.read_bytes()))
    with pytest.raises(ConfigError, match=r"packed\.json\.gz: is larger than 1 MB once it is unpacked"):
        recording.read(packed)
