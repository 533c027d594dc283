"""What an entry says about TLS and about signing in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolscope import veil
from toolscope.config.describe import resolved
from toolscope.config.inputs import answered
from toolscope.config.launch import Http, OAuth, Tls
from toolscope.config.model import Config, Origin, Question, ServerConfig
from toolscope.config.network import oauth, tls
from toolscope.config.section import Section

BuildSection = Callable[..., Section]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({}, Tls()),
        ({"ssl_verify": True}, Tls()),
        ({"ssl_verify": False}, Tls(verify=False)),
        ({"ssl_verify": "false"}, Tls(verify=False)),
        ({"ssl_verify": "~/ca.pem"}, Tls(ca="~/ca.pem")),
        ({"client_cert": "me.pem"}, Tls(cert="me.pem")),
        ({"client_cert": "me.pem", "client_key": "me.key"}, Tls(cert="me.pem", key="me.key")),
        ({"client_cert": ["me.pem"]}, Tls(cert="me.pem")),
        ({"client_cert": ["me.pem", "me.key"]}, Tls(cert="me.pem", key="me.key")),
        ({"client_cert": ["me.pem", "me.key", "open"]}, Tls(cert="me.pem", key="me.key", password="open")),
    ],
)
def test_tls_is_read_in_every_way_it_can_be_written(section: BuildSection, raw: Any, expected: Tls) -> None:
    part = section(raw)
    assert (tls(part), part.complaints) == (expected, [])


@pytest.mark.parametrize(
    ("raw", "expected", "key", "words"),
    [
        ({"ssl_verify": 1}, Tls(), "ssl_verify", "not a number; true is used"),
        ({"ssl_verify": []}, Tls(), "ssl_verify", "not a list; true is used"),
        ({"client_key": "me.key"}, Tls(), "client_key", "without client_cert; ignored"),
        ({"client_cert": []}, Tls(), "client_cert", "[certificate, key, password]; ignored"),
        ({"client_cert": ["a", "b", "c", "d"]}, Tls(), "client_cert", "ignored"),
        ({"client_cert": ["a", 1]}, Tls(), "client_cert", "ignored"),
        ({"client_cert": ["a", "b"], "client_key": "c"}, Tls(cert="a", key="b"), "client_key", "that one is used"),
    ],
)
def test_tls_that_cannot_be_read_is_said(section: BuildSection, raw: Any, expected: Tls, key: str, words: str) -> None:
    part = section(raw)
    assert tls(part) == expected
    (complaint,) = part.complaints
    assert complaint.key == f"here.{key}"
    assert str(complaint.origin) == "test.yaml:1"
    assert words in complaint.message


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({}, None),
        ({"auth": "oauth"}, OAuth()),
        ({"auth": "OAuth", "oauth": None}, OAuth()),
        ({"oauth": {}}, OAuth()),
        (
            {"oauth": {"client_id": "a", "client_secret": "b", "scope": ["x", "y"], "timeout": 60}},
            OAuth("a", "b", scope="x y", timeout=60.0),
        ),
        (
            {"oauth": {"redirect_port": "8123", "redirect_host": "localhost"}},
            OAuth(redirect_port=8123, redirect_host="localhost"),
        ),
        ({"oauth": {"redirect_uri": "http://[::1]:8/x"}}, OAuth(redirect_uri="http://[::1]:8/x")),
        (
            {"oauth": {"token_endpoint_auth_method": "none", "flow": "browser"}},
            OAuth(token_endpoint_auth_method="none"),
        ),
    ],
)
def test_a_sign_in_is_read(section: BuildSection, raw: Any, expected: OAuth | None) -> None:
    part = section(raw)
    assert (oauth(part), part.complaints) == (expected, [])


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ({"auth": "basic"}, "auth"),
        ({"auth": "oauth", "oauth": "yes"}, "oauth"),
        ({"oauth": {"client_secret": "s3cret"}}, "oauth.client_secret"),
        ({"oauth": {"redirect_uri": "https://gateway.example/back"}}, "oauth.redirect_uri"),
        ({"oauth": {"redirect_uri": "http://127.0.0.1/back"}}, "oauth.redirect_uri"),
        ({"oauth": {"redirect_uri": "http://127.0.0.1.example:80/back"}}, "oauth.redirect_uri"),
        ({"oauth": {"redirect_uri": "http://[::1"}}, "oauth.redirect_uri"),
        ({"oauth": {"redirect_host": "0.0.0.0"}}, "oauth.redirect_host"),
        ({"oauth": {"redirect_port": 65536}}, "oauth.redirect_port"),
        ({"oauth": {"redirect_port": True}}, "oauth.redirect_port"),
        ({"oauth": {"timeout": -1}}, "oauth.timeout"),
        ({"oauth": {"token_endpoint_auth_method": "private_key_jwt"}}, "oauth.token_endpoint_auth_method"),
        ({"oauth": {"clientid": "a"}}, "oauth.clientid"),
    ],
)
def test_a_sign_in_that_cannot_be_read_is_said_and_the_usual_is_done(section: BuildSection, raw: Any, key: str) -> None:
    part = section(raw)
    assert oauth(part) == (None if key == "auth" else OAuth())
    (complaint,) = part.complaints
    assert complaint.key == f"here.{key}"
    assert "s3cret" not in complaint.message


def test_what_of_it_is_secret_is_masked_and_can_be_typed() -> None:
    launch = Http(
        "https://a.example/mcp",
        tls=Tls(False, "ca.pem", "me.pem", "me.key", "key-password"),
        oauth=OAuth("${input:id}", "${input:secret}", scope="read"),
    )
    questions = tuple(Question(f"input:{name}", name, True, Origin("x")) for name in ("id", "secret"))
    config = answered(
        ServerConfig("a", launch, Origin("x"), questions=questions), {"input:id": "me", "input:secret": "typed-secret"}
    )
    assert isinstance(config.launch, Http)
    assert config.launch.oauth == OAuth("me", "typed-secret", scope="read")
    assert [secret.place for secret in config.held] == ["client_cert password", "oauth client_secret"]
    (shown,) = resolved(Config((config,)))["servers"]
    assert shown["oauth"] == {
        "client_id": "me",
        "client_secret": veil.MASK,
        "client_name": "toolscope",
        "scope": "read",
        "redirect_host": "127.0.0.1",
        "redirect_port": 0,
        "timeout": 300.0,
    }
    assert (shown["ssl_verify"], shown["client_cert"], shown["client_key"]) == ("ca.pem", "me.pem", "me.key")
    assert veil.hidden("key-password typed-secret") == f"{veil.MASK} {veil.MASK}"
