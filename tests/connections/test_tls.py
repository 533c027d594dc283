"""Certificates of servers and of clients, made by an authority that lives for one test."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from tests.connections.serving import Certificates, remote, serving, settled
from tests.servers.http_server import application
from toolscope.config.launch import Tls
from toolscope.connections.state import State


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def address(made: Certificates) -> Iterator[str]:
    with serving(application(), made.options()) as found:
        yield found


@pytest.fixture(scope="module")
def strict(made: Certificates) -> Iterator[str]:
    """Where a client has to show a certificate too."""
    with serving(application(), made.options(demand=True)) as found:
        yield found


async def failed(url: str, tls: Tls, sse: bool = False) -> str:
    found = await settled(remote(url, tls, sse=sse))
    assert found.state is State.FAILED
    assert found.reason is not None
    return found.reason


@pytest.mark.parametrize(("path", "sse"), [("/mcp", False), ("/old/mcp", False), ("/sse", True)])
async def test_a_server_that_nobody_vouches_for_is_refused_and_the_key_named(
    address: str, path: str, sse: bool
) -> None:
    reason = await failed(address + path, Tls(), sse)
    assert reason.startswith(f"{address}{path}: its certificate is not trusted (")
    assert reason.endswith("); set ssl_verify to the file of its CA, or to false to trust anybody")


@pytest.mark.parametrize("path", ["/mcp", "/old/mcp"])
async def test_the_file_of_its_authority_makes_it_trusted(made: Certificates, address: str, path: str) -> None:
    found = await settled(remote(address + path, Tls(ca=str(made.ca))))
    assert found.state is State.READY, found.reason


async def test_the_check_can_be_switched_off(address: str) -> None:
    found = await settled(remote(f"{address}/mcp", Tls(verify=False)))
    assert found.state is State.READY, found.reason


async def test_the_old_transport_takes_the_authority_too(made: Certificates, address: str) -> None:
    found = await settled(remote(f"{address}/sse", Tls(ca=str(made.ca)), sse=True))
    assert found.state is State.READY, found.reason


async def test_a_certificate_for_another_host_is_said_to_be_one(tmp_path: Path) -> None:
    other = Certificates(tmp_path, "elsewhere.example")
    with serving(application(), other.options()) as address:
        reason = await failed(f"{address}/mcp", Tls(ca=str(other.ca)))
    assert ": its certificate is for another host: " in reason


async def test_a_certificate_that_has_expired_is_said_to_be_one(tmp_path: Path) -> None:
    past = Certificates(tmp_path, not_after=datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
    with serving(application(), past.options()) as address:
        reason = await failed(f"{address}/mcp", Tls(ca=str(past.ca)))
    assert ": its certificate is not valid now: certificate has expired" in reason


async def test_a_client_certificate_is_shown_in_every_way_it_can_be_written(
    made: Certificates, strict: str, tmp_path: Path
) -> None:
    locked = tmp_path / "locked.key"
    key = load_pem_private_key(made.key.read_bytes(), None)
    locked.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"open it")))
    ca, cert = str(made.ca), str(made.cert)
    for tls in (
        Tls(ca=ca, cert=str(made.both)),
        Tls(ca=ca, cert=cert, key=str(made.key)),
        Tls(ca=ca, cert=cert, key=str(locked), password="open it"),
        Tls(verify=False, cert=cert, key=str(made.key)),
    ):
        found = await settled(remote(f"{strict}/mcp", tls))
        assert found.state is State.READY, found.reason
    wrong = await failed(f"{strict}/mcp", Tls(ca=ca, cert=cert, key=str(locked), password="guess it"))
    assert wrong == f"client_cert: {cert}: the password of its key is wrong"
    missing = await failed(f"{strict}/mcp", Tls(ca=ca, cert=cert, key=str(locked)))
    assert missing == f"client_cert: {cert}: its key is encrypted; give its password third"


async def test_a_client_certificate_that_is_demanded_and_missing_is_asked_for(made: Certificates, strict: str) -> None:
    reason = await failed(f"{strict}/mcp", Tls(ca=str(made.ca)))
    # Whether the reason arrives is a matter of the server's TLS library.
    assert reason.startswith(f"{strict}/mcp")
    assert "want a client certificate" in reason or "wants a client certificate" in reason
    assert "client_cert" in reason


async def test_a_client_certificate_of_another_authority_is_refused(
    made: Certificates, strict: str, tmp_path: Path
) -> None:
    reason = await failed(f"{strict}/mcp", Tls(ca=str(made.ca), cert=str(Certificates(tmp_path).both)))
    assert "client certificate" in reason


async def test_a_file_that_is_not_there_or_of_another_kind_is_named(made: Certificates, address: str) -> None:
    url, gone = f"{address}/mcp", os.path.join("gone", "a.pem")
    assert await failed(url, Tls(ca=gone)) == f"ssl_verify: there is no file {gone}"
    assert await failed(url, Tls(cert=gone)) == f"client_cert: there is no file {gone}"
    assert await failed(url, Tls(cert=str(made.cert), key=gone)) == f"client_key: there is no file {gone}"
    reason = await failed(url, Tls(ca=__file__))
    assert reason.startswith(f"ssl_verify: {__file__} holds no certificates (PEM): ")
    reason = await failed(url, Tls(cert=str(made.cert)))
    assert reason.startswith(f"client_cert: {made.cert}: holds no key; name one in client_key")
    reason = await failed(url, Tls(cert=str(made.cert), key=str(made.server_key)))
    assert reason == f"client_cert: {made.cert}: the key belongs to another certificate"


async def test_a_server_without_tls_is_said_to_have_none() -> None:
    with serving(application()) as address:
        url = f"{address.replace('http', 'https')}/mcp"
        assert await failed(url, Tls()) == f"{url}: it does not speak TLS there; is it http:// instead of https://?"
