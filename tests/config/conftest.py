"""Builders for configurations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolscope.config.gather import Surroundings
from toolscope.config.model import Complaint, Origin
from toolscope.config.section import Section


@pytest.fixture
def section() -> Callable[[Any], Section]:
    """A section of a file that never was written, with its own list of complaints."""

    def build(value: Any, *keys: str) -> Section:
        complaints: list[Complaint] = []
        return Section(value, keys or ("here",), lambda _: Origin("test.yaml", 1), complaints)

    return build


@pytest.fixture
def around(empty_home: Path, tmp_path: Path) -> Callable[..., Surroundings]:
    """The surroundings of a session: an empty home, an empty working folder, the given variables."""

    def build(**environ: str) -> Surroundings:
        (tmp_path / "own.yaml").touch()
        defaults = {
            "HERMES_MANAGED_DIR": str(tmp_path / "managed"),
            "TOOLSCOPE_CONFIG": str(tmp_path / "own.yaml"),
            "TOOLSCOPE_DATA": str(tmp_path / "data"),
        }
        return Surroundings(tmp_path / "work", empty_home, {**defaults, **environ})

    return build


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a file below the test's folder and give its path."""

    def build(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return build
