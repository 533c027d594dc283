"""A server on the command line is called after what runs."""

from __future__ import annotations

import shlex

import pytest

from toolscope.config.launch import Http, Stdio
from toolscope.config.model import ConfigError
from toolscope.config.named import from_command, from_url, name_of


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python -m mcp_server_time", "mcp_server_time"),
        ("python3.12 -u -W error -m mcp_server_time --local-timezone UTC", "mcp_server_time"),
        ("/usr/bin/python3 servers/my.py", "my"),
        ("npx -y @modelcontextprotocol/server-everything@2026.8.31 stdio", "server-everything"),
        ("npx --yes some-server", "some-server"),
        ("npx -p @scope/pkg@1 the-command", "the-command"),
        ("npm exec -- @scope/pkg", "pkg"),
        ("pnpm dlx pkg@latest", "pkg"),
        ("uvx mcp-server-git", "mcp-server-git"),
        ("uvx mcp-server-git@2026.1 --repository .", "mcp-server-git"),
        ("uvx --from office-word-mcp-server word_mcp_server", "word_mcp_server"),
        ("uvx --with x 'pkg[extra]==1.0'", "pkg"),
        ("uv tool run mcp-server-git", "mcp-server-git"),
        ("uv run --directory /srv/x server.py", "server"),
        ("uv run python -m mcp_server_time", "mcp_server_time"),
        ("uv run mcp-thing", "mcp-thing"),
        ("pipx run mcp-server-git", "mcp-server-git"),
        ("node dist/index.js", "index"),
        ("node --env-file .env dist/main.mjs", "main"),
        ("bun run server.ts", "server"),
        ("./bin/foo --x", "foo"),
        ("foo", "foo"),
        ("docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server:latest", "github-mcp-server"),
        ("cmd /c npx -y @scope/server-files", "server-files"),
        ("env A=b python -m thing", "thing"),
        ("java -jar build/libs/server.jar", "server"),
        ("my.server --flag", "my.server"),
        ("python", "python"),
        ("npx.cmd -y pkg", "pkg"),
        ("uvx --from git+https://host/me/tool.git", "tool"),
    ],
)
def test_a_command_is_called_after_its_module_package_or_script(command: str, name: str) -> None:
    assert name_of(shlex.split(command)) == name


def test_a_windows_path_is_no_name() -> None:
    assert name_of(["C:\\Python\\python.exe", "C:\\work\\my.py"]) == "my"


def test_assignments_in_front_of_a_command_are_its_environment() -> None:
    server = from_command(["TOKEN=a=b", "LEVEL=1", "python", "-m", "x", "K=v"])
    assert server.name == "x"
    assert server.launch == Stdio("python", ("-m", "x", "K=v"), {"TOKEN": "a=b", "LEVEL": "1"})
    assert str(server.origin) == "command line"


def test_a_given_name_is_kept() -> None:
    assert from_command(["python", "x.py"], "mine").name == "mine"
    assert from_url("https://a.example/mcp", "mine").name == "mine"


@pytest.mark.parametrize("words", [[], [""], ["A=b"]])
def test_without_a_command_there_is_a_word_about_it(words: list[str]) -> None:
    with pytest.raises(ConfigError, match=r"^--: give a command to start, for example"):
        from_command(words)


def test_a_url_is_called_after_its_host_and_keeps_its_credentials_to_itself() -> None:
    server = from_url("https://user:pass@mcp.example:8443/mcp?key=1")
    assert server.name == "mcp.example"
    assert server.launch == Http("https://user:pass@mcp.example:8443/mcp?key=1")
    assert from_url("http://localhost:3000/sse").launch == Http("http://localhost:3000/sse", sse=True)


@pytest.mark.parametrize("url", ["mcp.example", "ftp://x", "https://", "http://[", "http://h:99999", ""])
def test_what_is_no_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ConfigError, match=r"^--url: must start with http:// or https:// and name a host"):
        from_url(url)
