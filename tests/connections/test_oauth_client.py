"""A client that the configuration names, and the authorization server it belongs to."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp.client.auth import OAuthFlowError
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthMetadata
from pydantic import AnyUrl

from tests.connections.serving import remote, settled
from tests.connections.signing import Person, behind_a_sign_in, kept, signed_in
from tests.servers.oauth_server import Behaviour
from toolscope.config.launch import Http, OAuth
from toolscope.connections.contact import CannotStart
from toolscope.connections.fleet import Fleet
from toolscope.connections.provider import Provider
from toolscope.connections.state import ServerStatus, State
from toolscope.connections.vault import Vault

SECRET = "my-own-secret"


@pytest.fixture
def does() -> Behaviour:
    return Behaviour(registers=False)


@pytest.fixture
def address(does: Behaviour) -> Iterator[str]:
    with behind_a_sign_in(does) as found:
        yield found


@pytest.fixture
def uri() -> str:
    """Where the browser is to come back to: a port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}/back"


def register(does: Behaviour, uri: str, method: str) -> None:
    """Somebody registered a client by hand."""
    does.clients["mine"] = OAuthClientInformationFull(
        client_id="mine",
        client_secret=None if method == "none" else SECRET,
        redirect_uris=[AnyUrl(uri)],
        scope="read write",
        token_endpoint_auth_method=method,
    )


async def try_it(address: str, oauth: OAuth) -> ServerStatus:
    async with Fleet([remote(f"{address}/mcp", oauth=oauth)], asks=Person()) as fleet:
        await fleet.settled()
        return await signed_in(fleet)


async def test_without_one_a_server_that_registers_nobody_says_to_name_one(address: str) -> None:
    found = await try_it(address, OAuth())
    assert str(found.reason).startswith("toolscope could not register itself (Registration failed: 404")
    assert "set oauth.client_id to a client's" in str(found.reason)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "none"])
async def test_it_signs_in_with_its_secret_its_scope_and_its_way_back(
    address: str, does: Behaviour, uri: str, method: str, empty_home: Path
) -> None:
    register(does, uri, method)
    secret = None if method == "none" else SECRET
    told = None if method == "client_secret_basic" else method
    oauth = OAuth("mine", secret, scope="write read", redirect_uri=uri, token_endpoint_auth_method=told)
    found = await try_it(address, oauth)
    assert found.state is State.READY, found.reason
    (asked,) = does.asked
    assert (str(asked.redirect_uri), asked.scopes) == (uri, ["write", "read"])
    assert SECRET not in json.dumps([held for _, held in kept(empty_home)])
    does.revoke()
    again = await settled(remote(f"{address}/mcp", oauth=oauth))
    assert (again.state, does.renewals) == (State.READY, 1)


async def test_a_wrong_secret_is_refused_in_one_line(address: str, does: Behaviour, uri: str) -> None:
    register(does, uri, "client_secret_post")
    wrong = OAuth("mine", "not-the-secret", redirect_uri=uri, token_endpoint_auth_method="client_secret_post")
    found = await try_it(address, wrong)
    assert str(found.reason).startswith("the sign-in failed: Token exchange failed (401):")
    assert "not-the-secret" not in str(found.reason)


async def test_another_client_in_the_configuration_is_another_sign_in(address: str, does: Behaviour, uri: str) -> None:
    register(does, uri, "none")
    await try_it(address, OAuth("mine", redirect_uri=uri))
    found = await settled(remote(f"{address}/mcp", oauth=OAuth("other", redirect_uri=uri)))
    assert found.state is State.SIGNED_OUT


async def test_a_port_that_is_taken_is_named(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = await try_it(address, OAuth(redirect_port=port))
    assert str(found.reason).startswith(f"cannot listen on 127.0.0.1:{port} for the browser to come back (")
    assert "set oauth.redirect_port to a free port, or to 0" in str(found.reason)


async def test_its_secret_goes_to_no_authorization_server_that_took_the_place_of_another(
    address: str, does: Behaviour, uri: str, empty_home: Path
) -> None:
    register(does, uri, "client_secret_post")
    oauth = OAuth("mine", SECRET, redirect_uri=uri, token_endpoint_auth_method="client_secret_post")
    await try_it(address, oauth)
    ((path, held),) = kept(empty_home)
    held["kept"]["client"]["issuer"] = "https://before.example"
    path.write_text(json.dumps(held))
    does.revoke(renewal=True)
    found = await try_it(address, oauth)
    assert str(found.reason).startswith(
        f"its authorization server was https://before.example and is now {address}/; if that is right, forget"
    )
    assert len(does.asked) == 1


@pytest.mark.parametrize(
    ("server", "page", "done"),
    [
        ("https://a.example/mcp", "https://b.example/authorize", True),
        ("https://a.example/mcp", "http://127.0.0.1:8/authorize", True),
        ("http://inside.example/mcp", "http://inside.example/authorize", True),
        ("https://a.example/mcp", "http://b.example/authorize", False),
    ],
)
async def test_no_sign_in_goes_over_a_connection_that_others_can_read(server: str, page: str, done: bool) -> None:
    launch = Http(server, oauth=OAuth("mine"))

    async def shows(url: str) -> None:
        shown.append(url)

    async def waits() -> AuthorizationCodeResult:
        return AuthorizationCodeResult(code="x", state="wrong")

    shown: list[str] = []
    provider = Provider(launch, Vault("remote", launch), "http://127.0.0.1:8/callback", shows, waits)
    await provider._initialize()
    provider.context.oauth_metadata = OAuthMetadata.model_validate(
        {"issuer": server, "authorization_endpoint": page, "token_endpoint": page}
    )
    with pytest.raises((CannotStart, OAuthFlowError), match="State parameter" if done else "plain http, at b.example"):
        await provider._perform_authorization()
    assert bool(shown) == done
