"""Signing in: the whole way against an authorization server, and everything that can go wrong on it."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.connections.serving import remote, settled
from tests.connections.signing import Person, behind_a_sign_in, kept, signed_in
from tests.servers.oauth_server import Behaviour
from toolscope import veil
from toolscope.config.launch import Http, OAuth
from toolscope.connections.contact import Contact
from toolscope.connections.fleet import Fleet
from toolscope.connections.oauth import sign_out
from toolscope.connections.renewal import Renewing
from toolscope.connections.requests import Answer, ServerRequest
from toolscope.connections.state import State
from toolscope.connections.vault import Vault
from toolscope.connections.web import client

ASK = OAuth()


@pytest.fixture
def does() -> Behaviour:
    return Behaviour()


@pytest.fixture
def address(does: Behaviour) -> Iterator[str]:
    with behind_a_sign_in(does) as found:
        yield found


@pytest.mark.parametrize("oauth", [ASK, None])
async def test_nobody_is_sent_to_a_page_without_having_asked(
    address: str, does: Behaviour, oauth: OAuth | None
) -> None:
    person = Person()
    found = await settled(remote(f"{address}/mcp", oauth=oauth), asks=person)
    assert found.state is State.SIGNED_OUT
    assert str(found.reason).endswith("wants a sign-in (OAuth); press i on it in the app to sign in")
    assert (person.asked, does.clients) == ([], {})


@pytest.mark.parametrize(("path", "sse"), [("/mcp", False), ("/sse", True)])
@pytest.mark.parametrize("oauth", [ASK, None])
async def test_a_person_signs_in_once_and_the_next_run_needs_nobody(
    address: str, does: Behaviour, oauth: OAuth | None, path: str, sse: bool, empty_home: Path
) -> None:
    person, config = Person(), remote(f"{address}{path}", oauth=oauth, sse=sse)
    async with Fleet([config], asks=person) as fleet:
        await fleet.settled()
        found = await signed_in(fleet)
        assert found.state is State.READY, found.reason
        reply = await fleet.call("remote", "secret", {})
    (request,) = person.asked
    assert (request.kind, request.server) == ("sign_in", "remote")
    assert request.url.startswith(f"{address}/authorize?")
    assert request.message == "remote wants you to sign in at 127.0.0.1."
    assert person.pages[0].status_code == 200
    token = reply.result["content"][0]["text"].removeprefix("Bearer ")
    assert token in does.tokens
    assert list(found.timings) == ["sign_in", "wait", "start", "handshake", "list"]
    (asked,) = does.asked
    assert str(asked.redirect_uri).startswith("http://127.0.0.1:")
    assert asked.code_challenge
    ((_, held),) = kept(empty_home)
    assert str(found.signed_in) == "by a token kept in toolscope's data folder"
    assert held["kept"]["tokens"]["access_token"] == token
    again = await settled(config)
    assert again.state is State.READY, again.reason
    assert len(person.asked) == 1


async def test_what_is_kept_is_for_its_owner_alone(address: str, empty_home: Path) -> None:
    async with Fleet([remote(f"{address}/mcp", oauth=ASK)], asks=Person()) as fleet:
        await fleet.settled()
        await signed_in(fleet)
    ((path, _),) = kept(empty_home)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_everything_that_is_given_out_is_masked(address: str, does: Behaviour) -> None:
    async with Fleet([remote(f"{address}/mcp", oauth=ASK)], asks=Person()) as fleet:
        await fleet.settled()
        await signed_in(fleet)
    assert len(does.secrets) >= 3
    assert veil.hidden(" ".join(does.secrets)).replace(veil.MASK, "").strip() == ""


async def keep_one(address: str, does: Behaviour, oauth: OAuth = ASK) -> None:
    """A run in which somebody signs in."""
    async with Fleet([remote(f"{address}/mcp", oauth=oauth)], asks=Person()) as fleet:
        await fleet.settled()
        found = await signed_in(fleet)
        assert found.state is State.READY, found.reason


async def test_a_token_that_has_expired_is_renewed_before_it_is_used(address: str, does: Behaviour) -> None:
    does.lifetime = -1
    await keep_one(address, does)
    old, does.lifetime = set(does.tokens), 3600
    does.revoke()
    does.bearers.clear()
    before = does.renewals
    found = await settled(remote(f"{address}/mcp", oauth=ASK))
    assert found.state is State.READY, found.reason
    assert does.renewals == before + 1
    assert not does.bearers & old
    assert str(found.signed_in).startswith("by a token renewed just now")


async def test_a_token_that_is_refused_is_renewed_once_and_the_call_is_made(address: str, does: Behaviour) -> None:
    await keep_one(address, does)
    async with Fleet([remote(f"{address}/mcp", oauth=ASK)]) as fleet:
        await fleet.settled()
        does.revoke()
        reply = await fleet.call("remote", "secret", {})
        assert reply.error is None
        assert does.renewals == 1


async def test_a_renewal_that_is_refused_asks_for_another_sign_in(address: str, does: Behaviour) -> None:
    await keep_one(address, does)
    does.revoke(renewal=True)
    found = await settled(remote(f"{address}/mcp", oauth=ASK))
    assert found.state is State.SIGNED_OUT
    assert found.reason == (
        "its sign-in could not be renewed (HTTP 400: refresh token does not exist); "
        "press i on it in the app to sign in again"
    )


async def test_a_sign_in_that_ends_in_the_middle_loses_the_server_but_not_its_list(
    address: str, does: Behaviour
) -> None:
    await keep_one(address, does)
    async with Fleet([remote(f"{address}/mcp", oauth=ASK)], asks=Person(), tries=3) as fleet:
        await fleet.settled()
        does.revoke(renewal=True)
        reply = await fleet.call("remote", "secret", {})
        assert "its sign-in could not be renewed" in str(reply.error)
        (found,) = fleet.statuses
        assert found.state is State.LOST
        assert str(found.reason).endswith("press i on it in the app to sign in again")  # and it is not tried again
        assert found.listing is not None
        found = await signed_in(fleet)
        assert found.state is State.READY, found.reason
        assert len(does.asked) == 2


async def test_an_authorization_server_that_is_down_leaves_the_sign_in_as_it_is(address: str, does: Behaviour) -> None:
    does.lifetime = -1
    await keep_one(address, does)
    does.down = True
    found = await settled(remote(f"{address}/mcp", oauth=ASK))
    assert (found.state, found.reason) == (
        State.FAILED,
        "its sign-in could not be renewed: 127.0.0.1 answered HTTP 503",
    )
    does.down, does.lifetime = False, 3600
    assert (await settled(remote(f"{address}/mcp", oauth=ASK))).state is State.READY


async def test_tokens_go_to_no_other_address(address: str, does: Behaviour) -> None:
    await keep_one(address, does)
    does.bearers.clear()
    found = await settled(remote(f"{address}/mcp/", oauth=ASK))
    assert found.state is State.SIGNED_OUT
    found = await settled(remote(f"{address}/mcp?x=1"))
    assert found.state is State.SIGNED_OUT
    assert does.bearers == set()


async def test_a_sign_in_can_be_forgotten(address: str, does: Behaviour, empty_home: Path) -> None:
    await keep_one(address, does)
    config = remote(f"{address}/mcp", oauth=ASK)
    assert sign_out(config)
    assert not sign_out(config)
    assert kept(empty_home) == []
    assert (await settled(config)).state is State.SIGNED_OUT


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"denies": True}, "the sign-in was refused: access_denied: the owner said ␛[31mno"),
        (
            {"wrong_state": True},
            "the browser brought the answer to another sign-in (its state is wrong); try again",
        ),
        (
            {"wrong_issuer": True},
            "the sign-in failed: Authorization response iss mismatch: https://elsewhere.example != HERE/",
        ),
        ({"down": True}, "the sign-in failed: Token exchange failed (503): tired"),
    ],
)
async def test_a_sign_in_that_fails_is_told_in_one_line(
    address: str, does: Behaviour, empty_home: Path, change: dict[str, bool], reason: str
) -> None:
    vars(does).update(change)
    async with Fleet([remote(f"{address}/mcp", oauth=ASK)], asks=Person()) as fleet:
        await fleet.settled()
        found = await signed_in(fleet)
    reason = reason.replace("HERE", address)
    assert (found.state, found.reason) == (State.SIGNED_OUT, f"{reason}; press i on it in the app to sign in")
    assert kept(empty_home) == []


async def test_a_person_may_put_it_aside_or_take_too_long(address: str) -> None:
    async with Fleet([remote(f"{address}/mcp", oauth=ASK)], asks=Person(opens=False)) as fleet:
        await fleet.settled()
        assert "you put the sign-in aside" in str((await signed_in(fleet)).reason)

    async def slow(request: ServerRequest) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError

    async with Fleet([remote(f"{address}/mcp", oauth=OAuth(timeout=0.05))], asks=slow) as fleet:
        await fleet.settled()
        assert "nobody signed in within 0.05 s" in str((await signed_in(fleet)).reason)


async def test_a_renewal_by_another_process_is_taken_instead_of_a_new_sign_in(address: str, does: Behaviour) -> None:
    await keep_one(address, does)
    launch = Http(f"{address}/mcp", oauth=ASK)
    clients = [
        await client(launch, None, Renewing(launch, Vault("remote", launch), Contact())) for _ in ("one", "another")
    ]
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    async with clients[0] as one, clients[1] as another:
        for http in (one, another):
            assert (await http.post(launch.url, json=ping)).status_code != 401
        does.revoke()
        for http in (one, another):
            assert (await http.post(launch.url, json=ping)).status_code != 401
    assert does.renewals == 1


async def test_a_sign_in_that_ends_in_the_middle_is_told_over_the_old_transport_too(
    address: str, does: Behaviour
) -> None:
    config = remote(f"{address}/sse", sse=True)
    async with Fleet([config], asks=Person()) as fleet:
        await fleet.settled()
        assert (await signed_in(fleet)).state is State.READY
        does.revoke(renewal=True)
        reply = await fleet.call("remote", "secret", {}, timeout=15)
    assert "its sign-in could not be renewed" in str(reply.error)


async def test_a_fixed_token_that_is_refused_is_no_reason_to_sign_in(address: str, does: Behaviour) -> None:
    config = remote(f"{address}/mcp", Authorization="Bearer wrong-token")
    found = await settled(config, asks=Person())
    assert found.state is State.FAILED
    assert "answered HTTP 401 Unauthorized: it wants credentials" in str(found.reason)


async def test_what_is_kept_is_not_used_where_a_fixed_token_is_configured(address: str, does: Behaviour) -> None:
    await keep_one(address, does)
    does.bearers.clear()
    await settled(remote(f"{address}/mcp", Authorization="Bearer wrong-token"))
    assert does.bearers == {"wrong-token"}


async def test_calls_that_are_made_together_do_not_wait_for_each_other(address: str, does: Behaviour) -> None:
    await keep_one(address, does)
    async with Fleet([remote(f"{address}/mcp", oauth=ASK)]) as fleet:
        await fleet.settled()
        replies = await asyncio.gather(*(fleet.call("remote", "meet", {}, timeout=10) for _ in range(3)))
    assert [reply.error for reply in replies] == [None, None, None]
