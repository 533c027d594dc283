"""Servers on the network, and what answers in their place."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.connections.launching import SERVERS, at, status, until
from toolscope.cli.run import run
from toolscope.config.gather import Sources
from toolscope.config.launch import Http
from toolscope.config.model import ServerConfig
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import State
from toolscope.opening import load


@contextmanager
def web_server() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Runs ``http_server.py``; gives its address without a path, and its process."""
    command = [sys.executable, str(SERVERS / "http_server.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}", process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with web_server() as (found, _):
        yield found


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


async def connected(config: ServerConfig) -> tuple[State, str | None]:
    async with Fleet([config]) as fleet:
        (found,) = await fleet.settled()
    return found.state, found.reason


@pytest.mark.parametrize(("path", "protocol"), [("/mcp", "2026-07-28"), ("/old/mcp", "2025-11-25")])
async def test_a_server_over_http_lists_and_answers(address: str, path: str, protocol: str) -> None:
    async with Fleet([at(f"{address}{path}", headers={"Authorization": "Bearer s3cret"})]) as fleet:
        (found,) = await fleet.settled()
        assert found.state is State.READY, found.reason
        assert found.listing is not None
        assert [tool["name"] for tool in found.listing.tools] == ["shout", "large", "headers"]
        assert found.listing.protocol == protocol
        assert found.pid is None
        loud = await fleet.call("remote", "shout", {"text": "hello"})
        large = await fleet.call("remote", "large", {})
        seen = await fleet.call("remote", "headers", {})
    assert loud.result["content"][0]["text"] == "HELLO"
    assert seen.result["content"][0]["text"] == "Bearer s3cret"
    assert len(large.result["content"][0]["text"]) == 3_000_000


async def test_a_server_over_the_old_sse_transport_lists_and_answers(address: str) -> None:
    async with Fleet([at(f"{address}/sse", sse=True, headers={"Authorization": "Bearer s3cret"})]) as fleet:
        (found,) = await fleet.settled()
        assert found.state is State.READY, found.reason
        loud = await fleet.call("remote", "shout", {"text": "hello"})
        large = await fleet.call("remote", "large", {})
        seen = await fleet.call("remote", "headers", {})
    assert loud.result["content"][0]["text"] == "HELLO"
    assert len(large.result["content"][0]["text"]) == 3_000_000
    assert seen.result["content"][0]["text"] == "Bearer s3cret"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/status/401", " answered HTTP 401 Unauthorized: it wants credentials; it says: no"),
        ("/status/403", " answered HTTP 403 Forbidden: these credentials do not allow it; it says: no"),
        ("/status/404", " answered HTTP 404 Not Found: no"),
        ("/status/500", " answered HTTP 500 Internal Server Error: no"),
        ("/html", " answered with an HTML page, which is no MCP endpoint"),
    ],
)
@pytest.mark.parametrize("sse", [False, True])
async def test_a_refusal_is_named(address: str, path: str, reason: str, sse: bool) -> None:
    found = await connected(at(f"{address}{path}?token=s3cret", sse=sse))
    assert found == (State.FAILED, address + path + reason)


async def test_a_refusal_in_the_servers_own_words_keeps_them(address: str) -> None:
    found = await connected(at(f"{address}/words"))
    reason = f"{address}/words answered HTTP 402 Payment Required: error -32001: the trial is over"
    assert found == (State.FAILED, reason)


@pytest.mark.parametrize("sse", [False, True])
async def test_a_redirect_to_another_host_is_not_followed_and_hides_the_query(address: str, sse: bool) -> None:
    state, reason = await connected(at(f"{address}/moved?token=s3cret", sse=sse))
    assert state is State.FAILED
    assert reason is not None
    assert reason == (
        f"{address}/moved answered HTTP 307 Temporary Redirect: it redirects to http://elsewhere.invalid/mcp, "
        "which is not followed; set url to that if it is the server you mean"
    )


async def test_an_answer_that_is_no_message_is_one_line(address: str) -> None:
    state, reason = await connected(at(f"{address}/nonsense"))
    assert state is State.FAILED
    assert reason == f"{address}/nonsense answered with something that is no JSON-RPC message"


@pytest.mark.parametrize("sse", [False, True])
async def test_a_port_where_nobody_listens_is_named(sse: bool) -> None:
    url = f"http://127.0.0.1:{closed_port()}/mcp"
    state, reason = await connected(at(url, sse=sse))
    assert state is State.FAILED
    assert reason == f"nobody answers at {url}: All connection attempts failed"


@pytest.mark.parametrize("url", ["ftp://example.invalid/mcp", "localhost:8000", "http:///mcp", "http://[::1/mcp"])
async def test_an_address_that_is_none_is_refused(url: str) -> None:
    assert await connected(at(url)) == (State.FAILED, "url: not an http:// or https:// address with a host")


async def test_a_server_that_goes_away_is_noticed_by_the_next_call() -> None:
    with web_server() as (address, process):
        async with Fleet([at(f"{address}/mcp")]) as fleet:
            await fleet.settled()
            process.kill()
            process.wait()
            reply = await fleet.call("remote", "shout", {"text": "hello"}, timeout=10)
            assert reply.unreachable
            await until(fleet, lambda: status(fleet, "remote").state is State.LOST)
            assert f"nobody answers at {address}/mcp" in str(status(fleet, "remote").reason)


def test_a_bearer_token_comes_from_the_environment_and_one_that_is_not_set_is_said(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hermes.yaml"
    headers = {"Authorization": "Bearer ${env:WORK_TOKEN}"}
    path.write_text(json.dumps({"mcp_servers": {"remote": {"url": f"{address}/mcp", "headers": headers}}}))
    monkeypatch.setenv("WORK_TOKEN", "from-the-environment")
    launch = load(Sources(configs=(path,))).servers[0].launch
    assert isinstance(launch, Http)
    assert launch.headers == {"Authorization": "Bearer from-the-environment"}
    assert run(["call", "mcp__remote__headers", "--config", str(path), "--yes"]) == 0
    assert '"result": "•••"' in capsys.readouterr().out
    monkeypatch.delenv("WORK_TOKEN")
    run(["config", "--config", str(path)])
    assert "WORK_TOKEN" in capsys.readouterr().out
