"""Files in ``valid`` give servers without a word; each file in ``invalid`` gives the message of its first line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config import source
from toolscope.config.interpolate import Variables, places
from toolscope.config.launch import Http, Stdio
from toolscope.config.model import ConfigError
from toolscope.config.parse import Document, document, shape
from toolscope.config.profiles import HERMES_21, PROFILES, Profile

HERE = Path(__file__).parent


def read(path: Path, profile: Profile = HERMES_21, **environ: str) -> Document:
    known = places(Path("/home/me"), Path("/home/me/project"))
    return document(
        source.read(path, profile.strict_yaml), profile, Variables(environ, known), Path("/home/me/project")
    )


@pytest.mark.parametrize("path", sorted((HERE / "invalid").iterdir()), ids=lambda path: path.name)
def test_each_fault_has_one_line_that_names_file_line_key_and_what_to_do(path: Path) -> None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    expected = first.partition("expect: ")[2]
    try:
        lines = [str(complaint) for complaint in read(path).complaints]
    except ConfigError as error:
        lines = [str(error)]
    assert len(lines) == 1
    assert lines[0].removeprefix(f"{path.parent}/").startswith(expected)
    assert "\n" not in lines[0]


@pytest.mark.parametrize("path", sorted((HERE / "valid").iterdir()), ids=lambda path: path.name)
def test_a_valid_file_needs_no_words(path: Path) -> None:
    assert shape(source.read(path).value) is not None
    assert read(path, CLOUD_TOKEN="t").complaints == ()


def test_the_main_format_gives_servers_settings_and_the_model() -> None:
    found = read(HERE / "valid" / "hermes.yaml", CLOUD_TOKEN="t")
    clock, cloud, old = found.servers
    assert clock.launch == Stdio(
        "python", ("-m", "mcp_server_time", "--local-timezone", "UTC"), {"LEVEL": "3", "DEBUG": "true"}
    )
    assert (clock.timeout, clock.connect_timeout, clock.trust, clock.parallel) == (20.0, 5.5, "untrusted", True)
    assert (clock.filter.include, clock.filter.resources) == (("get_*", "convert_time"), False)
    assert clock.origin.line == 10
    assert cloud.launch == Http("https://cloud.example/mcp", {"Authorization": "Bearer t"})
    assert old.launch == Http("http://old.example/sse", sse=True)
    assert not old.enabled
    assert found.layer.values == {
        "enabled": "auto",
        "threshold_pct": 1.5,
        "defer": (),
        "context_length": 200_000,
        "model": "claude-sonnet-4-5",
    }
    assert found.layer.origins["threshold_pct"].line == 7


def test_empty_sections_keep_the_defaults() -> None:
    found = read(HERE / "valid" / "empty-sections.yaml")
    assert (found.servers, dict(found.layer.values)) == ((), {})


def test_json_with_comments_and_trailing_commas_is_read_with_its_defaults_for_variables() -> None:
    files, off = read(HERE / "valid" / "claude-desktop.json").servers
    assert files.launch == Stdio("npx", ("-y", "@example/files", "https://files.example//root"), {"ROOT": "/srv"})
    assert files.origin.line == 4
    assert not off.enabled


def test_an_editors_servers_are_read_from_both_of_its_files() -> None:
    web, old, local = read(HERE / "valid" / "vscode.json").servers
    assert web.launch == Http("https://web.example/mcp", {"X-Key": "1"})
    assert old.launch == Http("https://old.example/sse", sse=True)
    assert local.launch == Stdio("/home/me/project/serve", cwd="/home/me/project")
    assert [server.name for server in read(HERE / "valid" / "vscode-settings.json").servers] == ["web"]


def test_other_spellings_of_url_filter_and_time_are_understood() -> None:
    web, surf = read(HERE / "valid" / "gemini.json").servers
    assert web.launch == Http("https://web.example/mcp")
    assert (web.timeout, web.trust) == (30.0, "full")
    assert (web.filter.include, web.filter.exclude) == (("a",), ("b",))
    assert surf.launch == Http("https://surf.example/mcp")


def test_a_url_wins_over_a_command() -> None:
    (server,) = read(HERE / "invalid" / "url-and-command.yaml").servers
    assert server.launch == Http("https://a.example/mcp")


def test_an_entry_without_command_and_url_stays_in_the_list() -> None:
    (server,) = read(HERE / "invalid" / "no-command.yaml").servers
    assert server.launch is None


def test_a_suspicious_entry_is_not_started_unseen() -> None:
    (server,) = read(HERE / "invalid" / "suspicious.yaml").servers
    assert server.untrusted


def test_a_complaint_never_holds_a_credential() -> None:
    for name in ("bad-url.yaml", "white-space.yaml"):
        assert not any(
            word in str(complaint).removeprefix(str(HERE))
            for complaint in read(HERE / "invalid" / name).complaints
            for word in ("secret", "value ")
        )


def test_a_server_that_is_switched_off_needs_no_variables(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text("mcp_servers: {a: {command: x, enabled: false, args: ['${NOT_SET}']}}", encoding="utf-8")
    assert read(path).complaints == ()


def test_safe_mode_disables_every_server_and_hook(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text("hooks: {pre_tool_call: [{command: x}]}\nmcp_servers: {a: {command: x}}", encoding="utf-8")
    assert [hook.command for hook in read(path).hooks] == ["x"]
    safe = read(path, HERMES_SAFE_MODE="1")
    assert safe.servers[0].enabled is False
    assert safe.hooks == ()
    assert any("HERMES_SAFE_MODE" in str(complaint) for complaint in safe.complaints)


def test_claude_code_keeps_some_servers_by_project(tmp_path: Path) -> None:
    path = tmp_path / ".claude.json"
    path.write_text(
        '{"mcpServers": {"a": {"command": "x"}}, "projects": {'
        '"/home/me/project": {"mcpServers": {"b": {"command": "y"}}},'
        '"/elsewhere": {"mcpServers": {"c": {"command": "z"}}}}}',
        encoding="utf-8",
    )
    assert [server.name for server in read(path).servers] == ["a", "b"]


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.just("${X}"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
SECTIONS = (
    "mcp_servers",
    "mcpServers",
    "servers",
    "mcp",
    "projects",
    "tools",
    "tool_search",
    "model",
    "hooks",
    "format",
)


@given(st.dictionaries(st.sampled_from(SECTIONS), json_values) | json_values, st.sampled_from(list(PROFILES.values())))
def test_any_json_is_a_configuration_or_refused_in_one_line(raw: Any, profile: Profile) -> None:
    try:
        found = document(source.parse("c.json", json.dumps(raw)), profile, Variables({}), Path("/w"))
        lines = [str(complaint) for complaint in found.complaints]
    except ConfigError as error:
        lines = [str(error)]
    assert all("\n" not in line for line in lines)
