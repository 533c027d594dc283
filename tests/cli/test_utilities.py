"""Tools that Hermes adds for a server's prompts and resources are told apart from those that the server lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.build import tool


@pytest.fixture
def pantry(tmp_path: Path) -> str:
    """A server with a tool, prompts and resources, as a recording."""
    server = {"name": "pantry", "capabilities": {"prompts": {}, "resources": {}}, "tools": [tool("spoil", "Spoil it.")]}
    path = tmp_path / "pantry.json"
    path.write_text(json.dumps({"format": "toolscope.recording", "version": 1, "servers": [server]}))
    return str(path)


def test_servers_counts_utilities_in_a_column_of_their_own(cli: Any, pantry: str, recording: str) -> None:
    head, shelf, tracker, *_ = cli("servers", "--recording", pantry, "--recording", recording).out.splitlines()
    end = head.index("utilities") + len("utilities")
    assert head[:end].split() == ["server", "state", "tools", "utilities"]
    assert shelf[:end].split() == ["pantry", "ready", "1", "+", "4"]
    assert tracker[:end].split() == ["tracker", "ready", "3"]


def test_without_utilities_there_is_no_column_for_them(cli: Any, recording: str) -> None:
    assert "utilities" not in cli("servers", "--recording", recording).out


def test_a_comparison_counts_utilities_apart(cli: Any, pantry: str) -> None:
    assert cli("diff", pantry, pantry).out.startswith("nothing changed: 1 tool + 4 utilities, ")
    assert (cli("diff", pantry, pantry, "--json").json["a"]["tools"]) == 5


def test_one_server_and_one_tool_are_recorded_in_the_singular(cli: Any, pantry: str, tmp_path: Path) -> None:
    out = str(tmp_path / "again.json")
    assert cli("record", "--recording", pantry, out).out == f"{out}: 1 server, 1 tool\n"
