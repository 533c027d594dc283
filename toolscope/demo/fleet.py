"""The servers of ``--demo``: six that run in this process."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path

from toolscope.config.launch import InProcess
from toolscope.config.model import Origin, ServerConfig

ORIGIN = Origin("demo")
QUERIES = Path(__file__).with_name("queries.json")
"""What an agent would ask of the demo, labelled with the tools it ought to find; some of it nothing here can do."""
_MODULES = {
    "tracker": "tracker",
    "chat": "chat",
    "files": "files",
    "calendar": "calendar",
    "wiki": "wiki",
    "cloud-api": "cloud",
}
"""Where each is built."""


def servers() -> tuple[ServerConfig, ...]:
    """The demo's servers, each with a memory of its own from the moment it is built."""
    return tuple(ServerConfig(name, InProcess(partial(_built, module)), ORIGIN) for name, module in _MODULES.items())


def _built(module: str) -> object:
    """A new server, whose module is loaded when it is first started."""
    built: object = import_module(f"toolscope.demo.{module}").build()
    return built
