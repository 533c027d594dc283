"""Whatever stands in a file that toolscope is given, it is read or refused in one line that names the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.test_hostile_catalog import JSON, TOOLS
from toolscope.cli import views
from toolscope.cli.output import dumps
from toolscope.config.gather import Sources, load
from toolscope.config.model import Config, ConfigError, Settings
from toolscope.connections import recording
from toolscope.connections.standing import standing
from toolscope.plain import hides_text
from toolscope.survey import take

T = TypeVar("T")
ENTRIES = JSON | st.fixed_dictionaries(
    {"name": st.text(max_size=4) | JSON, "tools": TOOLS | JSON},
    optional={
        "functions": JSON,
        "capabilities": JSON,
        "server_info": JSON,
        "config": JSON,
        "protocol": JSON,
        "instructions": JSON,
    },
)
RECORDINGS = (
    JSON
    | st.fixed_dictionaries(
        {"format": st.just(recording.FORMAT), "version": st.just(1), "servers": st.lists(ENTRIES, max_size=3) | JSON}
    )
    | st.fixed_dictionaries({"tools": TOOLS}, optional={"server": JSON, "nextCursor": JSON})
    | st.lists(st.fixed_dictionaries({"name": st.text(max_size=5), "parameters": JSON}), min_size=1, max_size=3)
)
SERVER = JSON | st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        ("command", "args", "env", "url", "headers", "cwd", "type", "disabled", "enabled", "tools", "timeout", "trust"),
        JSON,
    ),
)
KEYS = ("mcp_servers", "mcpServers", "servers", "mcp", "inputs", "tools", "model", "hooks", "guardrail", "projects")
CONFIGS = JSON | st.dictionaries(st.sampled_from(KEYS), JSON | st.dictionaries(st.text(max_size=5), SERVER, max_size=3))
WIDE = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def opened(read: Callable[[Path], T], path: Path) -> T | None:
    """What is in a file; ``None`` when it is refused, in one line that names it."""
    refused = ""
    try:
        return read(path)
    except ConfigError as error:
        refused = str(error)
    assert str(path) in refused
    assert "\n" not in refused
    assert not hides_text(refused)
    return None


def configured(path: Path) -> Config:
    return load(Sources(configs=(path,)))


@WIDE
@given(RECORDINGS)
def test_any_json_is_a_recording_or_none(tmp_path: Path, value: Any) -> None:
    path = tmp_path / "any.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    configs = opened(recording.read, path)
    if configs is None:
        return
    survey = take([standing(config) for config in configs], Settings())
    for status in survey.statuses:
        json.loads(dumps(views.server(survey, status)))
    recording.write(tmp_path / "again.json", survey.statuses)
    assert len(recording.read(tmp_path / "again.json")) == len(configs)


@WIDE
@given(CONFIGS, st.sampled_from(["config.yaml", ".mcp.json", "settings.json"]))
def test_any_json_is_a_configuration_or_none(tmp_path: Path, value: Any, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(value), encoding="utf-8")
    found = opened(configured, path)
    said = [*map(str, found.complaints), *(str(server.endpoint) for server in found.servers)] if found else []
    assert not any(map(hides_text, said))


@pytest.mark.parametrize("read", [recording.read, configured])
@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, '{"tools": [NaN, 1e999]}', "\ufeff", "\x00", '"\ud83d']
)
def test_a_file_that_is_hardly_json_is_one_line(tmp_path: Path, text: str, read: Callable[[Path], object]) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    opened(read, path)
