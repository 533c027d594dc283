"""What of a server counts as a secret."""

from __future__ import annotations

import base64

import pytest

from toolscope.config.launch import Http, Launch, Recorded, Stdio
from toolscope.config.model import Origin, Question, ServerConfig
from toolscope.config.secrets import harmless, held, secrets_of
from toolscope.veil import MASK, hidden


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOME", "/home/me"),
        ("DATA", "~/data"),
        ("DATA", "C:\\Users\\me"),
        ("DEBUG", "true"),
        ("PORT", "8080"),
        ("DATE", "2025-11-25"),
        ("HOST", "127.0.0.1"),
        ("NODE_ENV", "production"),
        ("SCOPES", "read,write"),
        ("REGION", "eu-west-1"),
        ("LANG", "utf-8"),
        ("BASE_URL", "https://api.example.com:8443/v1"),
        ("API_TOKEN", ""),
    ],
)
def test_settings_that_say_nothing_are_harmless(name: str, value: str) -> None:
    assert harmless(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("API_TOKEN", "production"),
        ("GITHUB_PAT", "plainword"),
        ("DB_PASSWORD", "/looks/like/a/path"),
        ("ACCOUNT", "123456789012"),
        ("WHATEVER", "canary-value-of-many-words"),
        ("WHATEVER", "f3a91c2b77"),
        ("WHATEVER", "canary-env-71"),
        ("DATABASE", "postgres://me:hunter22@db/x"),
        ("ENDPOINT", "https://a.example/?k=v"),
        ("WHATEVER", "two words!"),
    ],
)
def test_all_else_is_a_secret(name: str, value: str) -> None:
    assert not harmless(name, value)


@pytest.mark.parametrize(
    ("launch", "secrets"),
    [
        (Stdio("x", (), {"A": "f3a91c2b77", "MODE": "fast"}), {"f3a91c2b77"}),
        (Stdio("x", (), {"DB": "pg://me:hunter22@h/x"}), {"pg://me:hunter22@h/x", "me", "hunter22"}),
        (Stdio("x", ("--token", "CANARY1", "--pin=CANARY2", "--api-key=CANARY3")), {"CANARY1", "CANARY3"}),
        (Stdio("docker", ("run", "-e", "MY_TOKEN=CANARY1", "-e", "MODE=fast")), {"CANARY1"}),
        (Stdio("npx", ("mcp-remote", "--header", "X-Any: Bearer CANARY1")), {"Bearer CANARY1", "CANARY1"}),
        (Stdio("x", ("-k", "ghp_0123456789abcdef")), {"ghp_0123456789abcdef"}),
        (Http("https://me:p%40ssword@a.example/mcp?key=CANARY1"), {"me", "p%40ssword", "p@ssword", "CANARY1"}),
        (Http("https://a.example/?CANARY1"), {"CANARY1"}),
        (Http("https://a.example/", {"Accept": "application/json"}), set()),
        (Http("https://a.example/", {"X": "Bearer CANARY1"}), {"Bearer CANARY1", "CANARY1"}),
        (Recorded({}), set()),
        (None, set()),
    ],
)
def test_secrets_are_found_wherever_they_stand(launch: Launch | None, secrets: set[str]) -> None:
    assert secrets_of(launch) == secrets


def test_basic_credentials_are_known_in_both_spellings() -> None:
    pair = base64.b64encode(b"me:hunter22").decode()
    assert {pair, "me:hunter22", "hunter22"} <= secrets_of(Http("https://a.example/", {"A": f"Basic {pair}"}))


def test_every_secret_has_a_place() -> None:
    launch = Http("https://me:pass@a.example/?k=v", {"X-Key": "CANARY"})
    places = [(secret.place, secret.value) for secret in held(launch)]
    assert places == [("url user", "me"), ("url password", "pass"), ("url query k", "v"), ("header X-Key", "CANARY")]
    child = Stdio("x", ("--token", "CANARY1"), {"A": "b"})
    assert [secret.place for secret in held(child)] == ["argument 2", "env A"]


def test_a_configured_server_covers_what_it_holds() -> None:
    question = Question("input:pin", "the pin", True, Origin("test"), "DEFAULT-PIN-1")
    ServerConfig("x", Stdio("x", (), {"A": "f3a91c2b77"}), Origin("test"), questions=(question,))
    assert hidden("f3a91c2b77 DEFAULT-PIN-1") == f"{MASK} {MASK}"
