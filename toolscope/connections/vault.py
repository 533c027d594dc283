"""Sign-ins kept between runs: in the system's keyring where there is one, else in a file for its owner alone."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from toolscope.canonical import Json
from toolscope.config.launch import Http, endpoint
from toolscope.config.memory import folder, keep, recall
from toolscope.config.model import ConfigError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE = "toolscope"
_RECOMMENDED = 1
"""Keyrings below this priority are none, or keep their secrets in the open."""


class Vault:
    """The sign-in of one server, bound to its name and its whole URL: another URL finds nothing."""

    def __init__(self, server: str, launch: Http) -> None:
        self._server, self._endpoint = server, endpoint(launch)
        self._key = hashlib.sha256(f"{server}\0{launch.url}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._path = folder(os.environ) / "sign-ins" / f"{self._key}.json"

    @property
    def filled(self) -> bool:
        """Whether a sign-in is kept. Opens no keyring."""
        return os.path.lexists(self._path)

    @property
    def place(self) -> str:
        """Where it is kept, in words."""
        return "the system's keyring" if self._marker().get("in") == "keyring" else "toolscope's data folder"

    def load(self) -> Json:
        """What was kept, ``None`` for nothing. Raises ``ConfigError`` that says why it cannot be read."""
        marker = self._marker()
        if marker.get("in") != "keyring":
            return marker.get("kept")
        backend = _keyring()
        if backend is None:
            raise ConfigError("the sign-in is kept in a keyring, which is not there any more; sign in again")
        try:
            text = backend.get_password(_SERVICE, self._key)
            return json.loads(text) if text else None
        except Exception as error:  # each keyring has errors of its own
            raise ConfigError(f"the system's keyring cannot be read: {error or type(error).__name__}") from None

    def keep(self, kept: Json) -> None:
        """Keep a sign-in in place of the one before. Raises ``ConfigError`` when it cannot be written."""
        marker = {"server": self._server, "endpoint": self._endpoint}
        if self._in_keyring(kept):
            keep(self._path, {**marker, "in": "keyring"})
        else:
            keep(self._path, {**marker, "in": "file", "kept": kept})

    def forget(self) -> bool:
        """Remove it; returns whether there was one. Raises ``ConfigError`` when it cannot be removed."""
        if not self.filled:
            return False
        with suppress(Exception):  # it may be gone already; what is left is never read without the file
            if self._marker().get("in") == "keyring" and (backend := _keyring()) is not None:
                backend.delete_password(_SERVICE, self._key)
        try:
            Path(self._path).unlink()
        except OSError as error:
            raise ConfigError(f"{self._path}: cannot be removed ({error.strerror or error})") from None
        return True

    def _marker(self) -> dict[str, Json]:
        found = recall(self._path)
        return found if isinstance(found, dict) else {}

    def _in_keyring(self, kept: Json) -> bool:
        backend = _keyring()
        if backend is None:
            return False
        try:
            backend.set_password(_SERVICE, self._key, json.dumps(kept))
        except Exception:  # locked, too long for it, without a session: then the file
            return False
        return True


def _keyring() -> KeyringBackend | None:
    """The system's keyring; ``None`` without the package ``keyring`` or anything behind it."""
    try:
        import keyring

        backend = keyring.get_keyring()
        return backend if backend.priority >= _RECOMMENDED else None
    except Exception:  # a keyring that cannot even be asked is none
        return None
