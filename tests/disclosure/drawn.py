"""Servers that hypothesis draws: tiny and large groups, labels that JSON escapes, tools without a description."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings

NAMES = st.text("abcdefgh_-.", min_size=1, max_size=20)
TOOLS = st.builds(tool, NAMES, st.text(max_size=120))
SERVERS = st.dictionaries(
    st.text(min_size=1, max_size=12),
    st.lists(TOOLS, min_size=1, max_size=2) | st.lists(TOOLS, min_size=1, max_size=24),
    min_size=1,
    max_size=6,
)
SETTINGS = st.builds(
    Settings,
    context_length=st.none() | st.integers(-1, 2_000_000),
    threshold_pct=st.floats(0, 100),
    listing_max_tokens=st.integers(200, 60_000) | st.integers(200, 1_000),
    enabled=st.sampled_from(["auto", "on", "off"]),
    listing=st.sampled_from(["auto", "on", "off"]),
)


def of(servers: dict[str, list[Any]]) -> Catalog:
    """The catalog of what was drawn."""
    return catalog(*(status(name, tools) for name, tools in servers.items()))
