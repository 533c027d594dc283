"""No command prints or writes a secret, whatever a server does with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.canaries import CANARIES, configuration, told, written
from tests.connections.signing import behind_a_sign_in
from tests.connections.test_oauth import keep_one
from tests.servers.oauth_server import Behaviour
from toolscope import veil
from toolscope.cli.run import run

TOOL = "mcp__leaky__tell_all"
COMMANDS: dict[str, tuple[str, ...]] = {
    "servers": (),
    "manifest": ("--listing", "off"),
    "sweep": ("--context", "1000,200000"),
    "search": ("tells all knows", "--explain", "--expect", TOOL),
    "describe": (TOOL,),
    "call": (TOOL, json.dumps({"query": CANARIES["env"]}), "--yes"),
    "evaluate": ("queries.json",),
    "check": ("--max-tool-tokens", "1"),
    "record": ("out/listing.json",),
    "config": (),
}


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    work, out = tmp_path / "work", tmp_path / "work" / "out"
    out.mkdir()
    (work / "queries.json").write_text(json.dumps([{"query": "tells all", "relevant": [TOOL]}]), encoding="utf-8")
    monkeypatch.setenv("CANARY_VARIABLE", CANARIES["variable"])
    return str(configuration(tmp_path))


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_gives_no_secret_away(command: str, form: tuple[str, ...], planted: str, cli: Any) -> None:
    done = cli(command, *COMMANDS[command], "--config", planted, *form)
    assert told(done.out + done.err) == []
    assert not written(Path("out"))
    if form:
        json.loads(done.out)
    assert any(word in done.out + done.err for word in ("leaky", "remote", "LEAK_"))  # the servers were there


def test_no_command_gives_the_tokens_of_a_sign_in_away(tmp_path: Path, cli: Any) -> None:
    does = Behaviour()
    with behind_a_sign_in(does) as address:
        anyio.run(keep_one, address, does)
        veil.uncover()  # as in another process
        path = tmp_path / "signed.yaml"
        path.write_text(json.dumps({"mcp_servers": {"remote": {"url": f"{address}/mcp", "auth": "oauth"}}}))
        for words in (
            ("servers",),
            ("call", "mcp__remote__secret", "--yes"),
            ("record", "out.json"),
            ("config",),
            ("config", "--sign-out", "remote"),
        ):
            done = cli(*words, "--config", str(path), "--json")
            assert "remote" in done.out + done.err
            said = done.out + done.err + (Path("out.json").read_text() if words[0] == "record" else "")
            assert [secret for secret in does.secrets if secret in said] == []
    assert len(does.secrets) >= 3


def test_what_cannot_be_called_gives_no_secret_away(planted: str, cli: Any) -> None:
    for words in (("mcp__leaky__fail", "{}"), (TOOL, json.dumps({CANARIES["env"]: 1})), ("mcp__leaky__none", "{}")):
        done = cli("call", *words, "--config", planted, "--yes", "--server", "leaky")
        assert done.out + done.err
        assert told(done.out + done.err) == []


def test_a_comparison_of_recordings_gives_no_secret_away(planted: str, cli: Any) -> None:
    cli("record", "out/a.json.gz", "--config", planted, "--server", "leaky")
    cli("record", "out/b.json", "--config", planted, "--server", "leaky")
    done = cli("diff", "out/a.json.gz", "out/b.json", "--json")
    assert told(done.out + done.err) == []
    assert not written(Path("out"))
    assert "•••" in Path("out/b.json").read_text(encoding="utf-8").encode().decode("unicode_escape")


@pytest.mark.parametrize(
    "text",
    [
        "mcp_servers: {a: {command: x, env: {LEAK_TOKEN: canary-env-4f1b88}",
        "mcp_servers:\n  a:\n    env: {LEAK_TOKEN: canary-env-4f1b88}}\n",
        "mcp_servers: {a: {command: x, env: {LEAK_TOKEN: [canary-env-4f1b88]}, timeout: canary-env-4f1b88}}",
        "mcp_servers: {a: {url: 'ftp://canary-env-4f1b88@x', headers: canary-env-4f1b88, trust: canary-env-4f1b88}}",
        '{"mcpServers": {"a": {"command": "x", "env": {"LEAK_TOKEN": "canary-env-4f1b88" "b"}}}}',
        "mcp_servers: {a: {command: x, env: {LEAK_TOKEN: !secret canary-env-4f1b88}}}",
        "mcp_servers: {a: {command: x, env: {LEAK_TOKEN: *canary-env-4f1b88}}}",
    ],
)
def test_a_configuration_error_quotes_no_value(text: str, tmp_path: Path, cli: Any) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(text, encoding="utf-8")
    for command in ("config", "servers"):
        done = cli(command, "--config", str(path), "--json")
        assert "canary" not in done.out + done.err
        assert "broken.yaml" in done.out + done.err


def test_the_search_for_canaries_would_find_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "--demo", CANARIES["env"], "--json"]) == 0
    assert told(capsys.readouterr().out)[0] == "env"
