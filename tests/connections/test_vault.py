"""Where sign-ins are kept between runs."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from tests.connections.signing import kept
from toolscope.config.launch import Http
from toolscope.config.model import ConfigError
from toolscope.connections.vault import Vault

HERE = Http("https://a.example/mcp")
VALUE = {"tokens": {"access_token": "very-secret"}}


class Ring(KeyringBackend):
    """A keyring that lives as long as the test."""

    priority = 5

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.held: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked("it is locked")
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise KeyringLocked("it is locked")
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.held:
            raise PasswordDeleteError("not there")
        del self.held[service, username]


@pytest.fixture
def ring() -> Iterator[Ring]:
    before, found = keyring.get_keyring(), Ring()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


def test_a_keyring_holds_the_secret_and_the_file_says_only_that(ring: Ring, empty_home: Path) -> None:
    vault = Vault("a", HERE)
    assert not vault.filled
    vault.keep(VALUE)
    ((_, marker),) = kept(empty_home)
    assert marker == {"server": "a", "endpoint": "https://a.example/mcp", "in": "keyring"}
    (((service, _), text),) = ring.held.items()
    assert (service, json.loads(text)) == ("toolscope", VALUE)
    assert (Vault("a", HERE).load(), vault.place) == (VALUE, "the system's keyring")
    assert vault.forget()
    assert (ring.held, kept(empty_home)) == ({}, [])


def test_without_a_keyring_a_file_for_its_owner_alone_holds_it(empty_home: Path) -> None:
    vault = Vault("a", HERE)
    vault.keep(VALUE)
    ((path, marker),) = kept(empty_home)
    assert (marker["in"], marker["kept"], vault.place) == ("file", VALUE, "toolscope's data folder")
    assert [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)] == [0o600, 0o700]
    assert Vault("a", HERE).load() == VALUE
    assert vault.forget()
    assert not vault.forget()


def test_a_keyring_that_is_locked_is_gone_round_and_one_that_gets_locked_is_named(ring: Ring, empty_home: Path) -> None:
    ring.locked = True
    vault = Vault("a", HERE)
    vault.keep(VALUE)
    assert vault.load() == VALUE
    ring.locked = False
    vault.keep(VALUE)
    ring.locked = True
    with pytest.raises(ConfigError, match="the system's keyring cannot be read: it is locked"):
        vault.load()


def test_a_keyring_that_went_away_is_said_to_have(ring: Ring) -> None:
    vault = Vault("a", HERE)
    vault.keep(VALUE)
    keyring.set_keyring(keyring.backends.fail.Keyring())  # type: ignore[no-untyped-call]
    with pytest.raises(ConfigError, match="not there any more; sign in again"):
        vault.load()


@pytest.mark.parametrize(
    "other", [("b", HERE), ("a", Http("https://a.example/mcp?x")), ("a", Http("https://b.example/mcp"))]
)
def test_it_is_bound_to_name_and_address(other: tuple[str, Http]) -> None:
    Vault("a", HERE).keep(VALUE)
    assert Vault(*other).load() is None


@pytest.mark.parametrize("text", ["[]", "7", "null"])
def test_a_file_that_holds_something_else_is_none(text: str, empty_home: Path) -> None:
    vault = Vault("a", HERE)
    vault.keep(VALUE)
    ((path, _),) = kept(empty_home)
    path.write_text(text)
    assert vault.load() is None


def test_a_damaged_file_is_named(empty_home: Path) -> None:
    vault = Vault("a", HERE)
    vault.keep(VALUE)
    ((path, _),) = kept(empty_home)
    path.write_text("{")
    with pytest.raises(ConfigError, match="is damaged"):
        vault.load()
    assert vault.forget()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_named(empty_home: Path) -> None:
    empty_home.chmod(0o500)
    with pytest.raises(ConfigError, match="cannot be written"):
        Vault("a", HERE).keep(VALUE)
