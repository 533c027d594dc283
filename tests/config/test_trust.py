"""A server of a discovered file is approved once, for exactly what it would start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolscope.config import trust
from toolscope.config.gather import Sources, Surroundings, load
from toolscope.config.model import Config

FILE = '{"mcpServers": {"clock": {"command": "clock", "args": ["--zone", "UTC"], "env": {"TOKEN": "${TOKEN}"}}}}'
Write = Callable[[str, str], Path]
Around = Callable[..., Surroundings]


def _approve(config: Config, around: Surroundings) -> None:
    trust.approve(config.servers, around.environ)


def _untrusted(around: Surroundings) -> list[bool]:
    return [server.untrusted for server in load(Sources(), around).servers]


def test_what_was_approved_is_not_asked_about_again(write: Write, around: Around) -> None:
    write("work/.mcp.json", FILE)
    here = around(TOKEN="x")
    assert _untrusted(here) == [True]
    _approve(load(Sources(), here), here)
    assert _untrusted(here) == [False]


@pytest.mark.parametrize(
    "changed",
    [
        FILE.replace("UTC", "CET"),
        FILE.replace('"clock", "args"', '"other", "args"'),
        FILE.replace('"TOKEN": "', '"TOKEN": "x'),
        FILE.replace('"clock": {', '"watch": {'),
    ],
)
def test_any_change_of_what_would_start_is_asked_about(changed: str, write: Write, around: Around) -> None:
    write("work/.mcp.json", FILE)
    here = around(TOKEN="x")
    _approve(load(Sources(), here), here)
    write("work/.mcp.json", changed)
    assert _untrusted(here) == [True]


def test_another_value_of_a_variable_is_another_launch(write: Write, around: Around) -> None:
    write("work/.mcp.json", FILE)
    before, after = around(TOKEN="x"), around(TOKEN="y")
    _approve(load(Sources(), before), before)
    assert _untrusted(after) == [True]


def test_the_same_file_in_another_project_is_another_file(write: Write, around: Around, tmp_path: Path) -> None:
    write("work/.mcp.json", FILE)
    here = around(TOKEN="x")
    _approve(load(Sources(), here), here)
    write("elsewhere/.mcp.json", FILE)
    there = Surroundings(tmp_path / "elsewhere", here.home, here.environ)
    assert _untrusted(there) == [True]


def test_what_is_remembered_holds_no_secret_and_is_for_its_owner_alone(
    write: Write, around: Around, tmp_path: Path
) -> None:
    write("work/.mcp.json", FILE)
    here = around(TOKEN="swordfish")
    _approve(load(Sources(), here), here)
    kept = tmp_path / "data" / "trusted.json"
    assert "swordfish" not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0
    assert [path.name for path in kept.parent.iterdir()] == ["trusted.json"]


def test_a_damaged_memory_starts_nothing_and_says_so(write: Write, around: Around) -> None:
    write("work/.mcp.json", FILE)
    write("data/trusted.json", "{")
    config = load(Sources(), around())
    assert [server.untrusted for server in config.servers] == [True]
    assert len(config.broken) == 1
    assert "trusted.json: is damaged" in config.broken[0]


def test_approving_a_second_project_keeps_the_first(write: Write, around: Around, tmp_path: Path) -> None:
    write("work/.mcp.json", FILE)
    write("elsewhere/.mcp.json", FILE)
    here = around()
    there = Surroundings(tmp_path / "elsewhere", here.home, here.environ)
    for place in (here, there):
        _approve(load(Sources(), place), place)
    assert (_untrusted(here), _untrusted(there)) == ([False], [False])
