"""The installed command against real servers: published ones, our own over HTTP, and ones that misbehave."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
SERVERS = ROOT / "tests" / "servers"
EVERYTHING = "@modelcontextprotocol/server-everything@2026.8.31"

pytestmark = pytest.mark.journey


def toolscope(*words: str, timeout: float = 120) -> tuple[int, Any, str]:
    """Exit code, answer and complaints of one run of the command."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "toolscope", *words],
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environ,
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def test_the_time_server_is_listed_and_called() -> None:
    server = ["--", sys.executable, "-m", "mcp_server_time", "--local-timezone=UTC"]
    code, answer, _ = toolscope("servers", "--json", *server)
    assert code == 0
    (found,) = answer["servers"]
    assert (found["name"], found["state"], found["listed"]) == ("mcp_server_time", "ready", 2)
    arguments = '{"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}'
    name = "mcp__mcp_server_time__convert_time"
    code, answer, _ = toolscope("call", name, arguments, "--yes", "--json", *server)
    assert (code, answer["dispatched"]) == (0, True)
    assert "21:00" in json.dumps(answer["result"])


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_the_git_server_is_called_on_a_repository(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*git, "init", "-q", str(tmp_path)], check=True)
    subprocess.run([*git, "-C", str(tmp_path), "commit", "-q", "--allow-empty", "-m", "the first one"], check=True)
    server = ["--", sys.executable, "-m", "mcp_server_git"]
    arguments = json.dumps({"repo_path": str(tmp_path), "max_count": 1})
    code, answer, _ = toolscope("call", "mcp__mcp_server_git__git_log", arguments, "--yes", "--json", *server)
    assert code == 0
    assert "the first one" in json.dumps(answer["result"])


@pytest.fixture
def url() -> Iterator[str]:
    """Our own streamable-HTTP server on a free loopback port."""
    with subprocess.Popen(
        [sys.executable, str(SERVERS / "http_server.py")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().rsplit(":", 1)[-1].strip().strip("/"))
        yield f"http://127.0.0.1:{port}/mcp"
        process.terminate()


def test_an_http_server_is_listed_and_called(url: str) -> None:
    code, answer, _ = toolscope(
        "call", "mcp__web__shout", '{"text": "hi"}', "--yes", "--json", "--url", url, "--name", "web"
    )
    assert code == 0
    assert "HI" in json.dumps(answer["result"])


def test_a_port_that_nobody_listens_on_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code, answer, complaint = toolscope("servers", "--json", "--url", f"http://127.0.0.1:{port}/mcp")
    assert (code, answer["servers"][0]["state"]) == (5, "failed")
    assert str(port) in complaint
    assert complaint.count("\n") == 1


def test_a_paged_server_gives_every_page() -> None:
    _, answer, _ = toolscope("servers", "--json", "--", sys.executable, str(SERVERS / "paged.py"))
    assert (answer["servers"][0]["state"], answer["servers"][0]["pages"]) == ("ready", 3)


def test_one_silent_server_disturbs_no_other(tmp_path: Path) -> None:
    config = tmp_path / "servers.yaml"
    config.write_text(
        "mcp_servers:\n"
        f"  silent: {{command: {sys.executable}, args: [{SERVERS / 'silent.py'}], connect_timeout: 3}}\n"
        f"  time: {{command: {sys.executable}, args: [-m, mcp_server_time]}}\n"
        "  idle: {command: nothing, enabled: false}\n"
    )
    code, answer, complaint = toolscope("servers", "--json", "--config", str(config))
    states = {server["name"]: server["state"] for server in answer["servers"]}
    assert (code, states) == (2, {"silent": "failed", "time": "ready", "idle": "disabled"})
    assert "silent" in complaint


def test_a_server_that_dies_in_a_call_is_said_with_its_last_words() -> None:
    server = ["--name", "frail", "--", sys.executable, str(SERVERS / "dying.py")]
    _, answer, _ = toolscope("manifest", "--json", "--context", "200000", *server)
    line = next(
        name for name in answer["manifest"]["text"].replace(":", " ").split() if name.startswith("mcp__frail__d")
    )
    code, answer, complaint = toolscope("call", line.strip(","), "{}", "--yes", "--json", *server)
    assert code == 5
    assert answer["error"] in complaint.replace("toolscope: ", "")


def test_malformed_tools_are_told_and_the_good_ones_stay() -> None:
    code, answer, _ = toolscope(
        "servers", "--json", "--name", "odd", "--", sys.executable, str(SERVERS / "malformed.py")
    )
    (odd,) = answer["servers"]
    assert (code, odd["state"]) == (0, "ready")
    assert odd["in_catalog"] > 0
    assert {problem["kind"] for problem in odd["problems"]} >= {"malformed"}


@pytest.mark.skipif(shutil.which("npx") is None, reason="there is no Node here")
def test_a_node_server_is_listed_and_called() -> None:
    fetched = subprocess.run(
        ["npx", "-y", EVERYTHING, "--help"], capture_output=True, stdin=subprocess.DEVNULL, timeout=240
    )
    if b"ERR" in fetched.stderr:
        pytest.skip("the package cannot be fetched here")
    server = ["--", "npx", "-y", EVERYTHING, "stdio"]
    code, answer, _ = toolscope(
        "call", "mcp__server_everything__get_sum", '{"a": 2, "b": "40"}', "--yes", "--json", *server
    )
    assert (code, answer["coercions"][0]["after"]) == (0, 40)
    assert "42" in json.dumps(answer["result"])
