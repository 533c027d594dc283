"""The servers of ``--demo``: six that run in this process, and on request one that cannot start."""

from __future__ import annotations

import sys
from pathlib import Path

from toolscope.config.model import InProcess, Origin, ServerConfig, Stdio
from toolscope.demo import calendar, chat, cloud, files, tracker, wiki

ORIGIN = Origin("demo")
_BUILDERS = {
    "tracker": tracker.build,
    "chat": chat.build,
    "files": files.build,
    "calendar": calendar.build,
    "wiki": wiki.build,
    "cloud-api": cloud.build,
}


def servers(broken: bool = False) -> tuple[ServerConfig, ...]:
    """The demo's servers, each with a memory of its own from the moment it is built.

    ``broken`` adds ``billing``: a child process that exits with code 1, after the line ``BILLING_TOKEN is not set`` on
    standard error.
    """
    running = tuple(ServerConfig(name, InProcess(build), ORIGIN) for name, build in _BUILDERS.items())
    return (*running, ServerConfig("billing", _billing(), ORIGIN)) if broken else running


def _billing() -> Stdio:
    """Finds this package also where it is not installed."""
    package = Path(__file__).parents[2]
    return Stdio(sys.executable, ("-m", "toolscope.demo.billing"), {"PYTHONPATH": str(package)})
