"""Everything that is measured, in the order of the table."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from tests.bench.sizes import Sizes
from tests.bench.table import Row

TOPICS = ("starting", "deciding", "loading", "searching", "surveying", "connecting", "resting", "large_result")
"""Modules of this folder, each with ``rows(sizes)``."""


def measured(sizes: Sizes, topics: tuple[str, ...] = TOPICS) -> Iterator[Row]:
    """Each row as soon as it is measured."""
    for topic in topics:
        if find_spec(f"tests.bench.{topic}") is not None:
            yield from import_module(f"tests.bench.{topic}").rows(sizes)
