"""Servers of other configurations, and pasted ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolscope.config.discover import discover
from toolscope.config.found import Found, found, pasted
from toolscope.config.gather import Surroundings
from toolscope.config.inputs import answered
from toolscope.config.launch import Http, Stdio
from toolscope.config.model import ConfigError, ServerConfig
from toolscope.config.options import Options

Write = Callable[[str, str], Path]
Around = Callable[..., Surroundings]


def _found(around: Surroundings) -> tuple[tuple[Found, ...], tuple[str, ...]]:
    return found(discover(around.cwd, around.home, around.environ, "linux").looked, Options(), around)


def _pasted(text: str, around: Surroundings) -> tuple[ServerConfig, ...]:
    return pasted(text, Options(), around)


def test_a_server_in_two_files_is_shown_once_with_both(write: Write, around: Around) -> None:
    write("home/.cursor/mcp.json", '{"mcpServers": {"clock": {"command": "c", "args": ["x"]}}}')
    write("home/.config/Code/User/mcp.json", '{\n// mine\n"servers": {"watch": {"command": "c", "args": ["x"]}}}')
    (one,), broken = _found(around())
    assert broken == ()
    assert one.server.name == "clock"
    assert [(m.client, m.origin.line) for m in one.mentions] == [("Cursor", 1), ("VS Code", 3)]


def test_another_environment_is_another_server(write: Write, around: Around) -> None:
    write("home/.cursor/mcp.json", '{"mcpServers": {"db": {"command": "c", "env": {"DB": "a"}}}}')
    write("home/.gemini/settings.json", '{"theme": "x", "mcpServers": {"db": {"command": "c", "env": {"DB": "b"}}}}')
    servers, _ = _found(around())
    assert len(servers) == 2


def test_a_named_profile_of_hermes_is_listed_with_its_own_variables(write: Write, around: Around) -> None:
    write("home/.hermes/profiles/coder/config.yaml", "mcp_servers: {git: {url: 'https://${HOST}/mcp'}}")
    write("home/.hermes/profiles/coder/.env", "HOST=git.example")
    (one,), _ = _found(around())
    assert one.mentions[0].client == "Hermes profile coder"
    assert one.server.launch == Http("https://git.example/mcp")


def test_the_default_profile_is_listed_while_another_one_is_open(write: Write, around: Around, tmp_path: Path) -> None:
    write("home/.hermes/config.yaml", "mcp_servers: {a: {command: a}}")
    write("home/.hermes/profiles/coder/config.yaml", "mcp_servers: {b: {command: b}}")
    servers, _ = _found(around(HERMES_HOME=str(tmp_path / "home/.hermes/profiles/coder")))
    assert [(one.server.name, one.mentions[0].client) for one in servers] == [
        ("b", "Hermes"),
        ("a", "Hermes, default profile"),
    ]


def test_a_broken_file_costs_only_itself(write: Write, around: Around) -> None:
    write("home/.cursor/mcp.json", "{")
    write("home/.codeium/windsurf/mcp_config.json", '{"mcpServers": {"x": {"serverUrl": "https://x.example/mcp"}}}')
    write("home/.gemini/settings.json", '{"theme": "dark"}')
    servers, broken = _found(around())
    assert [one.server.name for one in servers] == ["x"]
    assert len(broken) == 1
    assert "mcp.json:1: not valid JSON" in broken[0]


def test_a_project_file_means_its_own_folder(write: Write, around: Around, tmp_path: Path) -> None:
    write("work/.vscode/mcp.json", '{"servers": {"a": {"command": "x", "cwd": "${workspaceFolder}/sub"}}}')
    (one,), _ = _found(around())
    assert isinstance(one.server.launch, Stdio)
    assert one.server.launch.cwd == str(tmp_path / "work" / "sub")


INPUTS = """{"inputs": [{"type": "promptString", "id": "tok", "description": "Your token", "password": true},
  {"type": "pickString", "id": "zone", "description": "Zone", "options": ["eu", {"label": "America", "value": "us"}]}],
 "servers": {"s": {"command": "x", "args": ["--key", "${input:tok}", "${input:zone}"],
   "env": {"K": "${input:tok}"}}}}"""


def test_an_input_is_a_question_and_its_answer_is_put_in_place_and_hidden(write: Write, around: Around) -> None:
    write("home/.config/Code/User/mcp.json", INPUTS)
    (one,), _ = _found(around())
    token, zone = one.server.questions
    assert (token.words, token.secret, token.options) == ("Your token", True, ())
    assert (zone.words, zone.secret, zone.options) == ("Zone", False, ("eu", "us"))
    asked = answered(one.server, {"input:tok": "hunter2"})
    assert asked.questions == (zone,)
    assert asked.launch == Stdio("x", ("--key", "hunter2", "${input:zone}"), {"K": "hunter2"})
    assert "hunter2" not in asked.endpoint
    assert answered(asked, {"input:zone": "eu"}).launch == Stdio("x", ("--key", "hunter2", "eu"), {"K": "hunter2"})


def test_an_input_that_is_not_declared_is_asked_for_as_a_secret(around: Around) -> None:
    (server,) = _pasted('{"a": {"url": "https://a.example", "headers": {"X": "${input:key}"}}}', around())
    (question,) = server.questions
    assert (question.words, question.secret) == ("key", True)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"mcpServers": {"a": {"command": "x"}, "b": {"url": "https://b.example"}}}', ["a", "b"]),
        ('{"servers": {"a": {"type": "stdio", "command": "x"}}}', ["a"]),
        ("mcp_servers:\n  a:\n    command: x\n", ["a"]),
        ('{"a": {"command": "x", "args": []}}', ["a"]),
        ('"a": {"command": "x"},', ["a"]),
        ('{"command": "npx", "args": ["-y", "@scope/server-one@1.2"]}', ["server-one"]),
        ('{"name": "mine", "url": "https://a.example/mcp"}', ["mine"]),
        ('{"url": "https://a.example/mcp",}', ["a.example"]),
        ('{"httpUrl": "https://[bad", "name": 3}', ["server"]),
    ],
)
def test_a_pasted_text_is_read_however_it_was_cut(text: str, names: list[str], around: Around) -> None:
    assert [server.name for server in _pasted(text, around())] == names


@pytest.mark.parametrize("text", ["{", "[]", "hello", "{}", '{"a": 1}', '{"a": {"b": 1}}', '{"mcpServers": {"a": 1}}'])
def test_a_pasted_text_without_a_server_says_so_in_one_line(text: str, around: Around) -> None:
    with pytest.raises(ConfigError) as error:
        _pasted(text, around())
    assert "\n" not in str(error.value)
    assert "no server in it" in str(error.value) or "not valid" in str(error.value)
