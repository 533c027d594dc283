"""Every test starts with an empty home and an empty folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from toolscope import veil


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, configuration and data folder of its own, and a working folder with nothing in it."""
    home = tmp_path / "home"
    work = tmp_path / "work"
    home.mkdir()
    work.mkdir()
    for name in (
        "HERMES_HOME",
        "HERMES_MANAGED_DIR",
        "HERMES_SAFE_MODE",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "TOOLSCOPE_CONFIG",
        "TOOLSCOPE_DATA",
    ):
        monkeypatch.delenv(name, raising=False)
    # No test touches the keyring of whoever runs it.
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.chdir(work)
    return home


@pytest.fixture(autouse=True)
def no_secrets() -> Iterator[None]:
    """What one test keeps secret is no secret in the next."""
    yield
    veil.uncover()
