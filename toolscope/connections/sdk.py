"""Loading the SDK, which takes half a second, and keeping its logs off the screen."""

from __future__ import annotations

import importlib
import logging

_MODULES = ("mcp.client.sse", "mcp.client.streamable_http")


def load() -> None:
    """Load all of it. Meant for a thread."""
    for module in _MODULES:
        importlib.import_module(module)
    for name in ("mcp", "client", "httpx2"):
        # An in-process server of the SDK gives the root logger a handler that writes to the terminal; and a
        # record with its traceback for each line of noise takes longer than the line.
        logging.getLogger(name).propagate = False
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
